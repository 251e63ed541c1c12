"""Chapter 7: the points of the boards at the end."""

from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from parlour_maori.components import COLUMNS, SIDES, Side
from parlour_maori.state import BaseState, Board, boats
from parlour_maori.tiles import EAST, EDGES, HUT, LAND, NORTH, PALMS, SOUTH, WEST, WREATH

Cells = tuple[int, ...]
Island = tuple[int, ...]
"""The cells of a finished island, from its left or top end on."""

WREATH_POINTS = 10

Direction = tuple[int, int, int]
"""The step to the next cell, the edge that leads there, and the edge of that cell it meets."""
ACROSS: Direction = (1, EAST, WEST)
DOWN: Direction = (COLUMNS, SOUTH, NORTH)


class Sheet(Struct, frozen=True):
    """One player's points, line by line."""

    palms: int
    """Palms on finished islands without a hut (rule 7.3)."""
    hut_palms: int
    """Points for palms on finished islands with one hut or more (rule 7.3)."""
    wreaths: int
    """Points for whole wreaths (rule 7.4)."""
    boats: int
    """Points for the most boats (rule 7.5)."""
    shells: int
    """Points for the most shells (rule 7.6)."""
    empty: int
    """Points lost for empty water cells (rule 7.7), as a negative number."""

    @property
    def total(self) -> int:
        """All lines together."""
        return self.palms + self.hut_palms + self.wreaths + self.boats + self.shells + self.empty


def points(state: BaseState) -> list[int]:
    """Return each seat's points."""
    return [sheet.total for sheet in sheets(state)]


def sheets(state: BaseState) -> tuple[Sheet, ...]:
    """Score all boards; unfinished islands come off first (rule 7.1)."""
    return _sheets(state.boards, state.options.side)


@lru_cache(maxsize=32)
def _sheets(boards: tuple[Board, ...], side_name: str) -> tuple[Sheet, ...]:
    side = SIDES[side_name]
    # Boats of unfinished islands come off before boats are counted; shells were won for good.
    cleared = [Board(without_unfinished(b.cells, side), b.shells) for b in boards]
    seen = [boats(board, side) for board in cleared]
    held = [board.shells for board in cleared]
    return tuple(
        sheet(board.cells, side, majority(mine, seen), majority(board.shells, held))
        for board, mine in zip(cleared, seen, strict=True)
    )


def sheet(cells: Cells, side: Side, boat_points: int, shell_points: int) -> Sheet:
    """Score one board that holds finished islands only."""
    found = islands(cells, side)
    bare = [island for island in found if not has_hut(cells, island)]
    return Sheet(
        sum(palm_points(cells, island, side) for island in bare),
        sum(palm_points(cells, island, side) for island in found if island not in bare),
        WREATH_POINTS * sum(wreaths(cells, island) for island in found),
        boat_points,
        shell_points,
        -sum(not cells[cell] for cell in side.cells),
    )


def majority(mine: int, all_of_them: list[int]) -> int:
    """Return ``mine`` if it is the most, shared or not, else 0 (rules 7.5 and 7.6)."""
    return mine if mine == max(all_of_them) else 0


def islands(cells: Cells, side: Side) -> list[Island]:
    """Return the finished islands: a single one, or end, middles and matching end (rule 7.2)."""
    return [
        island
        for cell in side.cells
        if cells[cell] and LAND[cells[cell]] and (island := island_from(cells, cell, side))
    ]


def island_from(cells: Cells, cell: int, side: Side) -> Island | None:
    """Return the finished island whose left or top end lies on ``cell``."""
    match EDGES[cells[cell]]:
        case 0:
            return (cell,)
        case edge if edge == EAST:
            return _run(cells, cell, ACROSS, side)
        case edge if edge == SOUTH:
            return _run(cells, cell, DOWN, side)
        case _:
            return None


def _run(cells: Cells, cell: int, direction: Direction, side: Side) -> Island | None:
    """Follow the land from an end, until an end meets it or nothing does."""
    step, on, back = direction
    run = [cell]
    while True:
        following = run[-1] + step
        if following not in side.neighbours[run[-1]] or not EDGES[cells[following]] & back:
            return None
        run.append(following)
        if not EDGES[cells[following]] & on:
            return tuple(run)


def without_unfinished(cells: Cells, side: Side) -> Cells:
    """Take all unfinished islands off (rule 7.1)."""
    kept = {cell for island in islands(cells, side) for cell in island}
    return tuple(face if not LAND[face] or cell in kept else 0 for cell, face in enumerate(cells))


def has_hut(cells: Cells, island: Island) -> bool:
    """Tell whether a hut stands on an island; more huts are worth no more (rule 7.3)."""
    return any(HUT[cells[cell]] for cell in island)


def palm_points(cells: Cells, island: Island, side: Side) -> int:
    """Count an island's palms: double with a hut, double again inside the atoll (7.3, 9.4)."""
    palms = sum(PALMS[cells[cell]] for cell in island)
    return palms * (1 + has_hut(cells, island)) * (1 + side.inside.issuperset(island))


def wreaths(cells: Cells, island: Island) -> int:
    """Count the whole wreaths: two halves that meet on a common edge (rule 7.4)."""
    if len(island) < 2:
        return 0
    here, there = (EAST, WEST) if island[1] == island[0] + 1 else (SOUTH, NORTH)
    return sum(
        bool(WREATH[cells[one]] & here and WREATH[cells[other]] & there)
        for one, other in pairwise(island)
    )
