"""People at a match: what a session remembers of each while it lasts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from parlour.match.game import Match
from parlour.rules.events import Played
from parlour.rules.seats import Seat
from parlour.table.reply import Reply
from parlour.table.text.telling import answers_told


@dataclass(frozen=True)
class YesOrNo:
    """A question that a person answers with ``yes`` or ``no``."""

    text: str
    yes: Callable[[], Reply]
    """Called for yes."""
    no: Callable[[], Reply]
    """Called for no, and where the person goes on with something else."""
    must_answer: bool = False
    """Whether the person can do nothing else before."""


@dataclass
class Person:
    """One person, as the session remembers them while it lasts."""

    since: int = 0
    """Number of events that the seat had been told at its last decision."""
    earlier: Any = None
    """The state at that decision; None before the first."""
    question: YesOrNo | None = None
    """The question that waits for an answer."""
    order: str = ""
    """The name of the standing order in force; empty for none."""
    pin: str = ""
    """The PIN asked for at the hand-over; empty for none."""
    notes: tuple[str, ...] = ()
    """Lines for the person alone that no event tells; gone with the next decision."""

    @classmethod
    def at(cls, match: Match, seat: Seat) -> "Person":
        """Return a person who sits down at a match, as if they had seen their last decision."""
        for answer in reversed(answers_told(match, seat)):
            head = answer.events[0]
            if answer.before is not None and isinstance(head, Played) and head.seat == seat:
                return cls(answer.first, answer.before)
        return cls()
