"""The chart of an island: where its hexes, its ahus and its coast lie, in units of the picture.

A hex stands on a corner. Every second row lies half a hex further east. Everything is worked out
for regular hexes and then drawn wider, as a window is, so that figures have more room.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, dist, hypot, pi, sin, sqrt
from typing import NamedTuple, TypeAlias

from parlour.kit.grid_picture import HEX_CORNERS, Point, middle
from parlour_giants.board import Board, board, members

Cell: TypeAlias = tuple[int, int]
"""A hex by twice its place in the row, plus 1 in every second row, and its row; also in the sea."""
Corner: TypeAlias = tuple[int, int]
"""A corner of hexes, in steps of half a width and half a radius."""

RADIUS = 62.0
"""Units from the middle of a hex to a corner."""
HALF = RADIUS * sqrt(3) / 2
"""Units from the middle of a hex to a side, and half its width."""
WIDER = 1.15
"""The width of a hex, in widths of a regular one."""
OUT = 24.0
"""Units from a side to the middle of the ahu that lies before it."""
AHU = (76.0 / WIDER, 52.0)
"""Units of the room for an ahu and its pieces, across and down."""
PUSHES = 60
"""Number of times that ahus are pushed apart."""
FAR = 1e9
"""A distance beyond all."""
BEACH, SURF = 46.0, 56.0
"""Units from the outer hexes' sides to the water's edge, and to the end of the surf."""
MARGINS = (42.0 / WIDER, 45.0, 42.0 / WIDER, 33.0)
"""Units of sea round the middles of hexes and ahus, if the surf needs no more: left, top, right
and bottom."""
NAMES: tuple[Point, ...] = ((0.0, -45.0), (-24.0, -33.0), (24.0, -33.0), (0.0, -29.0))
"""Steps from the middle of a hex to where its name may stand, the best first."""
NAME = (49.0 / WIDER, 20.0)
"""Units across and down between the middles of a name and of an ahu that does not cover it."""
PASSES = 2
"""Number of times that the corners of a coast are smoothed."""

SIDES: tuple[Cell, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The steps from a hex to those around it: east, then clockwise."""


class Chart(NamedTuple):
    """The places of everything on an island."""

    width: float
    height: float
    hexes: tuple[Point, ...]
    """The middle of each hex."""
    names: tuple[Point, ...]
    """The middle of each hex's name."""
    ahus: tuple[Point, ...]
    """The middle of each ahu."""
    beach: str
    """The water's edge, as a path."""
    surf: str
    """The end of the surf, as a path."""


@lru_cache(maxsize=16)
def chart(source: str) -> Chart:
    """Return the chart of a board, given as ``board.board`` takes it."""
    on = board(source)
    cells = [(2 * column + row % 2, row) for row, column in on.grid.coordinates]
    hexes = [middle(on.grid, place, RADIUS) for place in on.grid.coordinates]
    ahus = _ahus(on, cells)
    coasts = list(_coasts(set(cells)))
    left, top, right, bottom = _edges((*hexes, *ahus), coasts)

    def moved(point: Point) -> Point:
        return (point[0] - left) * WIDER, point[1] - top

    beach, surf = (
        " ".join(_curve([moved(point) for point in _widened(coast, by)]) for coast in coasts)
        for by in (BEACH, SURF)
    )
    names = [_name(place, ahus) for place in hexes]
    sites, words, platforms = (tuple(map(moved, points)) for points in (hexes, names, ahus))
    return Chart((right - left) * WIDER, bottom - top, sites, words, platforms, beach, surf)


def _edges(sites: tuple[Point, ...], coasts: list[list[Point]]) -> Iterator[float]:
    """Yield the left, top, right and bottom edge of a chart."""
    surf = [point for coast in coasts for point in _widened(coast, SURF)]
    for axis in (0, 1):
        inner = min(point[axis] for point in sites) - MARGINS[axis]
        yield min(inner, *(point[axis] for point in surf))
    for axis in (0, 1):
        inner = max(point[axis] for point in sites) + MARGINS[axis + 2]
        yield max(inner, *(point[axis] for point in surf))


def _name(middle: Point, ahus: list[Point]) -> Point:
    """Return where the name of a hex stands: covered by no ahu, if possible."""
    places = [(middle[0] + across, middle[1] + down) for across, down in NAMES]
    is_free = [
        all(abs(x - u) > NAME[0] or abs(y - v) > NAME[1] for u, v in ahus) for x, y in places
    ]
    return places[is_free.index(True) if any(is_free) else -1]


def _middle(cell: Cell) -> Point:
    return cell[0] * HALF, cell[1] * RADIUS * 1.5


def _beside(cell: Cell) -> list[Cell]:
    return [(cell[0] + across, cell[1] + down) for across, down in SIDES]


# The ahus


def _ahus(on: Board, cells: list[Cell]) -> list[Point]:
    """Place the ahus of each hex before the ahus of its sides where most of the open sea lies.

    Where several hexes share a bay, their ahus are pushed apart.
    """
    land = set(cells)
    placed: dict[int, Point] = {}
    holders = [here for here in range(len(cells)) if on.ahus_at[here]]
    for here in sorted(holders, key=lambda here: len(_shores(cells[here], land))):
        ahus = list(members(on.ahus_at[here]))
        sites = _sites(cells[here], land, len(ahus), list(placed.values()))
        placed.update(zip(ahus, sorted(sites, key=lambda site: (site[1], site[0])), strict=True))
    sites = [placed[number] for number in range(len(on.ahus))]
    middles = [_middle(cell) for cell in cells]
    for _ in range(PUSHES):
        sites = [_off_land(site, middles) for site in _pushed_apart(sites)]
    return sites


def _shores(cell: Cell, land: set[Cell]) -> list[int]:
    """Return the sides of a hex that lie at the sea."""
    return [side for side, near in enumerate(_beside(cell)) if near not in land]


def _sites(cell: Cell, land: set[Cell], number: int, taken: list[Point]) -> list[Point]:
    """Choose the places of a hex's ahus, one after another."""
    sites: list[Point] = []
    near = _beside(cell)
    for _ in range(number):
        choices = [
            (_nearest(site, [*taken, *sites]) < HALF / 2, coast, -_nearest(site, taken), site)
            for side in _shores(cell, land)
            for site in [_before(cell, side)]
            for coast in [sum(beyond in land for beyond in _beside(near[side]))]
        ]
        crowded, *_, site = min(choices)
        sites.append((site[0], site[1] + len(sites)) if crowded else site)
    return sites


def _nearest(site: Point, others: list[Point]) -> float:
    return min((dist(site, other) for other in others), default=FAR)


def _before(cell: Cell, side: int) -> Point:
    """Return the place before a side of a hex."""
    x, y = _middle(cell)
    angle, out = side * pi / 3, HALF + OUT
    return x + out * cos(angle), y + out * sin(angle)


def _pushed_apart(sites: list[Point]) -> list[Point]:
    """Push each two ahus apart that overlap, along the shorter way."""
    moved = [list(site) for site in sites]
    for number, site in enumerate(moved):
        for other in moved[number + 1 :]:
            across, down = other[0] - site[0], other[1] - site[1]
            over = (AHU[0] - abs(across), AHU[1] - abs(down))
            if min(over) > 0:
                axis = 0 if over[0] < over[1] else 1
                step = over[axis] / 4 * (1 if (across, down)[axis] >= 0 else -1)
                site[axis] -= step
                other[axis] += step
    return [(x, y) for x, y in moved]


def _off_land(site: Point, middles: list[Point]) -> Point:
    """Push an ahu out of hexes."""
    for x, y in middles:
        away = dist(site, (x, y))
        if away < HALF + OUT:
            longer = (HALF + OUT) / (away or 1.0)
            site = (x + (site[0] - x) * longer, y + (site[1] - y) * longer)
    return site


# The coast


def _coasts(land: set[Cell]) -> Iterator[list[Point]]:
    """Yield the corners of each coast in order, land on the right hand."""
    leads: dict[Corner, list[Corner]] = {}
    for column, row in sorted(land):
        corners = [(column + h, 3 * row + v) for h, v in HEX_CORNERS]
        for side in _shores((column, row), land):
            leads.setdefault(corners[side], []).append(corners[(side + 1) % 6])
    while leads:
        yield [(x * HALF, y * RADIUS / 2) for x, y in _walk(leads)]


def _walk(leads: dict[Corner, list[Corner]]) -> Iterator[Corner]:
    """Walk round one coast, and forget it."""
    here = next(iter(leads))
    while here in leads:
        yield here
        following = leads[here]
        after = following.pop()
        if not following:
            del leads[here]
        here = after


def _widened(coast: list[Point], by: float) -> list[Point]:
    """Move a coast outwards and smooth it."""
    moved = [_outwards(before, here, after, by) for before, here, after in _threes(coast)]
    for _ in range(PASSES):
        moved = [
            ((before[0] + 2 * here[0] + after[0]) / 4, (before[1] + 2 * here[1] + after[1]) / 4)
            for before, here, after in _threes(moved)
        ]
    return moved


def _threes(points: list[Point]) -> Iterator[tuple[Point, Point, Point]]:
    """Yield each point of a ring with those before and behind it."""
    return zip([points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True)


def _outwards(before: Point, here: Point, after: Point, by: float) -> Point:
    across, down = after[0] - before[0], after[1] - before[1]
    length = hypot(across, down) or 1.0
    return here[0] + by * down / length, here[1] - by * across / length


def _curve(points: list[Point]) -> str:
    """Return a smooth closed path past points."""
    steps = []
    for _, here, after in _threes(points):
        middle = ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2)
        steps.append(f"Q{here[0]:.1f},{here[1]:.1f} {middle[0]:.1f},{middle[1]:.1f}")
    first = ((points[-1][0] + points[0][0]) / 2, (points[-1][1] + points[0][1]) / 2)
    return f"M{first[0]:.1f},{first[1]:.1f} {' '.join(steps)} Z"
