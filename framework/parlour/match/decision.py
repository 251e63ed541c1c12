"""Decisions, and announcements of answers: what seats get to see of a match."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Generic, TypeAlias

from msgspec import Struct
from typing_extensions import TypeVar

from parlour.match.record import Line
from parlour.rules import (
    Answer,
    ChanceResolved,
    Event,
    Move,
    Notation,
    Outcome,
    Played,
    Seat,
    State,
)

SEALED = "answers in secret"
"""The text that other seats are told of a sealed answer."""

MAX_OPEN_ANSWERS = 20_000
"""Maximum number of open answers of a seat, or of chance, that are remembered."""

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
        """Write the seats asked, and how much there is to read."""
        counted = (("moves", self.moves), ("offers", self.offers), ("events", self.events))
        sizes = ", ".join(f"{len(things)} {name}" for name, things in counted)
        return f"<Decision for seat {self.seat}: {sizes}, a {type(self.view).__name__}>"


class Step(Struct, frozen=True, gc=False):
    """One answer that was given, for taking it back."""

    before: State
    """The state before it."""
    seat: Seat | None = None
    """The seat that moved; None for chance."""
    reveals: bool = True
    """Whether somebody learnt something by it."""


M = TypeVar("M", bound=Move)

KnownMoves: TypeAlias = tuple[State | None, Seat, tuple[M, ...], tuple[M, ...]]
"""A state and a seat, with the legal moves and the offers that it has there."""
NOTHING_KNOWN: KnownMoves[Any] = (None, 0, (), ())
"""Stands for moves that nobody has asked for."""


Announcement: TypeAlias = tuple[Event, Event, Line]
"""The event for seats that may know an answer, the event for others, and the record's line.

The two events are the same one if all may know the answer.
"""


class Announcer:
    """Announces the answers of all matches of a game.

    Every bot is handed it with its game. So it remembers announcements of answers that all seats
    were told in full, and no others: these would show sealed answers, hands and refused moves.
    """

    def __init__(self, moves: Notation[Any], outcomes: Notation[Outcome]) -> None:
        self.open = defaultdict[Seat | None, dict[Answer, Announcement]](dict)
        """Announcements that are remembered, by the seat that answered, or None for chance."""
        self._moves = moves
        self._outcomes = outcomes

    def move(self, seat: Seat, move: Move, *, sealed: bool) -> Announcement:
        """Announce a move."""
        text = self._moves.write(move)
        whole = Played(seat, text)
        line = Line(seat, text)
        if sealed or move.public_form is not None:
            return whole, Played(seat, self._public_text(move, sealed=sealed)), line
        return self._remembered(seat, move, (whole, whole, line))

    def outcome(self, outcome: Outcome) -> Announcement:
        """Announce an outcome of chance."""
        form = self._outcomes.forms[type(outcome)]
        if form.is_open and (known := self.open[None].get(outcome)):
            return known
        text = form.write(outcome)
        whole = ChanceResolved(text)
        line = Line(outcome=text)
        if not form.is_open:
            public = form.write_public(outcome) or self._outcomes.what
            return whole, ChanceResolved(public), line
        return self._remembered(None, outcome, (whole, whole, line))

    def _public_text(self, move: Move, *, sealed: bool) -> str:
        # A public form would tell the kind of a sealed answer.
        return SEALED if sealed else self._moves.write_public(move)

    def _remembered(self, seat: Seat | None, answer: Answer, made: Announcement) -> Announcement:
        known = self.open[seat]
        if len(known) >= MAX_OPEN_ANSWERS:
            known.clear()
        known[answer] = made
        return made
