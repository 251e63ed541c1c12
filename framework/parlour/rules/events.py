"""Events: everything that happens in a match, as each seat may see it."""

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from msgspec import Struct, field

from parlour.rules.seats import Seat


class Event(Struct, frozen=True, gc=False, tag=True):
    """Something that happened in a match.

    Every seat is told it whole unless ``seen_by`` says otherwise.
    """

    reveals: ClassVar[bool] = False
    """Whether somebody learns hidden facts from it; no undo goes past it."""

    def seen_by(self, seat: Seat) -> "Event | None":
        """Return the event as ``seat`` may see it: whole, masked, or None for nothing."""
        return self

    def looked_up(self) -> "Event | None":
        """Return the event as anybody may look it up later, before the end of the match.

        Whole unless a game says otherwise: where a card that was seen lies covered since, the log
        may leave out which it was. Who plays with ``--memory`` looks everything up.
        """
        return self


class Played(Event, frozen=True, gc=False):
    """A seat moved. ``move`` is the move's text, or its public form."""

    seat: Seat
    move: str


class ChanceResolved(Event, frozen=True, gc=False, tag="Befell"):
    """Chance decided. ``outcome`` is the outcome's text, or its public form."""

    outcome: str


class Undone(Event, frozen=True, gc=False, tag="TakenBack"):
    """A seat took its last move back."""

    seat: Seat


class Forfeited(Event, frozen=True, gc=False):
    """A seat lost its bot, and another plays on for it.

    Nobody is told more than the cause: the reason may name what only that seat knew.
    """

    seat: Seat
    cause: str = field(name="ending")
    """One word: ``time``, ``died``, ``illegal`` …"""


Tell: TypeAlias = Callable[[Event], None] | None
"""Callable that gets the events of a phase; None in a search, so that events cost nothing.

A phase writes ``if tell: tell(Scored(seat, points))``.
"""
