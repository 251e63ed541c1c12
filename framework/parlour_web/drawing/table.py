"""The table as a picture."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from parlour.kit.table import Piece, Point, Row, TablePanel
from parlour.rules import Viewer
from parlour.rules.picture import Pen, Picture, PicturePanel
from parlour_web.drawing.boards import chart_of, draw_board
from parlour_web.drawing.shapes import INKS, LETTER, draw_shape, size_of

WIDTH = 372.0
"""Width of a panel whose things are laid side by side: a phone has as much room."""
GAP = 6.0
"""Units between two things, and at the ends of a row."""
EDGE = 4.0
"""Units over and under the things of a row; half of it is between two rows."""
HEAD = 20.0
"""Height of the title of a row."""
MAX_ASIDE = 110.0
"""Maximum width of the titles that things are set behind, one row below the other."""
DISC = 20.0
"""Width of the disc of a seat before a title."""
NUMBERS = "123456"
"""The sign of each seat, if a table gives none."""
COVERED = 24.0
"""Units of a covered card of a fan that show."""


def picture_of(
    table: Callable[[Any, Viewer], Sequence[TablePanel]], view: object, viewer: Viewer
) -> Picture:
    """Draw the table of a view; see ``Display.table``."""
    keys = Counter[str]()
    panels = table(view, viewer)
    own = {name: ink for panel in panels for name, ink in panel.inks.items()}
    signs = next((panel.signs for panel in panels if panel.signs), ())
    drawn = tuple(draw_panel(panel, keys, signs or NUMBERS) for panel in panels)
    return Picture(drawn, {**INKS, **own}, signs)


def draw_panel(
    panel: TablePanel, keys: Counter[str], signs: Sequence[str] = NUMBERS
) -> PicturePanel:
    """Draw a panel: its art, or its board above its rows.

    ``keys`` counts the names of the things so far. ``signs`` has the sign of each seat.
    """
    if panel.whole:
        pen = Pen(*size_of(panel.whole))
        draw_shape(pen, panel.whole)
    else:
        pen = _laid(panel, keys, signs)
    label = panel.label or panel.title
    return pen.panel(
        panel.name, panel.title, label=label, needed=panel.needed, role=panel.role, seat=panel.seat
    )


def _laid(panel: TablePanel, keys: Counter[str], signs: Sequence[str]) -> Pen:
    """Return the pen that has drawn the board and the rows of a panel."""
    board = panel.board
    on = chart_of(board) if board else None
    things = [size_of(piece)[0] + 4 * GAP for row in panel.rows for piece in row.pieces()]
    least = [panel.width or WIDTH] if panel.rows or not on else []
    width = max([on.width if on else 0.0, *things, *least])
    drawn = Pen(width, 0)
    top = 0.0
    if board and on:
        with drawn.group(move=((width - on.width) / 2, 0)):
            draw_board(drawn, board, on)
        top = on.height
    aside = min(MAX_ASIDE, max((_title(row) for row in panel.rows), default=0.0))
    fit = {row.seat is None: True for row in panel.rows}
    for row in panel.rows:
        fit[row.seat is None] &= _fits(row, aside, width)
    for row in panel.rows:
        left = max(aside, _title(row)) if fit[row.seat is None] else 0.0
        sign = "" if row.seat is None else signs[row.seat % len(signs)]
        top = _draw_row(drawn, row, top, (left, width), keys, sign) + EDGE / 2
    pen = Pen(width, max(top, HEAD))
    pen.add(drawn.nodes)
    return pen


def _title(row: Row) -> float:
    """Return the width of a row's title, with the disc of its seat."""
    return 4 * GAP + DISC * (row.seat is not None) + LETTER * len(row.title) if row.title else GAP


def _fits(row: Row, aside: float, width: float) -> bool:
    """Tell whether a row's things have room in one line beside its title."""
    wide = sum(_across(row, group) + 2 * GAP for group in _groups(row))
    return max(aside, _title(row)) + wide <= width


def _draw_row(  # noqa: PLR0917  a row, its place, and the names and signs of the panel
    pen: Pen, row: Row, top: float, room: Point, keys: Counter[str], sign: str
) -> float:
    """Draw a row in a frame, and return its lower edge.

    ``room`` is the left edge of its things, which lie below the title if that is 0, and the width.
    """
    groups = list(_groups(row))
    aside, width = room
    sides = (aside or 2 * GAP, width - GAP)
    below = bool(row.title and not aside)
    places, bottom = _places(row, groups, sides, top + EDGE + HEAD * below)
    edge, line = ("accent", 2.5) if row.mark.strip() else ("line", 1.0)
    frame = (2, top + 1, width - 4, bottom - top - 1)
    pen.rect(*frame, fill="ground", stroke=edge, line=line, corner=9)
    middle = top + EDGE + HEAD / 2 if below else (top + bottom) / 2
    head = 2 * GAP
    if row.seat is not None:
        pen.circle(18, middle, 9.5, fill=f"seat-{row.seat % 6}")
        pen.text(18, middle + 5, sign, size=14, fill="paper", bold=True)
        head += DISC
    pen.text(head, middle + 5, row.title, size=14, anchor="start", bold=row.seat is not None)
    things = (piece for group in groups for piece in group)
    for piece, at in zip(things, places, strict=True):
        with pen.group(move=at):
            _draw_thing(pen, piece, keys, row)
    return bottom


def _groups(row: Row) -> Iterator[Sequence[Piece]]:
    """Yield the things of each group one by one, behind its title."""
    for group in row.groups:
        titles = [group.title] if group.title and group.pieces else []
        things = [Piece(shape="words", name=f"{title}:") for title in titles]
        for piece in (one for one in group.pieces if one.number is not None):
            copies = piece.number or 0 if group.spread else 1
            things += [replace(piece, number=1) if group.spread else piece] * copies
        yield things


def _step(row: Row, piece: Piece) -> float:
    """Return the way from a thing to the next."""
    return COVERED if row.fan else size_of(piece)[0] + GAP


def _across(row: Row, things: Sequence[Piece]) -> float:
    return sum(_step(row, piece) for piece in things[:-1]) + sum(
        size_of(piece)[0] for piece in things[-1:]
    )


def _places(
    row: Row, groups: Sequence[Sequence[Piece]], sides: Point, top: float
) -> tuple[list[Point], float]:
    """Return the upper left corner of each thing, line by line, and the lower edge of all.

    A group begins a line if that keeps it together.
    """
    left, right = sides
    lines: list[list[tuple[float, float]]] = [[]]
    x = left
    for group in groups:
        needed = _across(row, group)
        for place, piece in enumerate(group):
            width, height = size_of(piece)
            ahead = needed if place == 0 and needed <= right - left else width
            if lines[-1] and x + ahead > right:
                lines.append([])
                x = left
            lines[-1].append((x, height))
            x += _step(row, piece)
        x += GAP
    places = []
    for line in lines:
        tallest = max((height for _, height in line), default=HEAD)
        places += [(x, top + (tallest - height) / 2) for x, height in line]
        top += tallest + EDGE
    return places, top


def _draw_thing(pen: Pen, piece: Piece, keys: Counter[str], row: Row) -> None:
    """Draw a thing as a place; words that no move names are none."""
    label = piece.said or piece.name
    if not label or (piece.shape == "words" and not (piece.at or piece.art)):
        draw_shape(pen, piece)
        return
    whose = "" if piece.shape in {"card", "tile"} else row.title
    key = piece.key or ("" if piece.shape in {"back", "words"} else f"{whose} {piece.name}".strip())
    keys[key] += 1
    copy = f" {keys[key]}" if keys[key] > 1 else ""
    with pen.spot(*piece.at, key=f"{key}{copy}" if key else "", label=label):
        draw_shape(pen, piece)
    if piece.over:
        piece.over(pen, 1)
