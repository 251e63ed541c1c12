"""Looking back at a match that is over: any position, as any seat saw it."""

from collections.abc import Callable, Mapping, Sequence

from parlour.rules.seats import Seat
from parlour.table.chair import Chair
from parlour.table.view import TableView

PROMPT = "look back> "
KEYS = "Right, Left: answers   t, tb: turns   N: answer N   seat N   q: enough"


class Review:
    """The positions of a match, stepped through as one seat saw them."""

    def __init__(self, chair: Chair, seats: int) -> None:
        """Begin at the end, as the seat of ``chair``, among so many ``seats``."""
        self.seat: Seat = chair.seat or 0
        """The seat as which the match is seen."""
        self._chair = chair
        self._seats = seats
        self._movers = chair.movers
        self.position = self.last = len(self._movers)
        """The number of answers before what is shown, and of all there are."""

    @property
    def where(self) -> str:
        """The position that is shown, by the number of answers before it."""
        name = self._chair.viewer.names[self.seat]
        return f"Answer {self.position} of {self.last}, as {name} saw it"

    def do(self, line: str) -> bool:
        """Do what a line says; return whether to go on looking back."""
        text = line.casefold()
        word, _, rest = text.partition(" ")
        if text in {"q", "quit", "exit"}:
            return False
        if word == "seat" and rest.isdecimal() and 0 < int(rest) <= self._seats:
            self.seat = int(rest) - 1
        elif text.isdecimal():
            self.position = min(int(text), self.last)
        elif text in STEPS:
            self.position = min(max(STEPS[text](self), 0), self.last)
        return True

    def view(self) -> TableView:
        """Return what the seat saw at the position; what the last answer changed is marked."""
        return self._chair.after(self.position, self.seat)

    def next_turn(self) -> int:
        """Return the position before which another seat has moved."""
        return self.position + _turn_length(self._movers[self.position :])

    def turn_before(self) -> int:
        """Return the position at which the turn before began."""
        return self.position - _turn_length(self._movers[: self.position][::-1])


STEPS: Mapping[str, Callable[[Review], int]] = {
    "": lambda review: review.position + 1,
    "b": lambda review: review.position - 1,
    "t": Review.next_turn,
    "tb": Review.turn_before,
    "first": lambda _: 0,
    "last": lambda review: review.last,
}
"""Words that lead to another position, as those of ``parlour replay --step``."""


def _turn_length(movers: Sequence[Seat | None]) -> int:
    """Return the number of answers at the beginning that are the moves of one seat, with chance."""
    mover = next((seat for seat in movers if seat is not None), None)
    others = (n for n, seat in enumerate(movers) if seat not in {None, mover})
    return next(others, len(movers))
