"""The tables of tic-tac-toe and connect four."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from parlour import OpenView, Pen, Viewer
from parlour.kit.grids import square_grid
from parlour.kit.table import Board, Piece, TablePanel

SQUARES = square_grid(3, 3, upwards=True)
FRAME = replace(square_grid(7, 6), names=tuple("1234567" * 6))
"""The frame, whose cells have the names of their columns."""
INKS = ("seat-2", "seat-3")


def lay_squares(view: OpenView[Any], viewer: Viewer) -> Sequence[TablePanel]:
    """Lay the marks of tic-tac-toe on its squares; row 1 is at the bottom, as in chess."""
    pieces = {
        SQUARES.index[f"{'abc'[bit % 3]}{bit // 3 + 1}"]: _mark(seat, viewer)
        for seat, marks in enumerate(view.state.marks)
        for bit in range(9)
        if marks >> bit & 1
    }
    board = Board(grid=SQUARES, pieces=pieces, field="square")
    return [TablePanel(name="board", title="Board", board=board)]


def _mark(seat: int, viewer: Viewer) -> Piece:
    art = (draw_cross, draw_ring)[seat]
    return Piece(name="XO"[seat], ink=INKS[seat], label=viewer.name(seat), size=(40, 40), art=art)


def draw_cross(pen: Pen) -> None:
    """Draw the mark of the first seat."""
    pen.path("M4 4L36 36M36 4L4 36", stroke=INKS[0], line=6)


def draw_ring(pen: Pen) -> None:
    """Draw the mark of the second seat."""
    pen.circle(20, 20, 17, stroke=INKS[1], line=6)


def lay_frame(view: OpenView[Any], viewer: Viewer) -> Sequence[TablePanel]:
    """Put the stones of connect four into its frame; a stone is dropped where it will lie."""
    sides = (view.state.red, view.state.yellow)
    pieces = {
        _cell(column, row): _stone(seat, viewer)
        for seat, stones in enumerate(sides)
        for column in range(7)
        for row in range(6)
        if stones >> 7 * column + row & 1
    }
    board = Board(grid=FRAME, pieces=pieces, at=_landings(sides[0] | sides[1]))
    return [TablePanel(name="frame", title="Frame", board=board)]


def _landings(taken: int) -> Mapping[int, Sequence[str]]:
    """Return the move that each lowest free cell stands for."""
    heights = [(taken >> 7 * column & 0b111111).bit_count() for column in range(7)]
    return {
        _cell(column, row): (f"column={column + 1}",)
        for column, row in enumerate(heights)
        if row < 6
    }


def _cell(column: int, row: int) -> int:
    return (5 - row) * 7 + column


def _stone(seat: int, viewer: Viewer) -> Piece:
    art = (draw_red, draw_yellow)[seat]
    return Piece(name="●○"[seat], ink=INKS[seat], label=viewer.name(seat), size=(48, 48), art=art)


def draw_red(pen: Pen) -> None:
    """Draw a stone of the first seat."""
    pen.circle(24, 24, 23, fill=INKS[0], stroke="line")


def draw_yellow(pen: Pen) -> None:
    """Draw a stone of the second seat, with a ring for those who see no colours."""
    pen.circle(24, 24, 23, fill=INKS[1], stroke="line")
    pen.circle(24, 24, 12, stroke="ink", line=2)
