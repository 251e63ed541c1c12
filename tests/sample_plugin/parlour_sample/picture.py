"""Tic-tac-toe and connect four as pictures."""

from collections.abc import Iterator, Sequence
from typing import Any

from parlour import OpenView, Pen, Picture, Viewer
from parlour.kit.grid_picture import chart, draw_names
from parlour_sample.text import BOARD

CELL = 60
MARGIN = 18
SEATS = ("seat-2", "seat-3")
SQUARES = tuple(f"{column}{row}" for row in "123" for column in "abc")


def picture_squares(view: OpenView[Any], viewer: Viewer) -> Picture:
    """Draw tic-tac-toe; row 1 is at the bottom, as on a chessboard."""
    on = chart(BOARD, CELL, MARGIN)
    pen = Pen(on.width, on.height)
    draw_names(pen, BOARD, on)
    for number, name in enumerate(SQUARES):
        x, y = on.middles[BOARD.index[name]]
        seat = _owner(view.state.marks, number)
        label = f"{name}, {'free' if seat is None else viewer.name(seat)}"
        with pen.spot(*([f"square={name}"] if seat is None else []), label=label):
            pen.polygon(on.corners(BOARD.index[name]), fill="paper", stroke="line")
            if seat == 0:
                for aside in (-16, 16):
                    pen.line(x - aside, y - 16, x + aside, y + 16, stroke=SEATS[0], line=6)
            elif seat == 1:
                pen.circle(x, y, 17, stroke=SEATS[1], line=6)
    return Picture((pen.panel("board", "Board", label="Three by three squares", needed=True),))


def picture_frame(view: OpenView[Any], viewer: Viewer) -> Picture:
    """Draw connect four; a click anywhere in a column is a drop into it."""
    pen = Pen(7 * CELL + 2 * MARGIN, 6 * CELL + 2 * MARGIN)
    sides = (view.state.red, view.state.yellow)
    for column in range(7):
        x = MARGIN + CELL * column
        seats = [_owner(sides, 7 * column + row) for row in range(6)]
        held = ", ".join(_stones(seats, viewer)) or "empty"
        with pen.spot(f"column={column + 1}", label=f"column {column + 1}: {held}"):
            pen.rect(x, MARGIN, CELL, 6 * CELL, fill="paper", stroke="line")
            for row, seat in enumerate(seats):
                y = MARGIN + CELL * (5.5 - row)
                pen.circle(x + CELL / 2, y, 24, fill=_fill(seat), stroke="line")
                if seat == 1:
                    pen.circle(x + CELL / 2, y, 12, stroke="ink", line=2)
    return Picture((pen.panel("frame", "Frame", label="Seven columns of six", needed=True),))


def _owner(sides: tuple[int, int], cell: int) -> int | None:
    return next((seat for seat, side in enumerate(sides) if side >> cell & 1), None)


def _fill(seat: int | None) -> str:
    return "paper" if seat is None else SEATS[seat]


def _stones(seats: Sequence[int | None], viewer: Viewer) -> Iterator[str]:
    """Name the owners of the stones in a column from the bottom."""
    return (viewer.name(seat) for seat in seats if seat is not None)
