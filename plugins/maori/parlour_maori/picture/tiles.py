"""A tile of Maori as a drawing: land with a coast that goes on over its edges, and its symbols."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import cos, radians, sin
from typing import TypeAlias

from parlour import Pen
from parlour.kit.table import Board, Point
from parlour.rules.picture import drawn_once
from parlour_maori.picture import symbols
from parlour_maori.tiles import (
    BOATS,
    EAST,
    EDGES,
    FACES,
    HUT,
    LAND,
    NORTH,
    PALMS,
    SHELLS,
    SORTS,
    SOUTH,
    WEST,
    WREATH,
)

TILE = 68.0
"""The side of a tile, whose middle is at 0, 0."""

HALF = TILE / 2

Outline: TypeAlias = tuple[tuple[float, float], ...]

BANDS = (("shallow", 28.0), ("sand", 24.0), ("grass", 20.0))
"""Half the width of each band of land where it leaves the tile, from the water inwards."""
REACH = {28.0: HALF + 0.2, 24.0: HALF + 0.6, 20.0: HALF + 1.1}
"""For each such width the reach of land that goes on: past the edge, and the farther the more
inward the band is, so that no seam shows between two tiles."""

INWARDS = {EAST: 180.0, SOUTH: 270.0, WEST: 0.0, NORTH: 90.0}
"""The direction from the middle of an edge into the tile, in degrees clockwise from the east."""

TOWARDS = {EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0), NORTH: (0, -1)}

FEET: Mapping[int, Outline] = {
    0: (),
    1: ((0, 10),),
    2: ((-9, 8), (9, 10)),
    3: ((-11, 5), (11, 6), (0, 13)),
}
"""The places of symbols, by their number, from the back to the front."""
LARGE = 1.16
"""The scale of symbols on a tile."""


def draw_pieces(pen: Pen, board: Board, middles: Sequence[Point]) -> None:
    """Draw what lies on the cells of a board, each as a place round its middle."""
    for cell, piece in board.pieces.items():
        at, label = board.addresses(cell), f"{board.grid.names[cell]}, {piece.label}"
        with pen.group(move=middles[cell]), pen.spot(*at, key=piece.key, label=label):
            if piece.art:
                piece.art(pen)


@drawn_once
def tile(pen: Pen, face: int, *, finished: bool = True) -> None:
    """Draw a face in the square from -34 to 34; land of an unfinished island is dry and dashed."""
    pen.rect(-HALF, -HALF, TILE, TILE, fill="sea", stroke="wave", line=0.5)
    if SORTS[FACES[face].sort].shape == "volcano":
        symbols.volcano(pen)
        return
    if LAND[face]:
        _land(pen, EDGES[face], finished=finished)
    else:
        symbols.waves(pen, ((-27, -20), (10, -23), (-18, 25), (13, 20)))
    for edge, inwards in INWARDS.items():
        if WREATH[face] & edge:
            dx, dy = TOWARDS[edge]
            symbols.half_wreath(pen, dx * HALF, dy * HALF, inwards)
    _symbols(pen, face)
    if not finished:
        _unfinished(pen)


def _land(pen: Pen, edges: int, *, finished: bool) -> None:
    """Draw the bands of land, from the shallow water to the grass."""
    for ink, width in BANDS:
        dry = ink == "grass" and not finished
        pen.path(coast(edges, width), fill="dry" if dry else ink)
    if not finished:
        pen.path(coast(edges, width, closed=False), stroke="trunk", line=1.3, dash=True)


def _unfinished(pen: Pen) -> None:
    """Mark a tile that would come off before the count (rule 7.1)."""
    pen.circle(-23, -23, 10, fill="badge", stroke="trunk", line=1)
    pen.text(-23, -16.8, "?", size=17.5, fill="ink", bold=True)


def _symbols(pen: Pen, face: int) -> None:
    """Draw palms, huts, boats and shells, clear of a wreath."""
    number = PALMS[face] + HUT[face] + BOATS[face] + SHELLS[face]
    dx, dy = _room(face)
    if not number:
        return
    grown, others = list(FEET[number][: PALMS[face]]), list(FEET[number][PALMS[face] :])
    with pen.group(move=(dx, dy), scale=LARGE):
        if grown:
            symbols.palms(pen, grown)
        if HUT[face]:
            symbols.hut(pen, *others.pop(0))
        for _ in range(BOATS[face]):
            x, y = others.pop(0)
            symbols.boat(pen, x, y - 6)
        if SHELLS[face]:
            symbols.shells(pen, [(x, y - 3) for x, y in others])


def _room(face: int) -> tuple[float, float]:
    """Return how far symbols move towards where land goes on, and away from a wreath."""
    dx = dy = 0.0
    for edge, (x, y) in TOWARDS.items():
        if EDGES[face] & edge:
            dx, dy = dx + 3 * x, dy + 3 * y
        if WREATH[face] & edge:
            dx, dy = dx - 9 * x, dy - 9 * y
    return dx, dy


# The coast


@cache
def coast(edges: int, width: float, *, closed: bool = True) -> str:
    """Return the outline of land that goes on over ``edges``, as a path; closed, to be filled.

    Where it leaves the tile, it is ``2 * width`` wide and runs straight, so that all land fits.
    """
    if not edges:
        return _smooth(_ring(width), closed=True)
    if edges in (EAST | WEST, NORTH | SOUTH):
        one, other = (_smooth(_rotated(part, edges & NORTH)) for part in _strait(width))
        return f"{one}L{other[1:]}Z" if closed else one + other
    quarters = (EAST, SOUTH, WEST, NORTH).index(edges)
    return _smooth(_rotated(_bay(width), quarters)) + "Z" * closed


def _ring(width: float) -> Outline:
    """Return the outline of an island of one tile."""
    wobble = (1.5, -1.5, 1, 2, -1, 1.5, -1.5, 1, 0, 2, -1, 0)
    return tuple(
        ((width + 3 + more) * cos(radians(30 * at)), (width + 1 + more) * sin(radians(30 * at)))
        for at, more in enumerate(wobble)
    )


def _bay(width: float) -> Outline:
    """Return the outline of an end whose land goes on to the east."""
    w, left, over = width, -(width + 4), REACH[width]
    upper = ((over, -w), (25, -w), (12, -w - 1.5), (-2, -w + 1.5), (-15, -w + 3))
    lower = ((-17, w - 3), (-4, w - 1), (10, w + 1.5), (25, w), (over, w))
    return (*upper, (left + 3, -w * 0.5), (left, 1), (left + 2.5, w * 0.5), *lower)


def _strait(width: float) -> tuple[Outline, Outline]:
    """Return both coasts of a middle piece that runs from east to west, clockwise."""
    w, over = width, REACH[width]
    upper = ((-over, -w), (-25, -w), (-12, -w + 2), (2, -w - 1.5), (14, -w + 1), (25, -w))
    lower = ((over, w), (25, w), (11, w - 2), (-3, w + 1.5), (-15, w - 1), (-25, w))
    return (*upper, (over, -w)), (*lower, (-over, w))


def _rotated(outline: Outline, quarters: int) -> Outline:
    """Turn an outline clockwise by quarters."""
    for _ in range(quarters):
        outline = tuple((-y, x) for x, y in outline)
    return outline


def _smooth(outline: Outline, *, closed: bool = False) -> str:
    """Return a smooth path through points (Catmull and Rom's spline, as cubic curves).

    Steps are in whole units where they can be, so that a page has less to load.
    """
    count = len(outline)

    def point(at: int) -> tuple[float, float]:
        return outline[at % count] if closed else outline[min(max(at, 0), count - 1)]

    x, y = map(_whole, outline[0])
    parts = [f"M{x:g} {y:g}c"]
    for at in range(count if closed else count - 1):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (point(at + step) for step in (-1, 0, 1, 2))
        # The tangent at a point is half the way between its neighbours, and a control point lies
        # a third of the tangent away: hence the sixth.
        ends = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6, x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6)
        places = map(_whole, (*ends, x2, y2))
        parts += [_step(place - (x, y)[axis % 2]) for axis, place in enumerate(places)]
        x, y = _whole(x2), _whole(y2)
    return "".join(parts) + ("Z" if closed else "")


def _whole(value: float) -> float:
    """Round to whole units, but for the line where land leaves the tile."""
    return value if abs(value) > HALF else round(value)


def _step(length: float) -> str:
    """Write a step of a path; a minus parts it from the one before as well as a blank does."""
    text = f"{round(length, 1):g}"
    return text if length < 0 else f" {text}"
