"""Grids drawn in characters: cells between walls, each with its name and content.

A square is a box. A hex is a brick: every second row lies half a brick further right, so that a
brick touches the six that are next to it, as hexes do.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from parlour.kit.grids import Grid
from parlour.rules import spot

EDGE = Style.parse("bright_black")
"""The style of walls."""

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8

LINES = {
    LEFT: "─", RIGHT: "─", LEFT | RIGHT: "─", UP: "│", DOWN: "│", UP | DOWN: "│",
    DOWN | RIGHT: "╭", DOWN | LEFT: "╮", UP | RIGHT: "╰", UP | LEFT: "╯",
    LEFT | RIGHT | DOWN: "┬", LEFT | RIGHT | UP: "┴",
    UP | DOWN | RIGHT: "├", UP | DOWN | LEFT: "┤", UP | DOWN | LEFT | RIGHT: "┼",
}  # fmt: skip
"""Character for a corner of walls, by the sides of the walls that meet there."""


class GridMeasures(NamedTuple):
    """The measures of a drawn grid, in characters."""

    pitch: int
    """Columns from a wall to the next."""
    height: int
    """Lines of a cell, with the wall above it."""
    west: int
    """The leftmost column of any row of the grid."""
    hexes: bool
    """Whether every second row lies half a cell further right."""

    @property
    def room(self) -> int:
        """Columns between two walls."""
        return self.pitch - 1

    def corner(self, place: tuple[int, int]) -> tuple[int, int]:
        """Return the line and the column of the upper left corner of the cell at a ``place``."""
        row, column = place
        aside = self.pitch // 2 if self.hexes and row % 2 else 0
        return row * self.height, (column - self.west) * self.pitch + aside


class Canvas:
    """Characters with styles by line and column, which grows as it is written on."""

    def __init__(self) -> None:
        self._lines: dict[int, dict[int, tuple[str, Style]]] = {}

    def put(self, line: int, column: int, text: str, style: Style) -> None:
        """Write ``text`` in a ``style`` from a ``line`` and ``column`` on, counted from 0."""
        cells = self._lines.setdefault(line, {})
        for at, char in enumerate(text, column):
            cells[at] = (char, style)

    def lines(self) -> Iterator[Text]:
        """Yield the lines from the top; what stands in one style is one part of a line."""
        blank = (" ", Style.null())
        for line in range(1 + max(self._lines)):
            used = self._lines.get(line, {})
            cells = (used.get(at, blank) for at in range(1 + max(used, default=-1)))
            parts = groupby(cells, key=itemgetter(1))
            yield Text.assemble(*(("".join(char for char, _ in run), at) for at, run in parts))


def grid_measures(grid: Grid, pitch: int, height: int) -> GridMeasures:
    """Return the measures of a grid: ``pitch`` columns and ``height`` lines from wall to wall."""
    return GridMeasures(pitch, height, min(column for _, column in grid.coordinates), grid.hexes)


def widest(grid: Grid, width: int, pitches: Iterable[int]) -> int:
    """Return the first of ``pitches`` that fits a grid into a width; else the last."""
    columns = [column for _, column in grid.coordinates]
    across = max(columns) - min(columns) + 1
    staggered = grid.hexes and grid.coordinates[-1][0] > 0
    pitch = 0
    for pitch in pitches:
        if across * pitch + staggered * (pitch // 2) < width:
            break
    return pitch


def draw_walls(canvas: Canvas, grid: Grid, measures: GridMeasures) -> None:
    """Draw the walls of all cells of ``grid`` on ``canvas``, by its ``measures``."""
    for line, column, text in walls(grid.coordinates, measures):
        canvas.put(line, column, text, EDGE)


@lru_cache(maxsize=32)
def walls(
    places: tuple[tuple[int, int], ...], measures: GridMeasures
) -> Sequence[tuple[int, int, str]]:
    """Return the line, the column and the character of each piece of a wall round places."""
    arms: dict[tuple[int, int], int] = {}

    def wall(line: int, column: int, side: int) -> None:
        arms[line, column] = arms.get((line, column), 0) | side

    for place in places:
        top, left = measures.corner(place)
        right, bottom = left + measures.pitch, top + measures.height
        for line in (top, bottom):
            for column in range(left, right):
                wall(line, column, RIGHT)
                wall(line, column + 1, LEFT)
        for column in (left, right):
            for line in range(top, bottom):
                wall(line, column, DOWN)
                wall(line + 1, column, UP)
    return [(line, column, LINES[sides]) for (line, column), sides in arms.items()]


def draw_grid(
    grid: Grid,
    marks: Callable[[int], Sequence[tuple[str, str]]],
    addresses: Callable[[int], Sequence[str]],
    *,
    pitch: int = 4,
    height: int = 2,
) -> Text:
    """Draw a grid with the name of each cell in the wall above it, and marks inside.

    Args:
        grid: The grid.
        marks: Gives the lines of a cell, each a text and a style, for the cell's number. Texts
            without room are cut off.
        addresses: Gives the fields of moves that a cell stands for, for its number.
        pitch: Columns from a wall to the next.
        height: Lines of a cell, with the wall above it.
    """
    canvas = Canvas()
    measures = grid_measures(grid, pitch, height)
    draw_walls(canvas, grid, measures)
    for cell, name in enumerate(grid.names):
        line, column = measures.corner(grid.coordinates[cell])
        at = addresses(cell)
        canvas.put(line, column + 1, name[: measures.room], spot(*at))
        for below in range(1, measures.height):
            canvas.put(line + below, column + 1, " " * measures.room, spot(*at))
        for below, (text, style) in enumerate(marks(cell)[: measures.height - 1], 1):
            fitting = text[: measures.room]
            aside = 1 + (measures.room - len(fitting)) // 2
            canvas.put(line + below, column + aside, fitting, spot(*at, style=style))
    return Text("\n").join(canvas.lines())
