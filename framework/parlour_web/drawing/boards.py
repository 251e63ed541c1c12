"""Boards: the cells of a grid, and the pieces on them."""

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
ROUND = 0.46
"""Radius of a free place, as a part of the side of a square."""
FILLED = 0.72
"""Part of a cell that the piece on it fills."""


def chart_of(board: Board) -> Chart:
    """Return the places of a board's cells."""
    columns = [column for _, column in board.grid.coordinates]
    side = min(CELL, MAX_BOARD / (max(columns) - min(columns) + 1))
    return chart(board.grid, side / 3**0.5 if board.grid.hexes else side, MARGIN)


def draw_board(pen: Pen, board: Board, on: Chart) -> None:
    """Draw the cells, and on each the piece there; both are one place."""
    grid = board.grid
    if grid.free:
        _draw_links(pen, grid, on)
    elif not grid.hexes:
        _draw_edges(pen, grid, on)
    for cell, name in enumerate(grid.names):
        piece = board.pieces.get(cell)
        at = board.addresses(cell)
        if piece is None:
            with pen.spot(*at, label=say("table.free", place=name)):
                _draw_cell(pen, grid, on, cell)
            continue
        _draw_cell(pen, grid, on, cell)
        width, height = size_of(piece)
        x, y = on.middles[cell]
        room = 1.5 if grid.hexes else 0.8 if grid.free else 1.0
        scale = FILLED * on.size * room / max(width, height)
        label = f"{name}, {piece.said}" if piece.said else name
        with (
            pen.group(move=(x - scale * width / 2, y - scale * height / 2), scale=scale),
            pen.spot(*at, key=piece.key or f"cell {cell} {piece.name}", label=label),
        ):
            draw_shape(pen, piece)


def _draw_cell(pen: Pen, grid: Grid, on: Chart, cell: int) -> None:
    """Draw a cell; a hex or a free place has its name inside, as people type it."""
    name, (x, y) = grid.names[cell], on.middles[cell]
    if grid.free:
        radius = on.size * ROUND
        pen.circle(x, y, radius, fill="face", stroke="line", line=1.5)
        pen.text(x, y + radius - 4, name, size=10, fill="faint", within=1.4 * radius)
        return
    pen.polygon(on.corners(cell), fill="face", stroke="line")
    if grid.hexes:
        pen.text(x, y - 0.57 * on.size, name, size=on.size / 3.2, fill="faint")


def _draw_links(pen: Pen, grid: Grid, on: Chart) -> None:
    for cell, near in enumerate(grid.neighbours):
        for other in near:
            if cell < other:
                pen.line(*on.middles[cell], *on.middles[other], stroke="faint", line=3)


def _draw_edges(pen: Pen, grid: Grid, on: Chart) -> None:
    """Write a letter below each column of squares and a number beside each row.

    If a column has one name for all its squares, the name stands below it.
    """
    bottom = max(y for _, y in on.middles)
    left = min(x for x, _ in on.middles)
    for name, (x, y) in zip(grid.names, on.middles, strict=True):
        letter = name.rstrip(digits) or name
        if y == bottom:
            pen.text(x, y + on.size / 2 + NAME_SIZE, letter, size=NAME_SIZE, fill="faint")
        if x == left:
            aside = x - on.size / 2 - NAME_SIZE / 2
            pen.text(aside, y + NAME_SIZE / 3, name[len(letter) :], size=NAME_SIZE, fill="faint")
