"""Grids drawn as shapes: the places of cells in a picture, in its units.

The size of a square is the length of its side, the size of a hex the distance from its middle to a
corner. Hexes stand on a corner.
"""

from math import sqrt
from typing import TypeAlias

from msgspec import Struct

from parlour.kit.grids import Grid

Point: TypeAlias = tuple[float, float]
"""Units to the right and down."""

HEX_CORNERS = ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2))
"""Corners of a hex from its middle, in half widths and half sizes, clockwise from the upper right.

Side ``n`` leads from corner ``n`` to the next.
"""
SQUARE_CORNERS = ((1, -1), (1, 1), (-1, 1), (-1, -1))
"""Corners of a square from its middle, in half sizes, clockwise from the upper right."""


class Chart(Struct, frozen=True):
    """Places of the cells of a grid in a picture that is as large as they need."""

    width: float
    """Units across of all cells, with the margins."""
    height: float
    """Units down of all cells, with the margins."""
    middles: tuple[Point, ...]
    """The middle of each cell."""
    size: float
    """Side of a square, or distance from the middle of a hex to a corner."""
    hexes: bool
    """Whether cells are hexes."""

    def corners(self, cell: int) -> list[Point]:
        """Return the corners of a cell, clockwise from the upper right."""
        at = self.middles[cell]
        return hex_corners(at, self.size) if self.hexes else square_corners(at, self.size)


def chart(grid: Grid, size: float, margin: float = 0.0) -> Chart:
    """Return the places of the cells of a grid, each ``size`` units wide, with a margin around."""
    places = [middle(grid, place, size) for place in grid.coordinates]
    across = size * sqrt(3) / 2 if grid.hexes else size / 2
    down = size if grid.hexes else size / 2
    left = min(x for x, _ in places) - across - margin
    top = min(y for _, y in places) - down - margin
    middles = tuple((x - left, y - top) for x, y in places)
    return Chart(
        width=max(x for x, _ in middles) + across + margin,
        height=max(y for _, y in middles) + down + margin,
        middles=middles,
        size=size,
        hexes=grid.hexes,
    )


def middle(grid: Grid, place: tuple[int, int], size: float) -> Point:
    """Return the middle of a cell of ``grid``, measured from the middle of cell 0, 0.

    ``place`` is its row and its column, ``size`` its width in units.
    """
    row, column = place
    if grid.hexes:
        return (2 * column + row % 2) * (size * sqrt(3) / 2), row * size * 1.5
    return column * size, row * size


def hex_corners(at: Point, size: float) -> list[Point]:
    """Return the corners of a hex that is ``size`` wide, with its middle at a point."""
    x, y = at
    return [(x + h * size * sqrt(3) / 2, y + v * size / 2) for h, v in HEX_CORNERS]


def square_corners(at: Point, size: float) -> list[Point]:
    """Return the corners of a square that is ``size`` wide, with its middle at a point."""
    x, y = at
    return [(x + h * size / 2, y + v * size / 2) for h, v in SQUARE_CORNERS]
