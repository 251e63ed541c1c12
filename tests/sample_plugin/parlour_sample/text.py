"""Tic-tac-toe and connect four, drawn as text and described in lines."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from rich.text import Text

from parlour import OpenView, Viewer

Rows: TypeAlias = Sequence[Sequence[int | None]]
"""The seat whose piece stands in each cell, None for none; the top row first."""

STYLES = ("bold red", "bold yellow")


def draw_squares(view: OpenView[Any], _viewer: Viewer) -> Text:
    """Draw tic-tac-toe; row 1 is at the bottom, as on a chessboard."""
    return _draw(_rows(view.state.marks, _SQUARES), "XO", "abc", ("3", "2", "1"))


def describe_squares(view: OpenView[Any], viewer: Viewer) -> Iterator[str]:
    """Describe the three rows of tic-tac-toe."""
    return _describe(_rows(view.state.marks, _SQUARES), viewer, "abc", ("row 3", "row 2", "row 1"))


def draw_frame(view: OpenView[Any], _viewer: Viewer) -> Text:
    """Draw connect four with the numbers of its columns."""
    return _draw(_rows((view.state.red, view.state.yellow), _FRAME), "●○", "1234567", " " * 6)


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


def _draw(rows: Rows, marks: str, heads: str, sides: Sequence[str]) -> Text:
    edge = "─" * (4 * len(heads) - 1)
    drawn = Text(f"  ╭{edge}╮\n")
    for side, row in zip(sides, rows, strict=True):
        drawn.append(f"{side} │")
        for seat in row:
            mark, style = ("·", "dim") if seat is None else (marks[seat], STYLES[seat])
            drawn.append(f" {mark} ", style).append("│")
        drawn.append("\n")
    return drawn.append(f"  ╰{edge}╯\n").append("    " + "   ".join(heads))


def _describe(rows: Rows, viewer: Viewer, heads: str, sides: Sequence[str]) -> Iterator[str]:
    for side, row in zip(sides, rows, strict=True):
        taken = [
            f"{viewer.names[seat]} on {head}"
            for head, seat in zip(heads, row, strict=True)
            if seat is not None
        ]
        yield f"{side}: {', '.join(taken) or 'free'}"
