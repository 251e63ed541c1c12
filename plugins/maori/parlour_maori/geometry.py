"""The geometry: the display with the ship's course, and the two sides of a board."""

from typing import Annotated

from msgspec import Meta, Struct

from parlour import Spelling
from parlour.kit.grids import square_grid
from parlour.kit.tracks import Track
from parlour_maori.components import BOX, PrintedSide

COLUMNS, ROWS = 5, 4
"""Cells are numbered row by row on a grid that has room for either side of a board."""

BOARD = square_grid(COLUMNS, ROWS, diagonal=True)
CELL_NAMES = BOARD.names
SLOT_NAMES = square_grid(4, 4).names

Cell = Annotated[
    int,
    Meta(ge=0, lt=len(CELL_NAMES)),
    Spelling(CELL_NAMES.__getitem__, lambda text: CELL_NAMES.index(text.lower())),
]
"""A cell of a board: column a … e, row 1 … 4 from the top."""

Slot = Annotated[
    int,
    Meta(ge=0, lt=len(SLOT_NAMES)),
    Spelling(SLOT_NAMES.__getitem__, lambda text: SLOT_NAMES.index(text.lower())),
]
"""A place of the display: column a … d, row 1 … 4 from the top."""

SLOTS = range(16)
ROUTE = Track(16, ring=True)
"""The way of the ship round the display, clockwise (rule 3.1)."""
BERTHS = range(ROUTE.spaces)
"""Places of the ship, clockwise: 0-3 above columns a-d, 4-7 right of rows 1-4, 8-11 below
columns d-a, 12-15 left of rows 4-1. People count them from 1."""


def _row_from(berth: int) -> tuple[int, ...]:
    """Return the slots of the row or column before a berth, nearest first."""
    side, step = divmod(berth, 4)
    match side:
        case 0:
            return tuple(row * 4 + step for row in range(4))
        case 1:
            return tuple(step * 4 + column for column in (3, 2, 1, 0))
        case 2:
            return tuple(row * 4 + 3 - step for row in (3, 2, 1, 0))
        case _:
            return tuple((3 - step) * 4 + column for column in range(4))


ROW_FROM = tuple(_row_from(berth) for berth in BERTHS)
"""For each berth the four slots of its row or column, nearest first."""


class Side(Struct, frozen=True):
    """One side of the boards."""

    name: str
    cells: tuple[int, ...]
    """The cells that can be covered."""
    boats_beside: int
    """Boats printed outside the grid, never covered."""
    boat_cell: int
    """The cell with a printed boat, or -1."""
    inside: frozenset[int]
    """The cells of the atoll."""
    neighbours: tuple[tuple[int, ...], ...]
    """For each cell the up to eight around it."""
    seats: int
    """The most seats that can play on this side."""


def _side(name: str, printed: PrintedSide) -> Side:
    """Lay a printed side out on the grid."""
    cells = tuple(
        row * COLUMNS + column for row in range(printed.rows) for column in range(printed.columns)
    )
    return Side(
        name,
        cells,
        printed.boats_beside,
        CELL_NAMES.index(printed.boat_cell) if printed.boat_cell else -1,
        frozenset(CELL_NAMES.index(cell) for cell in printed.inside),
        tuple(tuple(cell for cell in near if cell in cells) for near in BOARD.neighbours),
        printed.seats,
    )


SIDES = {
    "front": _side("front", BOX.reconstructed.front),
    "atoll": _side("atoll", BOX.reconstructed.atoll),
}
"""Both sides of the boards, by the names that the option ``side`` takes."""
