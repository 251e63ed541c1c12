"""Small changes to the boards and the display."""

from msgspec.structs import replace

from parlour import Seat
from parlour_maori.boards import Board

Boards = tuple[Board, ...]


def with_board(boards: Boards, seat: Seat, board: Board) -> Boards:
    """Return the boards with that of ``seat`` replaced."""
    return (*boards[:seat], board, *boards[seat + 1 :])


def paying(boards: Boards, seat: Seat, shells: int) -> Boards:
    """Return the boards after ``seat`` gave shells back to the supply."""
    if not shells:
        return boards
    board = boards[seat]
    return with_board(boards, seat, replace(board, shells=board.shells - shells))


def with_entry(entries: tuple[int, ...], place: int, entry: int) -> tuple[int, ...]:
    """Return a row of cells or slots with one of them changed."""
    return (*entries[:place], entry, *entries[place + 1 :])
