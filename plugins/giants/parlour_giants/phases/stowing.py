"""The end of chapter 5: unmoved pieces go to their quarries, unmarked ones are abandoned."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from parlour import (
    AutomaticPhase,
    Refusal,
    Seat,
    SeatPhase,
    Tell,
    popped,
    pushed,
)
from parlour_giants.components import HEADDRESS, Size
from parlour_giants.events import LaidAside
from parlour_giants.moves import GiantsMove, Leave, Stow
from parlour_giants.phases.round_end import round_ended
from parlour_giants.state import NOBODY, BaseState, Piece, with_more, with_piece, without_piece

LEAVE = Leave()


class Clearing(AutomaticPhase[BaseState], frozen=True):
    """Unmoved pieces leave the space before the screens, in order of play (rule 5.13)."""

    rule: ClassVar[str] = "5.13"

    def advance(self, state: BaseState, tell: Tell) -> BaseState:
        """Ask the next owner with a marker; lay the pieces of the others aside (rule 5.13)."""
        for step in range(state.seats):
            seat = (state.start + step) % state.seats
            if _unmoved(state, seat):
                if state.clans[seat].markers:
                    return pushed(state, Stowing(seat=seat))
                state = _laid_aside(state, seat, tell)
        return round_ended(_abandoned(state), tell)


class Stowing(SeatPhase[BaseState, Stow | Leave], frozen=True):
    """A seat's unmoved pieces go to their quarries, marked or not (rule 5.13)."""

    rule: ClassVar[str] = "5.13"

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Stow | Leave]:
        """Return each piece that can be marked, and to leave the rest (rule 5.13)."""
        return (*map(Stow, sorted(set(_unmoved(state, seat)))), LEAVE)

    def why_not(self, state: BaseState, seat: Seat, move: GiantsMove) -> Refusal | None:
        """Say that the seat has no such unmoved piece (rule 5.13)."""
        if isinstance(move, Stow):
            return Refusal.of("5.13", "no_such_unmoved_piece")
        return Refusal.of("5.13", "unmoved_wanted")

    def play(self, state: BaseState, seat: Seat, move: Stow | Leave, tell: Tell) -> BaseState:
        """Mark one piece, or leave the rest unmarked (rule 5.13)."""
        if isinstance(move, Stow):
            state = _stowed(state, seat, move.size, seat)
            state = with_more(state, seat, markers=-1)
            if _unmoved(state, seat) and state.clans[seat].markers:
                return state
        return popped(_laid_aside(state, seat, tell))


def _unmoved(state: BaseState, seat: Seat) -> tuple[Size, ...]:
    clan = state.clans[seat]
    return (HEADDRESS,) * clan.headdresses + clan.moais


def _laid_aside(state: BaseState, seat: Seat, tell: Tell) -> BaseState:
    """Put all of a seat's unmoved pieces unmarked on their quarries."""
    for size in _unmoved(state, seat):
        state = _stowed(state, seat, size, NOBODY)
        if tell:
            tell(LaidAside(seat, size))
    return state


def _stowed(state: BaseState, seat: Seat, size: Size, owner: Seat) -> BaseState:
    """Move a piece from before a screen to its quarry hex, marked if it has an ``owner``."""
    piece = Piece(size, state.board.quarry(size), owner, owner != NOBODY)
    return with_piece(without_piece(state, seat, size), piece)


def _abandoned(state: BaseState) -> BaseState:
    """Abandon every piece without a marker (rule 5.10), forget where pieces were (5.15, 9.7)."""
    pieces = (Piece(p.size, p.hex, p.owner if p.marked else NOBODY, p.marked) for p in state.pieces)
    return replace(state, pieces=tuple(sorted(pieces)))
