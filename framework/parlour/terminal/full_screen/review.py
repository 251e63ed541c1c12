"""Looking back at a match that is over: any position, as any seat saw it."""

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Any

from parlour.match.game import Match
from parlour.match.record import Line
from parlour.rules.panels import Space
from parlour.rules.seats import Seat
from parlour.table.move_list import MoveList
from parlour.table.reply import Turn, Who
from parlour.table.session import Session
from parlour.table.sight import Sight
from parlour.table.text.telling import Telling

PROMPT = "look back> "
KEYS = "Right, Left: answers   t, tb: turns   N: answer N   seat N   q: enough"


class Review:
    """The positions of a match, stepped through as one seat saw them."""

    def __init__(self, session: Session, seat: Seat) -> None:
        self.seat = seat
        """The seat as which the match is seen."""
        self._session = session
        self._lines = [line for line in session.match.lines if line.over is None]
        self.position = self.last = len(self._lines)
        """The number of answers before what is shown, and of all there are."""

    @property
    def where(self) -> str:
        """The position that is shown, by the number of answers before it."""
        name = self._session.viewer.names[self.seat]
        return f"Answer {self.position} of {self.last}, as {name} saw it"

    def do(self, line: str) -> bool:
        """Do what a line says; return whether to go on looking back."""
        text = line.casefold()
        word, _, rest = text.partition(" ")
        if text in {"q", "quit", "exit"}:
            return False
        if word == "seat" and rest.isdecimal() and 0 < int(rest) <= self._session.match.seats:
            self.seat = int(rest) - 1
        elif text.isdecimal():
            self.position = min(int(text), self.last)
        elif text in STEPS:
            self.position = min(max(STEPS[text](self), 0), self.last)
        return True

    def sight(self, space: Space[Any]) -> Sight:
        """Return the sight of the seat at the position; what the last answer changed is marked."""
        session, seat, past = self._session, self.seat, self._match(self.position)
        before = self._match(self.position - 1) if self.position else past
        view = past.view(seat)
        return Sight(
            game=session.game,
            seat=seat,
            position=-1 - self.position,
            view=view,
            space=Space(space.width, space.height, before.view(seat)),
            viewer=session.viewer,
            colours=session.colours,
            turn=Turn(Who.NOBODY),
            moves=MoveList(session.game, view, (), ()),
            telling=Telling.of(past, session.viewer, seat, len(before.events(seat))),
            clocks=(),
            why_no_undo="",
        )

    def _match(self, answers: int) -> Match:
        """Return the match after so many answers; its end, if there is one, is told by the last."""
        every = self._session.match.lines
        number = len(every) if answers == self.last else answers
        return self._session.match.at(number)

    def next_turn(self) -> int:
        """Return the position before which another seat has moved."""
        rest = self._lines[self.position :]
        return self.position + _turn_length(rest)

    def turn_before(self) -> int:
        """Return the position where the turn before began."""
        return self.position - _turn_length(self._lines[: self.position][::-1])


STEPS: Mapping[str, Callable[[Review], int]] = {
    "": lambda review: review.position + 1,
    "b": lambda review: review.position - 1,
    "t": Review.next_turn,
    "tb": Review.turn_before,
    "first": lambda _: 0,
    "last": lambda review: review.last,
}
"""Words that lead to another position, as those of ``parlour replay --step``."""


def _turn_length(lines: list[Line]) -> int:
    """Return the number of lines from the first on that are the moves of one seat, with chance."""
    movers = (line.seat for line in lines if line.move is not None)
    mover = next(movers, None)
    return sum(1 for _ in takewhile(lambda line: line.move is None or line.seat == mover, lines))
