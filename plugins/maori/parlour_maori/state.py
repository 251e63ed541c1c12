"""A match of Maori as it stands, and the small changes that several phases make to it.

Everything in it lies open. The order of the stack would not, and is in no state: a tile is
drawn when it is needed.
"""

from msgspec.structs import replace

from parlour import Seat, State, Tell, replaced
from parlour_maori.events import ShellsPaid
from parlour_maori.options import Options
from parlour_maori.player_board import Board


class BaseState(State, frozen=True, gc=False):
    """The whole table, whatever phases it is in; ``phases.State`` names these."""

    options: Options
    display: tuple[int, ...]
    """The sort of tile in each slot, row by row; 0 for none."""
    ship: int
    """The ship's berth; -1 before it is launched."""
    boards: tuple[Board, ...]
    """Each seat's board."""
    stack: tuple[int, ...]
    """The number of tiles not yet drawn, for each sort."""
    supply: int
    """Shells that nobody holds."""
    removed: tuple[int, ...] = ()
    """The sorts of the tiles out of the game, in order."""
    unchanged: int = 0
    """Turns in a row that changed no board, storage or display (rule 6.3)."""
    turns_left: int = -1
    """Turns until the end once a board is full (rule 6.1); -1 before."""


def with_board(state: BaseState, seat: Seat, board: Board) -> BaseState:
    """Return ``state`` with the board of ``seat`` replaced."""
    return replace(state, boards=replaced(state.boards, seat, board))


def paying(state: BaseState, seat: Seat, shells: int, tell: Tell) -> BaseState:
    """Return the state after ``seat`` gave shells back to the supply (rule 5.2)."""
    if not shells:
        return state
    if tell:
        tell(ShellsPaid(seat, shells))
    board = state.boards[seat]
    poorer = replace(board, shells=board.shells - shells)
    boards = replaced(state.boards, seat, poorer)
    return replace(state, boards=boards, supply=state.supply + shells)
