"""Grids of squares or of hexes: cells with numbers, names, coordinates and neighbours.

A state holds the numbers of cells, or a set of them as an int: bit ``n`` stands for cell ``n``.
Cells are numbered row by row, from the top and from the left. A grid is made once, when a
game is loaded, and then only looked up.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from string import ascii_lowercase
from typing import TypeAlias

from msgspec import Struct

Offsets: TypeAlias = tuple[tuple[int, int], ...]
"""Differences of row and column from a cell to each that may adjoin it."""

SIDES: Offsets = ((-1, 0), (0, -1), (0, 1), (1, 0))
CORNERS: Offsets = ((-1, -1), (-1, 1), (1, -1), (1, 1))
HEX_SIDES: tuple[Offsets, Offsets] = (
    ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)),
    ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)),
)
"""Offsets from a hex of an even row, and from one of an odd row."""
MAX_LETTERED = len(ascii_lowercase)
"""Maximum number of columns of squares, or of rows of hexes: each has a letter."""


class Grid(Struct, frozen=True):
    """Cells and the neighbours of each; all tuples are by the number of the cell."""

    names: tuple[str, ...]
    coordinates: tuple[tuple[int, int], ...]
    """Row and column of each cell. Rows count from 0."""
    index: dict[str, int]
    """Number of each cell, by name."""
    neighbours: tuple[tuple[int, ...], ...]
    """Numbers of the cells beside each cell, in rising order."""
    around: tuple[int, ...]
    """The neighbours of each cell, as a set."""
    hexes: bool = False
    """Whether cells are hexes: every second row lies half a cell further right."""
    free: bool = False
    """Whether cells are places apart, which lines join with their neighbours."""

    def distances(self, cell: int) -> tuple[int, ...]:
        """Return the fewest steps from ``cell`` to each cell; -1 if no way leads there.

        A step leads to a neighbour. This searches the whole grid: a game that asks often keeps the
        answers, as in ``tuple(map(grid.distances, range(len(grid.names))))``.
        """
        steps = [-1] * len(self.names)
        steps[cell] = 0
        reached = [cell]
        for here in reached:
            for near in self.neighbours[here]:
                if steps[near] < 0:
                    steps[near] = steps[here] + 1
                    reached.append(near)
        return tuple(steps)


def square_grid(columns: int, rows: int, *, diagonal: bool = False, upwards: bool = False) -> Grid:
    """Return a grid of squares, named as on a board of chess: ``b3`` is column b, row 3.

    Row 1 is the uppermost, with ``upwards`` the lowest. Squares adjoin by their sides, with
    ``diagonal`` by their corners too.

    Raises:
        ValueError: There are no rows, no columns, or more than 26 columns.
    """
    if not 1 <= columns <= MAX_LETTERED or rows < 1:
        raise ValueError(
            f"expected 1 to {MAX_LETTERED} columns and at least 1 row, got {columns} and {rows}"
        )
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    numbers = range(rows, 0, -1) if upwards else range(1, rows + 1)
    names = (f"{ascii_lowercase[column]}{numbers[row]}" for row, column in cells)
    offsets = SIDES + CORNERS if diagonal else SIDES
    return _grid(names, cells, (offsets, offsets))


def hex_grid(
    spans: Sequence[tuple[int, int]], name: Callable[[int, int], str] | None = None
) -> Grid:
    """Return a grid of hexes in rows, named by row and place: ``b3`` is row b, place 3.

    A board of another outline, such as a rhombus, may have other names.

    Args:
        spans: First and last place of each row. Every second row, beginning with row b, lies half
            a hex further right, so ``b3`` lies below ``a3`` and ``a4``. A hex's column among the
            coordinates is its place.
        name: Returns the name of a hex, given its row and its number in the row, both from 0.

    Raises:
        ValueError: There are no rows or more than 26, or a span ends before it begins.
    """
    if not 1 <= len(spans) <= MAX_LETTERED:
        raise ValueError(f"expected 1 to {MAX_LETTERED} rows, got {len(spans)}")
    for letter, (first, last) in zip(ascii_lowercase, spans, strict=False):
        if not 0 <= first <= last:
            raise ValueError(f"row {letter}: expected a span like 2-8, got {first}-{last}")
    cells = [
        (row, place) for row, (first, last) in enumerate(spans) for place in range(first, last + 1)
    ]
    names = (
        f"{ascii_lowercase[row]}{place}" if name is None else name(row, place - spans[row][0])
        for row, place in cells
    )
    return _grid(names, cells, HEX_SIDES, hexes=True)


def free_grid(places: Mapping[str, tuple[int, int]], links: Iterable[tuple[str, str]] = ()) -> Grid:
    """Return places apart, each by its name with its row and column, and the links between them.

    Only linked places are neighbours. Rows and columns are those of a grid of squares.
    """
    index = {name: number for number, name in enumerate(places)}
    beside: list[set[int]] = [set() for _ in places]
    for one, other in links:
        beside[index[one]].add(index[other])
        beside[index[other]].add(index[one])
    return Grid(
        names=tuple(places),
        coordinates=tuple(places.values()),
        index=index,
        neighbours=tuple(tuple(sorted(near)) for near in beside),
        around=tuple(sum(1 << cell for cell in near) for near in beside),
        free=True,
    )


def _grid(
    names: Iterable[str],
    cells: Sequence[tuple[int, int]],
    offsets: tuple[Offsets, Offsets],
    *,
    hexes: bool = False,
) -> Grid:
    """Return a grid, given the offsets of even and of odd rows."""
    numbers = {cell: number for number, cell in enumerate(cells)}
    neighbours = tuple(
        tuple(
            sorted(
                numbers[near]
                for down, right in offsets[row % 2]
                if (near := (row + down, column + right)) in numbers
            )
        )
        for row, column in cells
    )
    named = tuple(names)
    return Grid(
        names=named,
        coordinates=tuple(cells),
        index={name: number for number, name in enumerate(named)},
        neighbours=neighbours,
        around=tuple(sum(1 << near for near in beside) for beside in neighbours),
        hexes=hexes,
    )
