"""Chapter 4, continued: the tile in hand is laid or stored."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from parlour import Decide, DecisionPhase, Refusal, Seat, Tell, await_seat, swapped
from parlour_maori.board import CELL_NAMES, SIDES
from parlour_maori.boards import NO_PAWN, Board, cells_in_reach
from parlour_maori.changes import paying, with_board, with_entry
from parlour_maori.events import ShellsWon
from parlour_maori.moves import LAY, STEP_PAWN, STORE, Lay, MaoriMove, StepPawn, Store
from parlour_maori.phases.pawn import after_action
from parlour_maori.phases.refilling import Refilling
from parlour_maori.state import BaseState
from parlour_maori.tiles import FACES, FACES_OF, SHELLS

Placement = Lay | Store | StepPawn

FROM_STORAGE = -1


class Laying(DecisionPhase["BaseState", Placement], frozen=True, gc=False):
    """Rules 4.3 to 4.7: a tile is in hand, and goes to the board or the storage."""

    rule: ClassVar[str] = "4.3"
    seat: Seat
    sort: int
    """The tile in hand."""
    slot: int = FROM_STORAGE
    """Where in the display it lay."""
    stepped: bool = False
    """Whether the pawn has stepped for this tile, which must then be laid (rule 8.6)."""

    def awaited(self, state: BaseState) -> Decide:
        return await_seat(self.seat)

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Placement]:
        board = state.boards[seat]
        cells = sorted(self._cells(state, board))
        moves: list[Placement] = [
            LAY[FACES[face].turned][cell] for face in FACES_OF[self.sort] for cell in cells
        ]
        if self._storable(board):
            moves.append(STORE)
        moves += [STEP_PAWN[cell] for cell in self._steps(state, board)]
        return moves

    def why_not(self, state: BaseState, seat: Seat, move: MaoriMove) -> Refusal | None:
        board = state.boards[seat]
        match move:
            case Lay(cell):
                return self._why_not_lay(state, board, cell)
            case Store():
                if self.stepped:
                    return Refusal("8.6", "the pawn has stepped for this tile: lay it")
                if self.slot == FROM_STORAGE:
                    return Refusal("4.7", "a tile leaves the storage only for the board")
                return Refusal("4.6", "the storage holds a tile already")
            case StepPawn(cell):
                return self._why_not_step(state, board, cell)
            case _:
                return Refusal("4.3", "a tile is in hand: lay it or store it")

    def play(self, state: BaseState, seat: Seat, move: Placement, tell: Tell) -> BaseState:
        match move:
            case Lay(cell, turned):
                return self._after(self._laid(state, cell, turned, tell))
            case Store():
                stored = replace(state.boards[seat], storage=self.sort)
                boards = with_board(state.boards, seat, stored)
                return self._after(replace(state, boards=boards))
            case StepPawn(cell):
                paid = paying(state, seat, 1, tell)
                stepped = replace(paid.boards[seat], pawn=cell)
                moved = replace(paid, boards=with_board(paid.boards, seat, stepped))
                return swapped(moved, replace(self, stepped=True))

    def _laid(self, state: BaseState, cell: int, turned: int, tell: Tell) -> BaseState:
        """Rules 4.4, 5.3, 8.2 and 8.7: the tile lies, its shells are won, the pawn comes along."""
        board = state.boards[self.seat]
        face = next(f for f in FACES_OF[self.sort] if FACES[f].turned == turned)
        won = min(SHELLS[face], state.supply)
        if won and tell:
            tell(ShellsWon(self.seat, won))
        comes = state.options.variant == "expert" or (
            state.options.variant == "advanced" and board.pawn == NO_PAWN
        )
        covered = replace(
            board,
            cells=with_entry(board.cells, cell, face),
            shells=board.shells + won,
            pawn=cell if comes else board.pawn,
        )
        boards = with_board(state.boards, self.seat, covered)
        return replace(state, boards=boards, supply=state.supply - won)

    def _after(self, state: BaseState) -> BaseState:
        """Rule 4.5: the display is refilled if it gave the tile, and the action is over."""
        if self.slot == FROM_STORAGE or not any(state.stack):
            return after_action(state, self.seat)
        return swapped(state, Refilling(self.seat, self.slot))

    def _cells(self, state: BaseState, board: Board) -> set[int]:
        return cells_in_reach(board, SIDES[state.options.side], 0)

    def _storable(self, board: Board) -> bool:
        return self.slot != FROM_STORAGE and not board.storage and not self.stepped

    def _steps(self, state: BaseState, board: Board) -> list[int]:
        """Rule 8.6: tiles the pawn may step to, if the tile in hand can then still be laid."""
        if board.pawn == NO_PAWN or not board.shells:
            return []
        side = SIDES[state.options.side]
        return [
            cell
            for cell in side.neighbours[board.pawn]
            if board.cells[cell]
            and cells_in_reach(replace(board, pawn=cell), side, board.shells - 1)
        ]

    def _why_not_lay(self, state: BaseState, board: Board, cell: int) -> Refusal:
        name = CELL_NAMES[cell]
        if cell not in SIDES[state.options.side].cells:
            return Refusal("4.4", f"this side of the board has no cell {name}")
        if board.cells[cell]:
            return Refusal("4.4", f"{name} is covered")
        if cell not in self._cells(state, board):
            return Refusal("8.3", f"{name} does not adjoin the pawn")
        return Refusal("4.3", "a tile with palms is not turned; one without looks the same so")

    def _why_not_step(self, state: BaseState, board: Board, cell: int) -> Refusal:
        if state.options.variant == "basic":
            return Refusal("8.1", "there are no pawns in the basic game")
        if board.pawn == NO_PAWN:
            return Refusal("8.2", "the pawn comes with the first tile")
        if not board.cells[cell] or cell not in SIDES[state.options.side].neighbours[board.pawn]:
            return Refusal("8.6", "the pawn steps only to an own tile beside it")
        if not board.shells:
            return Refusal("8.6", "a step costs a shell, and there is none")
        return Refusal("8.6", "from there the tile in hand could not be laid")
