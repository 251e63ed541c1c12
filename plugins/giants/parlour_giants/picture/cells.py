"""Cells: things set side by side into rows, each with its name, as on the table before a seat."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from parlour.rules.picture import Pen

WIDTH = 400.0
"""Units across of a panel of cells."""
EDGE = 10.0
"""Units between the edge of a panel and its cells."""
CELL = (54.0, 68.0)
"""Width and height of a cell."""
FOOT = 46.0
"""Units from the top of a cell to the foot of the thing in it."""


class Cell(NamedTuple):
    """A thing, or several equal ones."""

    name: str
    """The words under it; may be empty."""
    label: str
    """The words for a reader who cannot see it."""
    draw: Callable[[Pen], None]
    """Draws one, with its foot at 0, 0."""
    number: int = 1
    """Number of them; 0 is drawn faint."""
    addresses: tuple[str, ...] = ()
    key: str = ""


def shortened(name: str, length: int) -> str:
    """Return a name of at most so many letters."""
    return name if len(name) <= length else f"{name[: length - 1]}…"


def columns(width: float = WIDTH - 2 * EDGE) -> int:
    """Return the number of cells in a row."""
    return int(width // CELL[0])


def height_of(cells: Sequence[Cell], width: float = WIDTH - 2 * EDGE) -> float:
    """Return the height of cells set into rows."""
    return -(-len(cells) // columns(width)) * CELL[1]


def draw_cells(
    pen: Pen, cells: Iterable[Cell], left: float, top: float, width: float = WIDTH - 2 * EDGE
) -> None:
    """Draw cells in rows from the left."""
    for place, cell in enumerate(cells):
        row, column = divmod(place, columns(width))
        _draw_cell(pen, cell, left + column * CELL[0], top + row * CELL[1])


def _draw_cell(pen: Pen, cell: Cell, left: float, top: float) -> None:
    with (
        pen.spot(*cell.addresses, key=cell.key, label=cell.label),
        pen.group(move=(left, top), faint=not cell.number),
    ):
        stroke = "line" if cell.addresses else ""
        pen.rect(1.5, 1, CELL[0] - 3, CELL[1] - 4, fill="paper", stroke=stroke, line=1.4, corner=6)
        with pen.group(move=(CELL[0] / 2, FOOT)):
            cell.draw(pen)
        if cell.number > 1:
            pen.circle(CELL[0] - 12, 12, 10.5, fill="bone", stroke="stone-edge")
            pen.text(CELL[0] - 12, 17, str(cell.number), size=14, fill="on-bone", bold=True)
        pen.text(CELL[0] / 2, CELL[1] - 8, cell.name, size=11, fill="ink", within=CELL[0] - 5)
