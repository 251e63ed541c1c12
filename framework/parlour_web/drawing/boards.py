"""Boards: the cells of a grid, and the pieces on them."""

from functools import partial
from string import digits

from parlour.kit.grid_picture import Chart, chart
from parlour.kit.grids import Grid
from parlour.kit.table import Board
from parlour.rules.picture import Pen
from parlour.words import say
from parlour_web.drawing.shapes import draw_shape, size_of

NAME_SIZE = 12.0
"""Size of the letters and numbers beside squares."""
CELL, MARGIN = 56.0, 18.0
"""Side of a square of a board, and the margin round the board for the names of the squares."""
MAX_BOARD = 640.0
"""Maximum width of the squares of a board, side by side."""
FILLED = 0.72
"""Part of a cell that the piece on it fills."""


def chart_of(board: Board) -> Chart:
    """Return the places of a board's cells."""
    columns = [column for _, column in board.grid.coordinates]
    side = min(CELL, MAX_BOARD / (max(columns) - min(columns) + 1))
    return chart(board.grid, side / 3**0.5 if board.grid.hexes else side, MARGIN)


def draw_board(pen: Pen, board: Board, on: Chart) -> None:
    """Draw the cells, and on each the piece there; both are one place."""
    draw_names(pen, board.grid, on)
    for cell, name in enumerate(board.grid.names):
        draw_cell = partial(pen.polygon, on.corners(cell), fill="face", stroke="line")
        piece = board.pieces.get(cell)
        at = board.addresses(cell)
        if piece is None:
            with pen.spot(*at, label=say("table.free", place=name)):
                draw_cell()
            continue
        draw_cell()
        width, height = size_of(piece)
        x, y = on.middles[cell]
        scale = FILLED * on.size * (1.5 if on.hexes else 1.0) / max(width, height)
        label = f"{name}, {piece.said}" if piece.said else name
        with (
            pen.group(move=(x - scale * width / 2, y - scale * height / 2), scale=scale),
            pen.spot(*at, key=piece.key or f"cell {cell} {piece.name}", label=label),
        ):
            draw_shape(pen, piece)


def draw_names(pen: Pen, grid: Grid, on: Chart) -> None:
    """Write the names of a grid's cells, as people type them.

    Squares have a letter below each column and a number beside each row, or one name for a column;
    the chart has a margin for them, 16 or more. A hex has its name inside, near its upper corner.
    """
    if grid.hexes:
        for name, (x, y) in zip(grid.names, on.middles, strict=True):
            pen.text(x, y - on.size / 2, name, size=on.size / 4, fill="faint")
        return
    bottom = max(y for _, y in on.middles)
    left = min(x for x, _ in on.middles)
    for name, (x, y) in zip(grid.names, on.middles, strict=True):
        letter = name.rstrip(digits) or name
        if y == bottom:
            pen.text(x, y + on.size / 2 + NAME_SIZE, letter, size=NAME_SIZE, fill="faint")
        if x == left:
            aside = x - on.size / 2 - NAME_SIZE / 2
            pen.text(aside, y + NAME_SIZE / 3, name[len(letter) :], size=NAME_SIZE, fill="faint")
