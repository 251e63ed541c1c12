"""A decision: all that a player gets to see of a match when it is asked for a move."""

from collections.abc import Sequence
from typing import Generic

from msgspec import Struct
from typing_extensions import TypeVar

from parlour.rules.answers import Move
from parlour.rules.events import Event
from parlour.rules.seats import Seat

V_co = TypeVar("V_co", covariant=True, default=object)
M_co = TypeVar("M_co", bound=Move, covariant=True, default=Move)


class Decision(Struct, Generic[V_co, M_co], frozen=True, gc=False):
    """A question put to one seat."""

    seat: Seat
    """The seat that is asked."""
    view: V_co
    """Everything that the seat may know."""
    moves: Sequence[M_co]
    """The legal answers; empty only if the seat is asked for a move out of turn."""
    offers: Sequence[M_co] = ()
    """Moves that the seat may make at any time."""
    events: tuple[Event, ...] = ()
    """Everything that the seat was told since it was asked before."""
    seats: int | None = None
    """Number of seats, or None if it is not known."""

    def __repr__(self) -> str:
        """Write who is asked, and how much there is to read."""
        counted = (("moves", self.moves), ("offers", self.offers), ("events", self.events))
        sizes = ", ".join(f"{len(things)} {name}" for name, things in counted)
        return f"<Decision for seat {self.seat}: {sizes}, a {type(self.view).__name__}>"
