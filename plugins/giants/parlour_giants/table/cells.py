"""Cells: a thing, or several equal ones, with its number and its name under it."""

from collections.abc import Callable
from functools import partial

from parlour.kit.table import Piece, Point
from parlour.rules.picture import Pen
from parlour_giants.words.names import say

STYLES = ("bright_blue", "green", "red", "yellow", "magenta")
"""The style of each seat in text."""
SORCERER, CHIEF = "*", "#"
"""The signs in text behind the number of a colour's workers and its letter."""
WIDTH = 400.0
"""Units across of the panels with choices."""
CELL: Point = (61.0, 58.0)
"""Width and height of a cell with a name."""
NAMED = 48.0
"""Minimum width of a cell with a name."""
SMALL: Point = (33.0, 34.0)
"""Width and height of a cell without one."""


def cell(
    label: str,
    draw: Callable[[Pen], None],
    number: int = 1,
    *,
    name: str = "",
    size: Point = CELL,
    at: tuple[str, ...] = (),
    key: str = "",
    short: str = "",
) -> Piece:
    """Return a thing that ``draw`` draws with its foot at 0, 0; ``name`` stands under it.

    A terminal writes ``short`` for the label, if it is given.
    """
    frame, name = "line" if at else "", name if size[0] >= NAMED else ""
    art = partial(_draw_cell, draw=draw, number=number, name=name, size=size, frame=frame)
    return Piece(
        shape="words", name=short, label=label, number=number, size=size, at=at, art=art, key=key
    )


def fitting(size: Point, number: int, room: float) -> Point:
    """Return the size of so many cells that stand in one row; in a crowded one it is narrower."""
    return min(size[0], room / max(number, 1) - 6), size[1]


def nothing(size: Point) -> Piece:
    """Say that nothing lies there, with the height of a cell."""
    return Piece(shape="words", label=say("nothing"), size=size)


def words(*labels: str, style: str = "") -> list[Piece]:
    """Return words for a terminal and a reader; a picture shows in another way what they say."""
    return [Piece(shape="words", number=None, label=label, style=style) for label in labels]


def _draw_cell(
    pen: Pen, *, draw: Callable[[Pen], None], number: int, name: str, size: Point, frame: str
) -> None:
    width, height = size
    foot, scale, radius = (height - 17, 0.9, 10.0) if name else (height - 1, 0.86, 8.5)
    with pen.group(faint=not number):
        pen.rect(0, 0, width, height, fill="paper", stroke=frame, line=1.4, corner=6)
        with pen.group(move=(width / 2, foot), scale=scale):
            draw(pen)
        if number > 1:
            pen.circle(width - radius, radius, radius, fill="bone", stroke="stone-edge")
            pen.text(width - radius, radius + 5, str(number), size=14, fill="on-bone", bold=True)
        pen.text(width / 2, height - 5, name, size=12.5, within=width + 4)
