"""Answers, and who must give one: a match is made of moves and outcomes, and awaits the next.

A record holds its answers and nothing else of a match.
"""

from typing import ClassVar, TypeAlias

from msgspec import Struct

from parlour.rules.seats import Seat


class Answer(Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """A small frozen value that drives a match one step on.

    An answer's text follows its ``form``: words, and field names in braces,
    ``"lay {cell}"``. A part in square brackets is left out where its fields
    have their defaults: ``"lay {cell}[ rotated {way}]"``.
    """

    form: ClassVar[str] = ""
    former_forms: ClassVar[tuple[str, ...]] = ()
    """Forms that records of earlier releases hold: they are read, and never written."""
    public_form: ClassVar[str | None] = None
    """Text for those who may not see this answer; None where all may see it.

    It takes field names in braces too, of the fields that are no secret.
    """
    covered_by_events: ClassVar[bool] = False
    """Whether the game's own events always tell it again: people at the table then read only those.

    The log and a replay show both.
    """


class Move(Answer, frozen=True, gc=False, cache_hash=True):
    """An answer of a seat that is awaited, or an offer it takes out of turn.

    Where a move has a public form, every seat but its mover is told only that.
    """


class Outcome(Answer, frozen=True, gc=False, cache_hash=True):
    """An answer of chance: a die, a drawn tile."""

    def shown_to(self, seat: Seat) -> bool:
        """Tell whether ``seat`` sees this outcome; the others are told the public form."""
        return self.public_form is None


class Decide(Struct, frozen=True, gc=False, tag=True):
    """The seats that must answer now, each for itself, in any order."""

    seats: tuple[Seat, ...]
    sealed: bool = False
    """Whether the answers stay secret until the last one opens them all."""

    is_over: ClassVar[bool] = False


class Chance(Struct, frozen=True, gc=False, tag=True):
    """Chance must answer now."""

    kind: str
    """Kind of draw, "die" or "tile": the n-th draw of a kind depends on n and the seed alone."""

    seats: ClassVar[tuple[Seat, ...]] = ()
    sealed: ClassVar[bool] = False
    is_over: ClassVar[bool] = False


class Result(Struct, frozen=True, gc=False, tag="Ended"):
    """The match is over, and nobody is awaited. Records call it ``Ended``."""

    scores: tuple[int, ...]
    """Each seat's points."""

    places: tuple[int, ...]
    """Each seat's place, 1 for the winner; seats that tie share a place."""

    seats: ClassVar[tuple[Seat, ...]] = ()
    sealed: ClassVar[bool] = False
    is_over: ClassVar[bool] = True


Awaited: TypeAlias = Decide | Chance | Result
"""Seats, chance, or nobody any more."""

ALONE = {seat: Decide(seats=(seat,)) for seat in range(16)}
"""A ``Decide`` for each seat alone, made once: most states await one seat."""


def await_seat(seat: Seat) -> Decide:
    """Await one seat alone."""
    try:
        return ALONE[seat]
    except KeyError:
        return Decide(seats=(seat,))
