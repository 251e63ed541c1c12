"""A player's board, with the shells and the storage that belong to it."""

from msgspec import Struct

from parlour_maori.geometry import Side
from parlour_maori.tiles import BOATS

NO_PAWN = -1


class Board(Struct, frozen=True, gc=False):
    """A board with its tiles, shells, stored tile and pawn."""

    cells: tuple[int, ...]
    """For each cell the number of the face that lies there; 0 for none."""
    shells: int
    storage: int = 0
    """The sort of the stored tile; 0 for none."""
    pawn: int = NO_PAWN
    """The cell of the pawn, from the first tile on in the advanced and the expert game."""


def boats(board: Board, side: Side) -> int:
    """Count the boats to be seen, printed ones included (rules 3.3 and 9.3)."""
    seen = side.boats_beside + sum(map(BOATS.__getitem__, board.cells))
    return seen + (side.boat_cell >= 0 and not board.cells[side.boat_cell])


def is_full(board: Board, side: Side) -> bool:
    """Tell whether every water cell is covered (rules 6.1 and 9.2)."""
    return all(board.cells[cell] for cell in side.cells)


def free_cells(board: Board, side: Side) -> list[int]:
    """Return the cells on which a tile may lie (rule 4.4)."""
    return [cell for cell in side.cells if not board.cells[cell]]


def cells_in_reach(board: Board, side: Side, shells: int) -> set[int]:
    """Return the free cells on which the next tile may be laid.

    A pawn binds the tile to the cells round it (rule 8.3), and may first be
    moved over own tiles, a shell a step (rule 8.6). Without a pawn any free
    cell will do.
    """
    if board.pawn == NO_PAWN:
        return set(free_cells(board, side))
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
    return reached
