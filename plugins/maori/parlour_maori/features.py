"""Features for a learned evaluation: what each board has, and what can still come of it.

Each is the lead of a seat over the mean of the others.
"""

from functools import lru_cache

from parlour import Seat, ValueFeatures
from parlour_maori.geometry import SIDES
from parlour_maori.heuristic import edges_continued
from parlour_maori.phases import State
from parlour_maori.player_board import Board, boats
from parlour_maori.scoring import islands, palm_points, wreaths
from parlour_maori.tiles import HUT, LAND, PALMS, WREATH

NAMES = (
    "palm points",  # of finished islands (rule 7.3)
    "wreaths",  # whole, on finished islands (rule 7.4)
    "boats",
    "shells",
    "most boats",  # boats of whoever has the most (rule 7.5)
    "most shells",  # shells of whoever has the most (rule 7.6)
    "covered cells",  # each empty one costs a point (rule 7.7)
    "stored tile",  # (rule 4.6)
    "open palms",  # on islands that can still be finished, double with a hut
    "open huts",
    "open wreaths",  # halves
    "open tiles",
    "joined edges",  # of open tiles
    "blocked tiles",  # of islands that cannot be finished any more (rule 7.1)
)

Row = tuple[float, ...]
"""The figures of one board, without those that other boards decide."""

BOATS, SHELLS = 2, 3
"""Places of the boats and the shells in a row."""


def figures(state: State, seat: Seat) -> Row:
    """Return the features of a state for a seat, in the order of the names."""
    rows = [of_board(board, state.options.side) for board in state.boards]
    most = [max(row[what] for row in rows) for what in (BOATS, SHELLS)]
    whole = [(*row, *_majorities(row, most)) for row in rows]
    mine, others = whole.pop(seat), len(rows) - 1
    sums = map(sum, zip(*whole, strict=True))
    lead = [own - total / others for own, total in zip(mine, sums, strict=True)]
    return (*lead[: SHELLS + 1], *lead[-2:], *lead[SHELLS + 1 : -2])


def _majorities(row: Row, most: list[float]) -> Row:
    """Return the boats and the shells of a seat that has the most, shared or not, else 0."""
    return tuple(
        [row[what] * (row[what] == top) for what, top in zip((BOATS, SHELLS), most, strict=True)]
    )


@lru_cache(maxsize=1 << 14)
def of_board(board: Board, name: str) -> Row:
    """Return the figures of a board on the side of that name."""
    cells, side = board.cells, SIDES[name]
    finished = islands(cells, side)
    kept = {cell for island in finished for cell in island}
    rest = [cell for cell in side.cells if LAND[cells[cell]] and cell not in kept]
    edges = {cell: edges_continued(cells, cell, side) for cell in rest}
    opened = [cell for cell in rest if all(edges[cell])]
    faces = [cells[cell] for cell in opened]
    return (
        sum(palm_points(cells, island, side) for island in finished),
        sum(wreaths(cells, island) for island in finished),
        boats(board, side),
        board.shells,
        sum(bool(cells[cell]) for cell in side.cells),
        bool(board.storage),
        sum(PALMS[face] * (1 + HUT[face]) for face in faces),
        sum(HUT[face] for face in faces),
        sum(bool(WREATH[face]) for face in faces),
        len(opened),
        sum(edges[cell].count(1.0) for cell in opened),
        len(rest) - len(opened),
    )


def share_played(state: State) -> float:
    """Return the share of the fullest board that is covered: a full one ends the match (6.1)."""
    cells = SIDES[state.options.side].cells
    covered = [sum(bool(board.cells[cell]) for cell in cells) for board in state.boards]
    return max(covered) / len(cells)


FEATURES = ValueFeatures(names=NAMES, of=figures, stage=share_played)
