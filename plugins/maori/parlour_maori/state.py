"""A match of Maori as it stands.

Everything in it lies open. The order of the stack would not, and is in no state: a tile is
drawn when it is needed.
"""

from parlour import State
from parlour_maori.boards import Board
from parlour_maori.options import Options


class BaseState(State, frozen=True, gc=False):
    """The whole table, whatever phases it is in."""

    options: Options
    display: tuple[int, ...]
    """The sort of tile in each slot, row by row; 0 for none."""
    ship: int
    """The ship's berth; -1 before it is launched."""
    boards: tuple[Board, ...]
    stack: tuple[int, ...]
    """How many tiles of each sort are not yet drawn."""
    supply: int
    """Shells that nobody holds."""
    removed: tuple[int, ...] = ()
    """The sorts of the tiles out of the game, in order."""
    unchanged: int = 0
    """Turns in a row that changed no board, storage or display (rule 6.3)."""
    turns_left: int = -1
    """Turns until the end once a board is full (rule 6.1); -1 before."""
