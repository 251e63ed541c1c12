"""Steps through a match: answer by answer, turn by turn, by number, and from seat to seat."""

from collections.abc import Sequence

from parlour.rules import Seat, cut
from parlour.table import read_number
from parlour.words import say

LEAVE = frozenset({"q", "quit", "exit"})
"""Words that end looking at a match."""


class Steps:
    """A position of a match, and the seat that looks at it."""

    def __init__(self, movers: Sequence[Seat | None], seats: int, seat: Seat | None) -> None:
        """Begin before the first answer; ``movers`` gave the answers, None being chance."""
        self.seat = seat
        """The seat that looks, or None if nothing is hidden."""
        self.position = 0
        """Number of answers before the shown position."""
        self.last = len(movers)
        """Number of all answers."""
        self._movers = movers
        self._seats = seats

    def go(self, line: str) -> str:
        """Go where a line says; return a sentence if it leads nowhere, else an empty text."""
        text = line.casefold()
        word, _, rest = text.partition(" ")
        if word == "seat" and (seat := read_number(rest)) is not None:
            return self._look_as(seat - 1)
        goal = self._goal(text)
        if goal is None:
            return say("past.no_command", line=cut(line, 60))
        if not 0 <= goal <= self.last:
            return say("past.choose", last=self.last)
        self.position = goal
        return ""

    def _look_as(self, seat: Seat) -> str:
        if not 0 <= seat < self._seats:
            return say("past.choose_seat", last=self._seats)
        self.seat = seat
        return ""

    def _goal(self, text: str) -> int | None:
        """Return the position that a word or a number names, or None."""
        here = self.position
        movers = self._movers
        goals = {
            "": here + 1,
            "n": here + 1,
            "b": here - 1,
            "t": here + _turn_length(movers[here:]),
            "tb": here - _turn_length(movers[:here][::-1]),
            "first": 0,
            "last": self.last,
        }
        number = read_number(text)
        return goals.get(text) if number is None else number


def _turn_length(movers: Sequence[Seat | None]) -> int:
    """Return the number of answers at the beginning that are the moves of one seat, with chance."""
    mover = next((seat for seat in movers if seat is not None), None)
    others = (n for n, seat in enumerate(movers) if seat not in {None, mover})
    return next(others, len(movers))
