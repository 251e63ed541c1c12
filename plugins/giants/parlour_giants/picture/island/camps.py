"""The things on a hex: figures by clan and kind, logs, and pieces on their way."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from parlour.kit.grid_picture import Point
from parlour.rules.picture import Pen
from parlour_giants.components import COLOURS, PIECES, SINGLE
from parlour_giants.phases import Moving
from parlour_giants.picture.inks import clan_ink
from parlour_giants.picture.island.chart import chart
from parlour_giants.picture.symbols import (
    draw_count,
    draw_marker,
    draw_piece,
    draw_thing,
)
from parlour_giants.state import CHIEF, LOG, NOBODY, Camp, Crew, Piece
from parlour_giants.view import View
from parlour_giants.words.names import owned, say
from parlour_giants.words.view import piece_words

ROOM = (120.0, 120.0)
"""Width and height of the room inside a hex."""
FOOT, LOWER = 36.0, 8.0
"""Units from the middle of a hex down to the foot of its only row, and for each row more."""
THING = (27.5, 28.0)
"""Width and height of the room for one thing before it is scaled."""
TALL = 39.0
"""Units from a row to the next, if there is room; else tall things reach into the row behind."""
MAX_SCALE = 1.45
"""Maximum scale of a thing."""
HEAD = -16.0
"""Units from the foot of a piece up to the foot of the marker on it."""
BESIDE_FOOT: Point = (13.0, -3.0)
"""Where the number of equal pieces stands."""


class Thing(NamedTuple):
    """A thing, or several equal ones, that is drawn as one place."""

    key: str
    label: str
    draw: Callable[[Pen], None]
    number: int = 1
    addresses: tuple[str, ...] = ()
    beside: Point = (10.0, -29.0)
    """Where the number of several stands."""


def draw_camp(pen: Pen, view: View, here: int, crews: Mapping[Crew, str]) -> None:
    """Draw the pieces on a hex, the smaller the more there are.

    A figure stands for each of the ``crews`` with it, which can carry a piece into the hex.
    """
    name = view.board.hexes[here]
    things = [*_figures(view.camps[here], name, crews), *_pieces(view, here, name)]
    if not things:
        return
    middle = chart(view.options.island).hexes[here]
    rows, scale = _grid(len(things))
    width, height = THING[0] * scale, min(TALL * scale, ROOM[1] / rows)
    ends = [round(len(things) * row / rows) for row in range(rows + 1)]
    foot = middle[1] + FOOT + LOWER * (rows - 1)
    for row, (start, end) in enumerate(pairwise(ends)):
        left = middle[0] - width * (end - start - 1) / 2
        # From the right to the left, so that nothing covers the number of several.
        for column, thing in reversed([*enumerate(things[start:end])]):
            place = (left + column * width, foot - (rows - 1 - row) * height)
            with (
                pen.spot(*thing.addresses, key=thing.key, label=thing.label),
                pen.group(move=place, scale=scale),
            ):
                thing.draw(pen)
                draw_count(pen, *thing.beside, thing.number)


def _grid(number: int) -> tuple[int, float]:
    """Return the number of rows that lets things be largest, and their scale."""
    best = (1, 0.0)
    for rows in range(1, number + 1):
        columns = ceil(number / rows)
        scale = min(ROOM[0] / (columns * THING[0]), ROOM[1] / (rows * THING[1]), MAX_SCALE)
        if scale > best[1]:
            best = (rows, scale)
    return best


def _figures(camp: Camp, name: str, crews: Mapping[Crew, str]) -> Iterator[Thing]:
    for seat, what, number in camp.things():
        if number:
            thing = what if seat == NOBODY else f"{COLOURS[seat]} {what}"
            key = thing if what in SINGLE else f"{thing}s {name}"
            label = f"{name}: {owned(seat, what, number)}"
            who = LOG if what == "log" else seat + CHIEF * (what == "chief")
            addresses = tuple(f"crew={text}" for crew, text in crews.items() if who in crew)
            draw = partial(draw_thing, what=what, seat=seat)
            yield Thing(key, label, draw, number, addresses)


def _pieces(view: View, here: int, name: str) -> Iterator[Thing]:
    """Yield the pieces on a hex: the one on the move, then equal ones together."""
    phase = view.phases[-1]
    if isinstance(phase, Moving) and phase.hex == here:
        label = say("picture.moving", hex=name, piece=PIECES[phase.size])
        yield Thing("piece on the move", label, partial(_draw_moving, size=phase.size))
    equal = Counter(piece for piece in view.pieces if piece.hex == here)
    for number, (piece, many) in enumerate(equal.items()):
        label = f"{name}: {piece_words(view.board, piece, many)}"
        draw = partial(_draw_resting, piece=piece)
        yield Thing(f"piece {number} on {name}", label, draw, many, beside=BESIDE_FOOT)


def _draw_moving(pen: Pen, size: int) -> None:
    """Draw the piece on the move in a ring."""
    pen.ellipse(0, -17, 14.5, 21, fill="paper", stroke="accent", line=3)
    with pen.group(scale=0.92):
        draw_piece(pen, size)


def _draw_resting(pen: Pen, piece: Piece) -> None:
    """Draw a piece with its owner's marker on its head, which no other thing in the row hides.

    It stands on its owner's colour, or on a dashed ring if anybody may move it.
    """
    if piece.owner == NOBODY:
        pen.ellipse(0, -1, 15, 6, stroke="ink", line=1.6, dash=True)
    else:
        pen.ellipse(0, -1, 14, 5, fill=clan_ink(piece.owner), stroke="stone-edge", line=1.2)
    draw_piece(pen, piece.size)
    if piece.owner != NOBODY:
        with pen.group(move=(0.0, HEAD), scale=1.15):
            draw_marker(pen, piece.owner, laid=piece.marked)
