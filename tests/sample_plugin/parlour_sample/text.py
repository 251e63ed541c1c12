"""Tic-tac-toe and connect four, drawn as text and described in lines."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from rich.text import Text

from parlour import OpenView, Viewer
from parlour.kit.grid_text import draw_grid
from parlour.kit.grids import square_grid

Rows: TypeAlias = Sequence[Sequence[int | None]]
"""The seat whose piece stands in each cell, None for none; the top row first."""

STYLES = ("bold red", "bold yellow")
BOARD = square_grid(3, 3, upwards=True)
"""The squares of tic-tac-toe, from the top."""


def draw_squares(view: OpenView[Any], _viewer: Viewer) -> Text:
    """Draw tic-tac-toe; row 1 is at the bottom, as on a chessboard."""
    owners = [seat for row in _rows(view.state.marks, _SQUARES) for seat in row]

    def mark(cell: int) -> list[tuple[str, str]]:
        seat = owners[cell]
        return [] if seat is None else [("XO"[seat], STYLES[seat])]

    return draw_grid(BOARD, mark, field="square")


def describe_squares(view: OpenView[Any], viewer: Viewer) -> Iterator[str]:
    """Describe the three rows of tic-tac-toe."""
    return _describe(_rows(view.state.marks, _SQUARES), viewer, "abc", ("row 3", "row 2", "row 1"))


def draw_frame(view: OpenView[Any], _viewer: Viewer) -> Text:
    """Draw connect four with the numbers of its columns."""
    rows = _rows((view.state.red, view.state.yellow), _FRAME)
    edge = "─" * (4 * len(rows[0]) - 1)
    drawn = Text(f"  ╭{edge}╮\n")
    for row in rows:
        drawn.append("  │")
        for seat in row:
            mark, style = ("·", "dim") if seat is None else ("●○"[seat], STYLES[seat])
            drawn.append(f" {mark} ", style).append("│")
        drawn.append("\n")
    return drawn.append(f"  ╰{edge}╯\n").append("    " + "   ".join("1234567"))


def describe_frame(view: OpenView[Any], viewer: Viewer) -> Iterator[str]:
    """Describe the rows of connect four from the top."""
    sides = tuple(f"row {row}" for row in range(6, 0, -1))
    return _describe(_rows((view.state.red, view.state.yellow), _FRAME), viewer, "1234567", sides)


_SQUARES = tuple(tuple(range(row, row + 3)) for row in (6, 3, 0))
_FRAME = tuple(tuple(range(row, 49, 7)) for row in range(5, -1, -1))


def _rows(pieces: tuple[int, int], cells: Sequence[Sequence[int]]) -> Rows:
    """Look up whose bit is set for each cell."""
    owners = {1: 0, 2: 1}
    return [
        [owners.get((pieces[0] >> cell & 1) + 2 * (pieces[1] >> cell & 1)) for cell in row]
        for row in cells
    ]


def _describe(rows: Rows, viewer: Viewer, heads: str, sides: Sequence[str]) -> Iterator[str]:
    for side, row in zip(sides, rows, strict=True):
        taken = [
            f"{viewer.names[seat]} on {head}"
            for head, seat in zip(heads, row, strict=True)
            if seat is not None
        ]
        yield f"{side}: {', '.join(taken) or 'free'}"
