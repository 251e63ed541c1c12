"""Chapter 4, continued: the tile in hand is laid or stored."""

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from parlour import Refusal, Seat, SeatPhase, Tell, replaced, swapped
from parlour_maori.components import CELL_NAMES, SIDES
from parlour_maori.events import ShellsWon
from parlour_maori.moves import LAY, STEP_PAWN, STORE, Lay, MaoriMove, StepPawn, Store
from parlour_maori.phases.pawn import after_action
from parlour_maori.phases.refilling import Refilling
from parlour_maori.state import NO_PAWN, BaseState, Board, cells_in_reach, paying, with_board
from parlour_maori.tiles import FACE_TURNED, SHELLS

Placement: TypeAlias = Lay | Store | StepPawn

FROM_STORAGE = -1


class Laying(SeatPhase[BaseState, Placement], frozen=True, gc=False):
    """Rules 4.3 to 4.7: a tile is in hand, and goes to the board or the storage."""

    rule: ClassVar[str] = "4.3"
    sort: int
    """The tile in hand."""
    slot: int = FROM_STORAGE
    """The slot of the display that it was taken from."""
    stepped: bool = False
    """Whether the pawn has stepped for this tile, which must then be laid (rule 8.6)."""

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Placement]:
        """Rules 4.3, 4.4, 4.6 and 8.6: each cell and turn, the storage, and steps of the pawn."""
        board = state.boards[seat]
        cells = sorted(self._cells(state, board))
        moves: list[Placement] = [
            LAY[turned][cell] for turned in FACE_TURNED[self.sort] for cell in cells
        ]
        if self._storable(board):
            moves.append(STORE)
        moves += [STEP_PAWN[cell] for cell in self._steps(state, board)]
        return moves

    def why_not(self, state: BaseState, seat: Seat, move: MaoriMove) -> Refusal | None:
        """Say why the tile cannot go there, or that it has to go somewhere (rule 4.3)."""
        board = state.boards[seat]
        match move:
            case Lay(cell):
                return self._why_not_lay(state, board, cell)
            case Store():
                return self._why_not_store()
            case StepPawn(cell):
                return self._why_not_step(state, board, cell)
            case _:
                return Refusal.of("4.3", "tile_in_hand")

    def play(self, state: BaseState, seat: Seat, move: Placement, tell: Tell) -> BaseState:
        """Rules 4.3, 4.6 and 8.6: lay the tile, store it, or first pay for a step."""
        match move:
            case Lay(cell, turned):
                return self._laid(state, cell, turned, tell)
            case Store():
                stored = replace(state.boards[seat], storage=self.sort)
                return self._after(state, stored, state.supply)
            case StepPawn(cell):
                paid = paying(state, seat, 1, tell)
                stepped = replace(paid.boards[seat], pawn=cell)
                return swapped(with_board(paid, seat, stepped), replace(self, stepped=True))

    def _laid(self, state: BaseState, cell: int, turned: int, tell: Tell) -> BaseState:
        """Rules 4.4, 5.3, 8.2 and 8.7: the tile lies, its shells are won, the pawn comes along."""
        board = state.boards[self.seat]
        face = FACE_TURNED[self.sort][turned]
        won = min(SHELLS[face], state.supply)
        if won and tell:
            tell(ShellsWon(self.seat, won))
        comes = state.options.variant == "expert" or (
            state.options.variant == "advanced" and board.pawn == NO_PAWN
        )
        covered = replace(
            board,
            cells=replaced(board.cells, cell, face),
            shells=board.shells + won,
            pawn=cell if comes else board.pawn,
        )
        return self._after(state, covered, state.supply - won)

    def _after(self, state: BaseState, board: Board, supply: int) -> BaseState:
        """Rule 4.5: the display is refilled if it gave the tile, and the action is over."""
        if self.slot == FROM_STORAGE or not any(state.stack):
            phases = after_action(state, self.seat, board)
        else:
            phases = (*state.phases[:-1], Refilling(self.seat, self.slot))
        boards = replaced(state.boards, self.seat, board)
        return replace(state, boards=boards, supply=supply, phases=phases)

    def _cells(self, state: BaseState, board: Board) -> frozenset[int]:
        """Rules 4.4 and 8.3: the free cells, round the pawn where there is one."""
        return cells_in_reach(board, SIDES[state.options.side], 0)

    def _storable(self, board: Board) -> bool:
        """Rules 4.6, 4.7 and 8.6: a tile from the display, if the storage is empty."""
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
        """Say why the tile cannot lie so on the cell (rules 4.3, 4.4 and 8.3)."""
        name = CELL_NAMES[cell]
        if cell not in SIDES[state.options.side].cells:
            return Refusal.of("4.4", "no_such_cell", cell=name)
        if board.cells[cell]:
            return Refusal.of("4.4", "covered", cell=name)
        if cell not in self._cells(state, board):
            return Refusal.of("8.3", "not_beside_pawn", cell=name)
        return Refusal.of("4.3", "not_turned")

    def _why_not_store(self) -> Refusal:
        """Say why the tile cannot be stored (rules 4.6, 4.7 and 8.6)."""
        if self.stepped:
            return Refusal.of("8.6", "stepped_for_it")
        if self.slot == FROM_STORAGE:
            return Refusal.of("4.7", "from_storage")
        return Refusal.of("4.6", "storage_taken")

    def _why_not_step(self, state: BaseState, board: Board, cell: int) -> Refusal:
        """Say why the pawn cannot step to the cell (rules 8.1, 8.2 and 8.6)."""
        if state.options.variant == "basic":
            return Refusal.of("8.1", "no_pawns")
        if board.pawn == NO_PAWN:
            return Refusal.of("8.2", "no_pawn_yet")
        if not board.cells[cell] or cell not in SIDES[state.options.side].neighbours[board.pawn]:
            return Refusal.of("8.6", "step_too_far")
        if not board.shells:
            return Refusal.of("8.6", "step_unpaid")
        return Refusal.of("8.6", "step_in_vain")
