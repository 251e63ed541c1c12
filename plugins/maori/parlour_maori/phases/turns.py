"""Chapters 2 and 6: turns go round, and the match ends."""

from msgspec.structs import replace

from parlour import AutomaticPhase, Over, Seat, Tell, left_of
from parlour_maori.components import SIDES
from parlour_maori.events import BoardFull, NobodyFills
from parlour_maori.phases.sailing import Sailing
from parlour_maori.scoring import points
from parlour_maori.state import BaseState, is_full


class Turns(AutomaticPhase[BaseState], frozen=True, gc=False):
    """Rule 2.1: the phases of a turn lie on this one; when they are done, the next turn follows."""

    seat: Seat
    """The seat whose turn it is, or has just been."""

    def advance(self, state: BaseState, tell: Tell) -> BaseState:
        """Rules 6.1 to 6.3: after a full board everybody else has one more turn."""
        seats = len(state.boards)
        left = self._turns_left(state, tell)
        if left == 0:
            return ended(state)
        if state.unchanged >= 2 * seats:
            if tell:
                tell(NobodyFills())
            return ended(state)
        return replace(state, phases=turn(left_of(self.seat, seats)), turns_left=left)

    def _turns_left(self, state: BaseState, tell: Tell) -> int:
        """Rule 6.1: count down the last turns, which a board just filled brings on; -1 before."""
        if state.turns_left > 0:
            return state.turns_left - 1
        if not is_full(state.boards[self.seat], SIDES[state.options.side]):
            return -1
        if tell:
            tell(BoardFull(self.seat))
        return len(state.boards) - 1


def turn(seat: Seat) -> tuple[Turns, Sailing]:
    """Return the first phases of the turn of ``seat``."""
    return _TURNS[seat]


def ended(state: BaseState) -> BaseState:
    """Rule 7.9: most points win, then most shells, then the win is shared."""
    shells = [board.shells for board in state.boards]
    return replace(state, phases=(Over.ranked(points(state), shells),))


_TURNS = tuple((Turns(seat), Sailing(seat)) for seat in range(5))
