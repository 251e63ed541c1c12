"""Cells: things set side by side into rows, each with its name, as on the table before a seat."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from parlour.rules.picture import Pen

WIDTH = 400.0
"""Units across of a panel of cells."""
EDGE = 10.0
"""Units between the edge of a panel and its cells."""
CELL = (69.0, 58.0)
"""Width and height of a cell; one of a crowded row is narrower."""
ACROSS = int((WIDTH - 2 * EDGE) // CELL[0])
"""Number of cells in a row of a panel."""
FOOT = 41.0
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


def height_of(cells: Sequence[Cell]) -> float:
    """Return the height of cells set into rows."""
    return -(-len(cells) // ACROSS) * CELL[1]


def draw_cells(
    pen: Pen, cells: Sequence[Cell], left: float, top: float, width: float | None = None
) -> None:
    """Draw cells from the left: in rows of a panel, or with a ``width`` all in one."""
    across = ACROSS if width is None else max(len(cells), 1)
    wide = CELL[0] if width is None else min(CELL[0], width / across)
    for place, cell in enumerate(cells):
        row, column = divmod(place, across)
        _draw_cell(pen, cell, left + column * wide, top + row * CELL[1], wide)


def _draw_cell(pen: Pen, cell: Cell, left: float, top: float, wide: float) -> None:
    with (
        pen.spot(*cell.addresses, key=cell.key, label=cell.label),
        pen.group(move=(left, top), faint=not cell.number),
    ):
        stroke = "line" if cell.addresses else ""
        pen.rect(1.5, 1, wide - 3, CELL[1] - 2, fill="paper", stroke=stroke, line=1.4, corner=6)
        with pen.group(move=(wide / 2, FOOT), scale=0.9):
            cell.draw(pen)
        if cell.number > 1:
            pen.circle(wide - 12, 12, 10.5, fill="bone", stroke="stone-edge")
            pen.text(wide - 12, 17, str(cell.number), size=14, fill="on-bone", bold=True)
        pen.text(wide / 2, CELL[1] - 5, cell.name, size=12.5, fill="ink", within=wide - 3)
