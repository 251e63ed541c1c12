"""Chapter 8: after the action the pawn may move (the advanced game)."""

from collections.abc import Sequence
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import replace

from parlour import Refusal, Seat, SeatPhase, Tell, popped
from parlour_maori.moves import MOVE_PAWN, STAY, MaoriMove, MovePawn, Stay
from parlour_maori.state import NO_PAWN, BaseState, Board, with_board

PawnMove: TypeAlias = MovePawn | Stay


class MovingPawn(SeatPhase[BaseState, PawnMove], frozen=True, gc=False):
    """Rule 8.4: to any own tile, never to empty water; or it stays."""

    rule: ClassVar[str] = "8.4"

    def moves(self, state: BaseState, seat: Seat) -> Sequence[PawnMove]:
        """Rule 8.4: every other own tile, or none."""
        return [*(MOVE_PAWN[cell] for cell in other_tiles(state.boards[seat])), STAY]

    def why_not(self, state: BaseState, seat: Seat, move: MaoriMove) -> Refusal:
        """Say why the pawn cannot go there, or that only it moves now (rule 8.4)."""
        if not isinstance(move, MovePawn):
            return Refusal.of("8.4", "pawn_now")
        if move.cell == state.boards[seat].pawn:
            return Refusal.of("8.4", "pawn_is_there")
        return Refusal.of("8.4", "pawn_on_water")

    def play(self, state: BaseState, seat: Seat, move: PawnMove, tell: Tell) -> BaseState:
        """Rule 8.4: the pawn moves or stays, and the turn is over."""
        if isinstance(move, Stay):
            return popped(state)
        return popped(with_board(state, seat, replace(state.boards[seat], pawn=move.cell)))


def other_tiles(board: Board) -> list[int]:
    """Return the cells with an own tile that the pawn is not on."""
    return [cell for cell, face in enumerate(board.cells) if face and cell != board.pawn]


def after_action(state: BaseState, seat: Seat, board: Board) -> tuple[Any, ...]:
    """Return the phases after an action that leaves a seat this board.

    The pawn moves if it has somewhere to go.
    """
    below = state.phases[:-1]
    moves = state.options.variant == "advanced" and board.pawn != NO_PAWN and other_tiles(board)
    return (*below, MovingPawn(seat)) if moves else below
