"""Response windows: others may answer an announcement before it takes effect. Experimental.

An announcement is a stack of phases, innermost last: its effect, and above it a window for
each kind of response, the first that is asked on top::

    swapped(state, self, Effect(move), Blocking(others), Challenging(others))

If nobody responds, a window is popped and the phase below comes into force, an
``AutomaticPhase`` at last, which carries out the announcement. A response is itself an
announcement: it is pushed with more windows. One that succeeds unwinds the stack to a level,
``unwound(state, level)``, and removes everything above.
"""

from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from parlour.rules import (
    Decide,
    DecisionPhase,
    Move,
    Seat,
    State,
    Tell,
    await_seat,
    popped,
    swapped,
)

S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class ResponseWindow(DecisionPhase[S, M], Generic[S, M], frozen=True, gc=False):
    """A phase that lets seats respond or pass: write ``moves``, ``responded`` and ``passing``.

    The seats are asked in turn, so that a seat knows which seats have passed. With ``at_once`` all
    are awaited together, and the first answer is the response.
    """

    passing: ClassVar[type[Move]] = Move
    """Kind of move that lets the announcement go on; ``moves`` has to list one."""
    at_once: ClassVar[bool] = False
    """Whether all seats are awaited together."""

    waiting: tuple[Seat, ...]
    """Seats that have not passed, in the order of asking; at least one."""

    def awaited(self, state: S) -> Decide:
        """Await the next seat, or all that are left."""
        return Decide(seats=self.waiting) if self.at_once else await_seat(self.waiting[0])

    def play(self, state: S, seat: Seat, move: M, tell: Tell) -> S:
        """Pass on, close the window after the last pass, or put a response into effect."""
        if not isinstance(move, self.passing):
            return self.responded(state, seat, move, tell)
        left = tuple(other for other in self.waiting if other != seat)
        return swapped(state, replace(self, waiting=left)) if left else self.unanswered(state, tell)

    def responded(self, state: S, seat: Seat, move: Any, tell: Tell) -> S:
        """Return the state after the first response; the window is still innermost.

        ``seat`` made ``move``; ``tell`` takes events, as in ``Phase.play``.
        """
        raise NotImplementedError

    def unanswered(self, state: S, tell: Tell) -> S:
        """Return the state after all have passed: the phase below comes into force.

        ``tell`` takes events, as in ``Phase.play``.
        """
        return popped(state)
