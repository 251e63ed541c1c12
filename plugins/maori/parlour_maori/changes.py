"""Small changes to the boards, the shells and the display."""

from msgspec.structs import replace

from parlour import Seat, Tell
from parlour_maori.boards import Board
from parlour_maori.events import ShellsPaid
from parlour_maori.state import BaseState

Boards = tuple[Board, ...]


def with_board(boards: Boards, seat: Seat, board: Board) -> Boards:
    """Return the boards with that of ``seat`` replaced."""
    return (*boards[:seat], board, *boards[seat + 1 :])


def paying(state: BaseState, seat: Seat, shells: int, tell: Tell) -> BaseState:
    """Return the state after ``seat`` gave shells back to the supply (rule 5.2)."""
    if not shells:
        return state
    if tell:
        tell(ShellsPaid(seat, shells))
    board = state.boards[seat]
    lighter = replace(board, shells=board.shells - shells)
    boards = with_board(state.boards, seat, lighter)
    return replace(state, boards=boards, supply=state.supply + shells)


def with_entry(entries: tuple[int, ...], place: int, entry: int) -> tuple[int, ...]:
    """Return a row of cells or slots with one of them changed."""
    return (*entries[:place], entry, *entries[place + 1 :])
