"""The walls between hexes, in line drawing.

A hex is drawn as a brick. Every second row lies half a brick further east, so that a brick
touches the six that are next to it, as hexes do.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

EDGE = "bright_black"
"""The style of walls."""

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8

LINES = {
    0: " ", LEFT: "─", RIGHT: "─", LEFT | RIGHT: "─",
    UP: "│", DOWN: "│", UP | DOWN: "│",
    DOWN | RIGHT: "╭", DOWN | LEFT: "╮", UP | RIGHT: "╰", UP | LEFT: "╯",
    LEFT | RIGHT | DOWN: "┬", LEFT | RIGHT | UP: "┴",
    UP | DOWN | RIGHT: "├", UP | DOWN | LEFT: "┤", UP | DOWN | LEFT | RIGHT: "┼",
}  # fmt: skip
"""The character in which lines meet, by the sides from which they come."""


class Grid(NamedTuple):
    """The measures of a drawn island, in characters."""

    pitch: int
    """Columns from a wall to the next."""
    height: int
    """Lines of a hex, with the wall above it."""
    west: int
    """The westernmost place of any row."""

    @property
    def room(self) -> int:
        """Columns between two walls."""
        return self.pitch - 1

    def corner(self, name: str) -> tuple[int, int]:
        """Return the line and the column of a hex's upper left corner."""
        row, place = ord(name[0]) - ord("a"), int(name[1:]) - self.west
        return row * self.height, place * self.pitch + (row % 2) * (self.pitch // 2)


class Canvas:
    """A grid of characters with styles, which grows as it is written on."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, Style]] = {}

    def put(self, line: int, column: int, text: str, style: Style) -> None:
        """Write ``text`` to the right from a place, counted from 0."""
        for step, char in enumerate(text):
            self._cells[line, column + step] = (char, style)

    @property
    def height(self) -> int:
        """Number of lines."""
        return 1 + max(line for line, _ in self._cells)

    def width(self, line: int) -> int:
        """Columns that are used in a line."""
        return 1 + max((column for at, column in self._cells if at == line), default=-1)

    def lines(self) -> Iterator[Text]:
        """Yield the lines from the top."""
        blank = (" ", Style.null())
        for line in range(self.height):
            cells = (self._cells.get((line, at), blank) for at in range(self.width(line)))
            yield Text.assemble(*cells)


def draw_walls(canvas: Canvas, grid: Grid, names: Iterable[str]) -> None:
    """Draw the walls of all hexes."""
    arms: dict[tuple[int, int], int] = {}

    def wall(line: int, column: int, side: int) -> None:
        arms[line, column] = arms.get((line, column), 0) | side

    for name in names:
        top, left = grid.corner(name)
        right, bottom = left + grid.pitch, top + grid.height
        for line in (top, bottom):
            for column in range(left, right):
                wall(line, column, RIGHT)
                wall(line, column + 1, LEFT)
        for column in (left, right):
            for line in range(top, bottom):
                wall(line, column, DOWN)
                wall(line + 1, column, UP)
    style = Style.parse(EDGE)
    for (line, column), sides in arms.items():
        canvas.put(line, column, LINES[sides], style)
