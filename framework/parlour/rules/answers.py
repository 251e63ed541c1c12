"""Moves and outcomes: the answers that a match is made of, and all that its record holds."""

from typing import ClassVar

from msgspec import Struct

from parlour.rules.seats import Seat


class Answer(Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """A small frozen value that drives a match one step on.

    An answer's text follows its ``form``: words, and field names in braces,
    ``"lay {cell}"``. A part in square brackets is left out where its fields
    have their defaults: ``"lay {cell}[ turned {turned}]"``.
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
