"""Features for a learned evaluation: what each board has, and its possible gains.

Each is the lead of a seat over the mean of the others.
"""

from functools import lru_cache
from operator import sub

from parlour import Seat
from parlour_maori.bots.heuristic import edges_continued, islands_in_line, seen_lines
from parlour_maori.components import SIDES, Line, Side
from parlour_maori.phases import State
from parlour_maori.scoring import Cells, palm_points, wreaths
from parlour_maori.state import Board, boats_on, covered_cells
from parlour_maori.tiles import HUT, PALMS, WREATH

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
"""The figures of one board, without the figures that other boards decide."""

BOATS, SHELLS = 2, 3
"""Places of the boats and the shells in a row."""

FINISHED = 2
"""Number of figures of a line that are of finished islands."""


def figures(state: State, seat: Seat) -> Row:
    """Return the features of a state for a seat, in the order of the names."""
    return _leads(state.boards, state.options.side, seat)


# A ship that sails and a tile that is taken for nothing change no board. The cache is small, since
# one that keeps thousands of boards costs more time in memory than it saves.
@lru_cache(maxsize=1 << 6)
def _leads(boards: tuple[Board, ...], side: str, seat: Seat) -> Row:
    rows = [of_board(board, side) for board in boards]
    mine, others = rows.pop(seat), len(rows)
    if others == 1:
        lead = [*map(sub, mine, rows[0])]
    else:
        sums = map(sum, zip(*rows, strict=True))
        lead = [own - total / others for own, total in zip(mine, sums, strict=True)]
    lead[SHELLS + 1 : SHELLS + 1] = [_lead_of_most(what, mine, rows) for what in (BOATS, SHELLS)]
    return tuple(lead)


def _lead_of_most(what: int, mine: Row, rows: list[Row]) -> float:
    """Return the lead, counted only for boards with the most, shared or not."""
    own, theirs = mine[what], [row[what] for row in rows]
    most = max(theirs)
    # As at the end (rules 7.5 and 7.6), all who share the most score, and nobody else does.
    counted = own if own >= most else 0
    return counted - (theirs.count(most) * most / len(theirs) if most >= own else 0)


@lru_cache(maxsize=1 << 12)
def of_board(board: Board, name: str) -> Row:
    """Return the figures of a board on the side of that name."""
    finished, seen, still_open = _of_tiles(board.cells, SIDES[name])
    counted = (seen, board.shells, covered_cells(board), bool(board.storage))
    return finished + counted + still_open


# Many boards of a turn differ in shells alone.
@lru_cache(maxsize=1 << 8)
def _of_tiles(cells: Cells, side: Side) -> tuple[Row, int, Row]:
    """Return the figures of finished islands, the boats, and the figures of open islands."""
    lines = [of_line(faces, line, side) for faces, line in seen_lines(cells, side)]
    figures = tuple(map(sum, zip(*lines, strict=True)))
    return figures[:FINISHED], boats_on(cells, side), figures[FINISHED:]


@lru_cache(maxsize=1 << 12)
def of_line(faces: Cells, line: Line, side: Side) -> Row:
    """Return the figures of the islands in a line, finished or not."""
    cells, finished, rest = islands_in_line(faces, line, side)
    edges = {cell: edges_continued(cells, cell, side) for cell in rest}
    opened = [cell for cell in rest if all(edges[cell])]
    tiles = [cells[cell] for cell in opened]
    return (
        sum(palm_points(cells, island, side) for island in finished),
        sum(wreaths(cells, island) for island in finished),
        sum(PALMS[face] * (1 + HUT[face]) for face in tiles),
        sum(HUT[face] for face in tiles),
        sum(bool(WREATH[face]) for face in tiles),
        len(opened),
        sum(edges[cell].count(1.0) for cell in opened),
        len(rest) - len(opened),
    )


def share_played(state: State) -> float:
    """Return the share of the fullest board that is covered: a full one ends the match (6.1)."""
    cells = SIDES[state.options.side].cells
    return max(map(covered_cells, state.boards)) / len(cells)
