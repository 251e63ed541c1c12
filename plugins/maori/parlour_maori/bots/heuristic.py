"""The heuristic for bots: each board as it would score, and its possible gains."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, inf
from typing import TYPE_CHECKING

from parlour import Over, Seat, left_of
from parlour_maori.components import CELL_NAMES, COLUMNS, SIDES, Line, Side
from parlour_maori.options import Options
from parlour_maori.scoring import Cells, Island, island_from, palm_points, points, wreaths
from parlour_maori.state import NO_PAWN, Board, boats_on, covered_cells
from parlour_maori.tiles import (
    EAST,
    EDGES,
    FACES,
    HUT,
    LAND,
    NORTH,
    PALMS,
    SOUTH,
    VOLCANO,
    WEST,
    WREATH,
)

if TYPE_CHECKING:
    from parlour_maori.state import BaseState

HOPE = 0.5
"""Points for a palm on an island that can still be finished."""
WREATH_HOPE = 2.5
"""Points for half a wreath whose other half can still come."""
BOAT, SHELL, STORED = 0.6, 0.5, 0.3
"""Points for a boat, a shell and a stored tile while the match goes on."""
RESTED = 7.0
"""Points that a rest costs, else bots would wait endlessly for a tile that fits better."""
BARE = 0.01
"""Points that an empty cell costs if only points count: no tile is taken off for nothing."""
ROOM, MAX_ROOM = 0.5, 4
"""Points for a free cell in reach of the pawn, and maximum number of them that count."""
STRANDED, STEP = 4.0, 1.0
"""Points that a free cell beyond the way of the pawn costs, and a step that leads to a longer way.
"""
MAX_WAY, MAX_STEPS = {"basic": 1, "advanced": 1, "expert": 12}, 3
"""Maximum numbers of cells and of paid steps before them that are looked for on a way.

In the advanced game the pawn may then move to any tile; the basic game has no pawn."""

_BEYOND = {NORTH: -COLUMNS, EAST: 1, SOUTH: COLUMNS, WEST: -1}
_OPPOSITE = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}

COUNTED = (
    tuple(land and bool(edges & (NORTH | SOUTH)) for land, edges in zip(LAND, EDGES, strict=True)),
    tuple(
        land and (not edges or bool(edges & (EAST | WEST)))
        for land, edges in zip(LAND, EDGES, strict=True)
    ),
)
"""For each face whether it counts for its column, and whether for its row: land along the line, and
for its row an island of one tile."""


def _faces_seen(counted: Sequence[bool]) -> tuple[int, ...]:
    """Return for each face the first one that looks the same to a line.

    Land that leads out of a line only blocks it, as water does.
    """
    first: dict[object, int] = {0: 0}
    seen = []
    for face in range(len(FACES)):
        kept = EDGES[face], PALMS[face], HUT[face], WREATH[face]
        looks = kept if counted[face] else bool(face)
        seen.append(first.setdefault(looks, face))
    return tuple(seen)


SEEN = tuple(map(_faces_seen, COUNTED))
"""For each face what a column and what a row sees of it."""


@lru_cache(maxsize=1 << 6)
def seen_lines(cells: Cells, side: Side) -> Sequence[tuple[Cells, Line]]:
    """Return what each line sees of its faces, and the line that stands for it."""
    seen = [tuple(map(by_face.__getitem__, cells)) for by_face in SEEN]
    return [(seen[like.is_row][cut], like) for cut, like in side.alike]


def lead(state: BaseState, seat: Seat) -> float:
    """Return the seat's own worth, less half of its best opponent's worth.

    At the end the lead in points counts alone, and so it does if no hope is left.
    """
    end = state.phases[-1]
    if isinstance(end, Over):
        return end.lead(seat)
    turns = turns_to_come(state)
    if not turns:
        counted = points(state)
        bare = state.boards[seat].cells.count(0)
        return counted.pop(seat) - max(counted) - BARE * bare
    cost = RESTED * bool(state.unchanged and end.seat == left_of(seat, len(state.boards)))
    return _lead(state.boards, state.options, turns, seat, cost)


# Most moves of a turn leave the boards as they are. A cache of thousands would cost more in memory.
@lru_cache(maxsize=1 << 6)
def _lead(
    boards: tuple[Board, ...], options: Options, turns: int, seat: Seat, cost: float
) -> float:
    worths = [worth(board, options, turns) for board in boards]
    own = worths.pop(seat) - cost
    return own - max(worths) / 2


def foregone(state: BaseState) -> Sequence[int] | None:
    """Return the places if no tile can be taken any more: who takes tiles off then only loses."""
    # The last turns end by themselves, whatever a seat does.
    if state.turns_left >= 0 or _is_tile_left(state):
        return None
    shells = [board.shells for board in state.boards]
    return Over.ranked(points(state), shells).places


def turns_to_come(state: BaseState) -> int:
    """Return a seat's share of the tiles that can still be taken, within reach of the longest way.

    It is 0 if only points count: these are the last turns, or no tile can be taken any more.
    """
    if state.turns_left >= 0 or not _is_tile_left(state):
        return 0
    longest = MAX_WAY[state.options.variant]
    if longest == 1:
        return 1
    tiles = sum(state.stack[:VOLCANO]) + sum([0 < sort != VOLCANO for sort in state.display])
    return min(ceil(tiles / len(state.boards)), longest)


def _is_tile_left(state: BaseState) -> bool:
    """Return whether a tile can still be taken."""
    # Volcanoes are the last sort.
    return any(state.stack[:VOLCANO]) or any(0 < sort != VOLCANO for sort in state.display)


@lru_cache(maxsize=1 << 11)
def worth(board: Board, options: Options, turns: int) -> float:
    """Return about how many points a board will bring if it gets so many tiles more at most."""
    return (
        _worth_of_tiles(board.cells, SIDES[options.side])
        + SHELL * board.shells
        + STORED * bool(board.storage)
        + covered_cells(board)
        + room(board, options, turns)
    )


# Many boards of a turn differ in shells alone.
@lru_cache(maxsize=1 << 8)
def _worth_of_tiles(cells: Cells, side: Side) -> float:
    """Return what the lines and the boats of a board bring."""
    lines = [worth_of_line(faces, line, side) for faces, line in seen_lines(cells, side)]
    return sum(lines) + BOAT * boats_on(cells, side)


# A move changes a row and a column: the other lines are known.
@lru_cache(maxsize=1 << 12)
def worth_of_line(faces: Cells, line: Line, side: Side) -> float:
    """Return what the islands in a line bring, finished or not, by the faces that it sees."""
    cells, finished, rest = islands_in_line(faces, line, side)
    return sum(
        palm_points(cells, island, side) + 10 * wreaths(cells, island) for island in finished
    ) + sum(hope(cells, cell, side) for cell in rest)


def islands_in_line(faces: Cells, line: Line, side: Side) -> tuple[Cells, list[Island], list[int]]:
    """Return a board with these faces alone, their finished islands and the cells of the others.

    Only islands that count for the line are meant (``COUNTED``).
    """
    laid = [0] * len(CELL_NAMES)
    laid[line.cut] = faces
    cells = tuple(laid)
    counted = COUNTED[line.is_row]
    own = [cell for cell in line.cells if counted[cells[cell]]]
    finished = [island for cell in own if (island := island_from(cells, cell, side))]
    kept = {cell for island in finished for cell in island}
    return cells, finished, [cell for cell in own if cell not in kept]


def room(board: Board, options: Options, turns: int) -> float:
    """Return what the cells in reach of the pawn are worth, less the cells that its way leaves out.

    A seat that gets few tiles more leaves out no more cells than it has tiles for.
    """
    if board.pawn == NO_PAWN or not turns:
        return 0.0
    side = SIDES[options.side]
    free = sum([1 << cell for cell in side.cells if not board.cells[cell]])
    if not free:
        return 0.0
    tiles = turns + bool(board.storage)
    wanted = min(free.bit_count(), MAX_WAY[options.variant], tiles)
    return _room(free, board.pawn, wanted, min(board.shells, MAX_STEPS), side)


@lru_cache(maxsize=1 << 13)
def _room(free: int, pawn: int, wanted: int, shells: int, side: Side) -> float:
    """Return what the free cells, a bit each, are worth to a pawn that may step for shells."""
    lost, stands = inf, {pawn}
    for paid in range(shells + 1):
        longest = max(_way(free, cell, wanted, side) for cell in stands)
        lost = min(lost, STRANDED * (wanted - longest) + STEP * paid)
        if longest == wanted:
            break
        stands |= {to for cell in stands for to in side.neighbours[cell] if not free >> to & 1}
    reach = (side.around[pawn] & free).bit_count()
    return ROOM * min(reach, MAX_ROOM) - lost


@lru_cache(maxsize=1 << 15)
def _way(free: int, cell: int, wanted: int, side: Side) -> int:
    """Return how many free cells a pawn can cover, each beside the last, at most ``wanted``."""
    # Of two parts of the free cells it can cover one: a longer way is not looked for.
    within = _joined(free, cell, side)
    wanted = min(wanted, within.bit_count())
    longest, nexts = 0, side.around[cell] & within
    while nexts and longest < wanted:
        to = nexts.bit_length() - 1
        nexts ^= 1 << to
        longest = max(longest, 1 + _way(within ^ (1 << to), to, wanted - 1, side))
    return longest


def _joined(free: int, cell: int, side: Side) -> int:
    """Return the free cells that steps from one to the next lead to, a bit each."""
    joined = nexts = side.around[cell] & free
    while nexts:
        new = side.around[nexts.bit_length() - 1] & free & ~joined
        nexts = nexts ^ (1 << nexts.bit_length() - 1) | new
        joined |= new
    return joined


def hope(cells: Cells, cell: int, side: Side) -> float:
    """Return what an unfinished tile may still bring: less than nothing if it is blocked."""
    face = cells[cell]
    if not LAND[face]:
        return 0.0
    fits = edges_continued(cells, cell, side)
    if not all(fits):
        # Its cell counts as covered in `worth`, but it comes off and leaves an empty one: 1 + 1.
        return -2.0
    wreath = WREATH_HOPE * bool(WREATH[face])
    return HOPE * PALMS[face] * (1 + HUT[face]) + HOPE * HUT[face] + wreath + 0.5 * (sum(fits) - 1)


def edges_continued(cells: Cells, cell: int, side: Side) -> list[float]:
    """Tell for each land edge of a tile how far the land goes on: 1 it does, ½ it can, 0 not."""
    face = cells[cell]
    return [_fits(cells, cell, edge, side) for edge in _BEYOND if EDGES[face] & edge]


def _fits(cells: Cells, cell: int, edge: int, side: Side) -> float:
    """Tell how far the land over an edge is continued: 1 it is, ½ it can be, 0 it cannot."""
    beyond = cell + _BEYOND[edge]
    if beyond not in side.neighbours[cell]:
        return 0.0
    if not cells[beyond]:
        return 0.5
    return float(bool(EDGES[cells[beyond]] & _OPPOSITE[edge]))
