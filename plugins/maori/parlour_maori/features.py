"""Features for a learned evaluation: what each board has, and what can still come of it.

Each is the lead of a seat over the mean of the others.
"""

from functools import lru_cache
from operator import sub

from parlour import Seat, ValueFeatures
from parlour_maori.components import SIDES
from parlour_maori.heuristic import edges_continued
from parlour_maori.phases import State
from parlour_maori.scoring import islands, palm_points, wreaths
from parlour_maori.state import Board, boats
from parlour_maori.tiles import HUT, LAND, PALMS, WREATH

NAMES = (
    "palm points",  # of finished islands (rule 7.3)
    "wreaths",  # whole, on finished islands (rule 7.4)
    "boats",
    "shells",
    "most boats",  # boats of the seats with the most (rule 7.5)
    "most shells",  # shells of the seats with the most (rule 7.6)
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

BOATS, SHELLS, COVERED = 2, 3, 4
"""Places of the boats, the shells and the covered cells in a row."""


def figures(state: State, seat: Seat) -> Row:
    """Return the features of a state for a seat, in the order of the names."""
    side = state.options.side
    rows = [of_board(board, side) for board in state.boards]
    mine, others = rows.pop(seat), len(rows)
    if others == 1:
        lead = [*map(sub, mine, rows[0])]
    else:
        sums = map(sum, zip(*rows, strict=True))
        lead = [own - total / others for own, total in zip(mine, sums, strict=True)]
    lead[SHELLS + 1 : SHELLS + 1] = [_lead_of_most(what, mine, rows) for what in (BOATS, SHELLS)]
    return tuple(lead)


def _lead_of_most(what: int, mine: Row, rows: list[Row]) -> float:
    """Return the lead where only those count who have the most, shared or not."""
    own, theirs = mine[what], [row[what] for row in rows]
    most = max(theirs)
    # As at the end (rules 7.5 and 7.6), all who share the most score, and nobody else does.
    counted = own if own >= most else 0
    return counted - (theirs.count(most) * most / len(theirs) if most >= own else 0)


@lru_cache(maxsize=1 << 12)
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
    side = state.options.side
    covered = [of_board(board, side)[COVERED] for board in state.boards]
    return max(covered) / len(SIDES[side].cells)


FEATURES = ValueFeatures(names=NAMES, of=figures, stage=share_played)
