"""The components, from ``components.toml``: the rulebook's list, and the reconstructed parts.

The display with the ship's course round it, and the two sides of a board, follow from them.
"""

from collections import Counter
from importlib.resources import files
from typing import Annotated

from msgspec import Meta, Struct

from parlour import Spelling, read_components
from parlour.kit.grids import square_grid
from parlour.kit.tracks import Track


class Totals(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of all components, as the rulebook lists them."""

    tiles: int
    shells: int
    boards: int


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers at the start of a match."""

    shells: int
    """For each player."""
    slots: int
    """Tiles in the display."""


class PrintedSide(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of every board, as it is printed."""

    columns: int
    rows: int
    boats_beside: int
    """Boats outside the grid."""
    seats: int
    """Maximum number of seats on this side."""
    boat_cell: str | None = None
    """The cell with a printed boat, None for none."""
    inside: tuple[str, ...] = ()
    """The cells of the atoll."""


class TileEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Tiles with the same symbols: ``count`` of each of ``shapes``."""

    shapes: tuple[str, ...]
    count: int
    palms: int = 0
    hut: bool = False
    boats: int = 0
    shells: int = 0
    wreath: tuple[str, ...] = ()
    """The land edges that show half a wreath."""


class Published(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of tiles of each shape, as the rulebook lists them."""

    single: int
    end: int
    middle: int
    water: int
    volcano: int


class Reconstructed(Struct, frozen=True, forbid_unknown_fields=True):
    """Facts that no text of the rulebook states; printed tiles and boards may differ."""

    ends: dict[str, int]
    """End pieces by the side where they end an island."""
    middles: dict[str, int]
    """Middle pieces by the way they run."""
    front: PrintedSide
    atoll: PrintedSide
    tile: tuple[TileEntry, ...]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    totals: Totals
    start: Start
    published: Published
    reconstructed: Reconstructed


def shapes(box: Components) -> dict[str, int]:
    """Return how many tiles of each shape there should be, if it is published and divided."""
    listed, divided = box.published, box.reconstructed
    undivided = {"single": listed.single, "water": listed.water, "volcano": listed.volcano}
    return undivided | divided.ends | divided.middles


def sums(box: Components) -> list[tuple[str, object, object]]:
    """Name each thing that must add up, with the number in the file and the right number."""
    found: Counter[str] = Counter()
    for entry in box.reconstructed.tile:
        found.update(dict.fromkeys(entry.shapes, entry.count))
    wanted = shapes(box)
    return [
        ("tiles", found.total(), box.totals.tiles),
        ("end pieces", sum(box.reconstructed.ends.values()), box.published.end),
        ("middle pieces", sum(box.reconstructed.middles.values()), box.published.middle),
        ("shapes of tile", sorted(found), sorted(wanted)),
        *((f"tiles of shape '{shape}'", found[shape], wanted.get(shape)) for shape in found),
    ]


BOX = read_components((files(__package__) / "components.toml").read_bytes(), Components, sums)

# The display and the boards

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


# Lines and sides are equal to themselves alone: so their hash, in keys of caches, costs nothing.
class Line(Struct, frozen=True, eq=False):
    """A row or a column of a side of the boards: every island lies in one."""

    is_row: bool
    cells: tuple[int, ...]
    """From the left or from the top."""
    cut: slice
    """Cuts the faces of the line out of the faces of a board."""


class Side(Struct, frozen=True, eq=False):
    """One side of the boards."""

    name: str
    cells: tuple[int, ...]
    """The cells that can be covered."""
    lines: tuple[Line, ...]
    """The rows, and the columns."""
    alike: tuple[tuple[slice, Line], ...]
    """For each line the cut of its faces, and the line that stands for all that bring as much."""
    boats_beside: int
    """Boats printed outside the grid, never covered."""
    boat_cell: int
    """The cell with a printed boat, or -1."""
    inside: frozenset[int]
    """The cells of the atoll."""
    neighbours: tuple[tuple[int, ...], ...]
    """For each cell the up to eight around it."""
    around: tuple[int, ...]
    """For each cell these cells, a bit each."""
    seats: int
    """Maximum number of seats on this side."""
    columns: int
    rows: int


def _side(name: str, printed: PrintedSide) -> Side:
    """Lay a printed side out on the grid."""
    cells = tuple(
        row * COLUMNS + column for row in range(printed.rows) for column in range(printed.columns)
    )
    grid = range(len(CELL_NAMES))
    cuts = [
        *(slice(row * COLUMNS, row * COLUMNS + printed.columns) for row in range(printed.rows)),
        *(slice(column, printed.rows * COLUMNS, COLUMNS) for column in range(printed.columns)),
    ]
    neighbours = tuple(tuple(cell for cell in near if cell in cells) for near in BOARD.neighbours)
    lines = tuple(Line(i < printed.rows, tuple(grid[cut]), cut) for i, cut in enumerate(cuts))
    # Without an atoll all rows bring as much, and all columns.
    like = [line if printed.inside else lines[0 if line.is_row else -1] for line in lines]
    return Side(
        name,
        cells,
        lines,
        tuple(zip(cuts, like, strict=True)),
        printed.boats_beside,
        CELL_NAMES.index(printed.boat_cell) if printed.boat_cell else -1,
        frozenset(CELL_NAMES.index(cell) for cell in printed.inside),
        neighbours,
        tuple(sum(1 << cell for cell in near) for near in neighbours),
        printed.seats,
        printed.columns,
        printed.rows,
    )


SIDES = {
    "front": _side("front", BOX.reconstructed.front),
    "atoll": _side("atoll", BOX.reconstructed.atoll),
}
"""Both sides of the boards, by the names that the option ``side`` takes."""
