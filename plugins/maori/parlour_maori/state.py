"""A match of Maori as it stands, and the small changes that several phases make to it.

Everything in it lies open. The order of the stack would not, and is in no state: a tile is
drawn when it is needed.
"""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from parlour import Seat, State, Tell, replaced
from parlour_maori.components import Side
from parlour_maori.events import ShellsPaid
from parlour_maori.options import Options
from parlour_maori.tiles import BOATS

NO_PAWN = -1


class Board(Struct, frozen=True, gc=False, cache_hash=True):
    """A board with its tiles, shells, stored tile and pawn."""

    cells: tuple[int, ...]
    """For each cell the number of the face that lies there; 0 for none."""
    shells: int
    storage: int = 0
    """The sort of the stored tile; 0 for none."""
    pawn: int = NO_PAWN
    """The cell of the pawn, from the first tile on in the advanced and the expert game."""


class BaseState(State, frozen=True, gc=False):
    """The whole table except its phases; ``phases.State`` names these."""

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


# A board


@lru_cache(maxsize=1 << 10)
def boats(board: Board, side: Side) -> int:
    """Count the boats to be seen, printed ones included (rules 3.3 and 9.3)."""
    return boats_on(board.cells, side)


@lru_cache(maxsize=1 << 6)
def boats_on(cells: tuple[int, ...], side: Side) -> int:
    """Count the boats to be seen over the tiles on the cells of a board."""
    seen = side.boats_beside + sum(map(BOATS.__getitem__, cells))
    return seen + (side.boat_cell >= 0 and not cells[side.boat_cell])


def is_full(board: Board, side: Side) -> bool:
    """Tell whether every water cell is covered (rules 6.1 and 9.2)."""
    return 0 not in map(board.cells.__getitem__, side.cells)


def covered_cells(board: Board) -> int:
    """Count the cells that tiles cover."""
    return len(board.cells) - board.cells.count(0)


def free_cells(board: Board, side: Side) -> list[int]:
    """Return the cells where a tile may lie (rule 4.4)."""
    return [cell for cell in side.cells if not board.cells[cell]]


@lru_cache(maxsize=1 << 10)
def cells_in_reach(board: Board, side: Side, shells: int) -> frozenset[int]:
    """Return the free cells where the next tile may be laid.

    A pawn binds the tile to the cells round it (rule 8.3), and may first be
    moved over own tiles, a shell a step (rule 8.6). Without a pawn any free
    cell will do.
    """
    if board.pawn == NO_PAWN:
        return frozenset(free_cells(board, side))
    stood = {board.pawn}
    edge = {board.pawn}
    reached: set[int] = set()
    for _ in range(shells + 1):
        around = {cell for stand in edge for cell in side.neighbours[stand]}
        reached |= {cell for cell in around if not board.cells[cell]}
        edge = {cell for cell in around - stood if board.cells[cell]}
        if not edge:
            break
        stood |= edge
    return frozenset(reached)
