"""Chapter 8: after the action the pawn may move (the advanced game)."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from parlour import Decide, DecisionPhase, Refusal, Seat, Tell, await_seat, popped, swapped
from parlour_maori.boards import NO_PAWN, Board
from parlour_maori.changes import with_board
from parlour_maori.moves import MOVE_PAWN, STAY, MaoriMove, MovePawn, Stay
from parlour_maori.state import BaseState

PawnMove = MovePawn | Stay


class MovingPawn(DecisionPhase["BaseState", PawnMove], frozen=True, gc=False):
    """Rule 8.4: to any own tile, never to empty water; or it stays."""

    rule: ClassVar[str] = "8.4"
    seat: Seat

    def awaited(self, state: BaseState) -> Decide:
        return await_seat(self.seat)

    def moves(self, state: BaseState, seat: Seat) -> Sequence[PawnMove]:
        return [*(MOVE_PAWN[cell] for cell in other_tiles(state.boards[seat])), STAY]

    def why_not(self, state: BaseState, seat: Seat, move: MaoriMove) -> Refusal:
        if isinstance(move, MovePawn):
            if move.cell == state.boards[seat].pawn:
                return Refusal("8.4", "the pawn is there: let it stay")
            return Refusal("8.4", "the pawn stands on own tiles only, never on water")
        return Refusal("8.4", "the action is over: move the pawn or let it stay")

    def play(self, state: BaseState, seat: Seat, move: PawnMove, tell: Tell) -> BaseState:
        if isinstance(move, Stay):
            return popped(state)
        moved = replace(state.boards[seat], pawn=move.cell)
        return popped(replace(state, boards=with_board(state.boards, seat, moved)))


def other_tiles(board: Board) -> list[int]:
    """Return the cells with an own tile that the pawn is not on."""
    return [cell for cell, face in enumerate(board.cells) if face and cell != board.pawn]


def after_action(state: BaseState, seat: Seat) -> BaseState:
    """Return what follows an action: a move of the pawn where it has somewhere to go."""
    if state.options.variant == "advanced":
        board = state.boards[seat]
        if board.pawn != NO_PAWN and other_tiles(board):
            return swapped(state, MovingPawn(seat))
    return popped(state)
