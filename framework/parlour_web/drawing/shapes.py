"""The drawings of things without art: cards, tiles, dice, counters, words."""

from collections.abc import Mapping

from parlour.kit.table import Piece, Point, Shape
from parlour.kit.table.pieces import SOFT_HYPHEN
from parlour.rules.picture import Ink, Pen, drawn_once

INKS: Mapping[str, Ink] = {
    "ground": Ink("#efe6d3", "#1d1a16"),
    "face": Ink("#fffdf8", "#3a342c"),
    "back": Ink("#5d6f80", "#4a6076"),
}
"""The inks of a table beside those of every picture: the table, and the two sides of cards."""
TARGET = 44.0
"""Width and height that a finger needs."""
CARD: Point = (52.0, 72.0)
SIZES: Mapping[Shape, Point] = {
    "card": CARD,
    "back": CARD,
    "tile": (48.0, 48.0),
    "die": (TARGET, TARGET),
}
DISC = 13.0
"""Radius of a counter."""
STEP = 18.0
"""Distance between counters on a track."""
LETTER = 8.2
"""Mean width of a letter."""
PILE = 2.0
"""Units that each card of a pile lies further right and down."""
SHORT = 3
"""Maximum number of letters that stand in the corner of a card too."""
PIPS = ("4", "08", "048", "0268", "02468", "023568")
"""Places of the pips of each side of a die, on nine places row by row."""


def size_of(piece: Piece) -> Point:
    """Return the width and the height of a thing's drawing."""
    if piece.size:
        return piece.size
    if piece.shape in SIZES:
        return SIZES[piece.shape]
    disc = 0.0 if piece.shape == "words" else STEP * piece.track or 2 * DISC
    words = LETTER * len(words_of(piece))
    width = disc + words + 6 * bool(disc and words)
    return (max(width, TARGET), TARGET) if piece.at else (width, 2 * DISC + 4)


def words_of(piece: Piece) -> str:
    """Return the words on or beside a thing."""
    if piece.shape == "words":
        return piece.name or piece.label
    return piece.name.replace(SOFT_HYPHEN, "")


def draw_shape(pen: Pen, piece: Piece) -> None:
    """Draw a thing with its upper left corner at 0, 0."""
    size = size_of(piece)
    number, words = piece.number or 0, words_of(piece)
    if piece.at and piece.shape not in SIZES:
        pen.rect(0, 0, *size, fill="ground", corner=8)
    if piece.art:
        piece.art(pen)
    elif piece.shape == "back":
        with pen.group(scale=size[1] / CARD[1]):
            _back(pen, number, piece.note)
    elif piece.shape in {"card", "tile"}:
        _card(pen, size, words, ink=piece.ink, number=number, note=piece.note)
    elif piece.shape == "die" and words in tuple("123456"):
        _die(pen, int(words), piece.ink)
    else:
        _counter(pen, size, words, piece.shape, ink=piece.ink, number=number, of=piece.track)


@drawn_once
def _card(pen: Pen, size: Point, words: str, *, ink: str, number: int, note: str) -> None:
    """Draw a card or a tile with words on it; if there is none, the slot where it would lie."""
    width, height = size
    if not number:
        pen.rect(0, 0, width, height, fill="ground", stroke="faint", corner=6, dash=True)
        pen.text(width / 2, height / 2 + 4, words, fill="faint", within=width - 6)
        return
    for at in range(min(number, 3) - 1, 0, -1):
        pen.rect(PILE * at, PILE * at, width, height, fill="face", stroke="faint", corner=6)
    pen.rect(0, 0, width, height, fill="face", stroke="faint", line=1.4, corner=6)
    if height > width and len(words) <= SHORT:
        pen.text(5, 14, words, size=11, fill=ink, anchor="start")
    pen.text(width / 2, height / 2 + 8, words, size=22, fill=ink, bold=True, within=width - 8)
    if number > 1:
        pen.text(width - 5, 14, f"x{number}", size=11, anchor="end")
    pen.text(width / 2, height - 6, note, size=10, fill="faint", within=width - 6)


@drawn_once
def _back(pen: Pen, number: int, note: str) -> None:
    """Draw a card face down, or a pile with the number of its cards."""
    width, height = CARD
    if not number:
        pen.rect(0, 0, width, height, fill="ground", stroke="faint", corner=6, dash=True)
        return
    for at in range(min(number, 3) - 1, -1, -1):
        pen.rect(PILE * at, PILE * at, width, height, fill="back", stroke="paper", corner=6)
    pen.rect(5, 5, width - 10, height - 10, stroke="paper", corner=3)
    if number > 1:
        pen.circle(width / 2, height / 2, 15, fill="paper")
        pen.text(width / 2, height / 2 + 5, str(number), size=15, bold=True)
    else:
        pen.path("M26 22L38 36 26 50 14 36Z", stroke="paper", line=1.6)
    if note:
        pen.rect(5, height - 19, width - 10, 14, fill="paper", corner=3)
        pen.text(width / 2, height - 8, note, size=10, within=width - 12)


@drawn_once
def _die(pen: Pen, side: int, ink: str) -> None:
    pen.rect(1, 1, TARGET - 2, TARGET - 2, fill="face", stroke="faint", line=1.4, corner=9)
    for place in map(int, PIPS[side - 1]):
        pen.circle(11 + 11 * (place % 3), 11 + 11 * (place // 3), 3.8, fill=ink)


@drawn_once
def _counter(
    pen: Pen, size: Point, words: str, shape: Shape, *, ink: str, number: int, of: int
) -> None:
    """Draw a counter with its number, or a track of counters, and words beside it."""
    width, height = size
    middle, left = height / 2, 0.0
    if shape == "die":
        pen.rect(1, 1, width - 2, height - 2, fill="face", stroke="faint", line=1.4, corner=9)
    elif shape == "chip" and of:
        for at in range(of):
            fill = ink if at < number else "ground"
            pen.circle(STEP * (at + 0.5), middle, STEP / 2 - 2, fill=fill, stroke="faint")
        left = STEP * of + 6
    elif shape == "chip":
        middle_x = DISC if words else width / 2
        pen.circle(middle_x, middle, DISC, fill="accent" if ink == "ink" else ink, stroke="line")
        left = 2 * DISC + 6
        if words or number != 1:
            pen.text(middle_x, middle + 5, str(number), size=14, fill="paper", bold=True, within=22)
    pen.text(left, middle + 5, words, size=14, fill="ink", anchor="start")
