"""Words: the one way from a code with values to a sentence for somebody who knows the names.

Rules say why a move is refused by a ``Refusal``, a code with values, and never in a sentence.
A game brings the sentences as data, one for each code::

    Words(refusals={"too_far": "{steps} steps are too far: {reach} are possible"})

A sentence whose words depend on its values is a function of them::

    {"too_dear": lambda price: f"that costs {price} shell{'s' * (price > 1)}"}

A value named ``seat``, or ``…_seat``, is a seat, and stands in the sentence by its name.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from parlour.rules.answers import Move
from parlour.rules.errors import Refusal
from parlour.rules.seats import Seat
from parlour.words import SENTENCES, Phrase, is_seat, listed, phrase, say

Wording: TypeAlias = str | Phrase | Callable[..., str]
"""The sentence of a code: a format text, a phrase of a phrasebook, or a function of the values."""

COMMAND_WORDS = frozenset(
    {
        "moves",
        "plan",
        "plans",
        "look",
        "score",
        "log",
        "why",
        "hint",
        "rules",
        "order",
        "orders",
        "undo",
        "now",
        "resign",
    }
    | {"analyse", "pin", "save", "quit", "q", "exit", "help", "?", "h"}
)
"""Words that the table takes for commands: a move that begins with one would hide the command.

``again`` and ``rematch`` are left out: they are for the time after the end.
"""

YOU = "You"
"""The name of a seat for the person who sits at it alone."""

YOU_CODE = "you"
"""Code of the name for the person who reads, with its forms."""

PERSON = "Player"
"""The name of a seat for a person without a name; the number of the seat may follow."""


class SeatName(Struct, frozen=True):
    """The name of a seat in the sentences of a phrasebook."""

    name: str
    is_reader: bool
    """Whether it is the seat of the person who reads."""

    def __format__(self, form: str) -> str:
        """Return the name; ``you`` and ``Player 2`` are words of the language."""
        if self.is_reader:
            return SENTENCES.worded(YOU_CODE, {}, form)
        title, _, number = self.name.partition(" ")
        return f"{say('player')} {number}".rstrip() if title == PERSON else self.name


class Viewer(Struct, frozen=True):
    """Somebody who looks at a match: how they call the seats, and the things they want to see."""

    titles: tuple[str, ...]
    """The name of each seat, ``You`` for the person who reads alone, in any language."""

    memory: bool = False
    """Whether to show what could be remembered, beyond what the table shows."""

    @classmethod
    def of_seats(cls, seats: int) -> "Viewer":
        """Return a viewer who calls the seats by their numbers, ``seat 0`` for the first."""
        return cls(tuple(f"seat {seat}" for seat in range(seats)))

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat in the language that is spoken."""
        return tuple(map(self.name, range(len(self.titles))))

    def name(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return f"{self.called(seat)}"

    def inside(self, seat: Seat) -> str:
        """Return the name of a seat as it stands inside a sentence: ``Greedy``, but ``you``."""
        return f"{self.called(seat):inside}"

    def in_a_line(self, text: str, first: int = 0) -> SeatName:
        """Return a seat as a line of moves names it; ``text`` counts from ``first``, or is a name.

        A seat whose name is not clear has its number from 1.
        """
        seat = int(text[:9]) - first if text.isdecimal() else -1
        if seat < 0:
            return SeatName(text, is_reader=False)
        is_clear = any(self.clear_names[seat : seat + 1])
        return self.called(seat) if is_clear else SeatName(str(seat + 1), is_reader=False)

    @property
    def clear_names(self) -> list[str]:
        """The names in small letters; a name of several seats, or that is a number, is empty."""
        names = [name.casefold() for name in self.names]
        return [one if names.count(one) == 1 and not one.isdecimal() else "" for one in names]

    def called(self, seat: Seat) -> SeatName:
        """Return the name of a seat in all its forms, for the sentences of a phrasebook."""
        name = self.titles[seat] if 0 <= seat < len(self.titles) else f"seat {seat}"
        return SeatName(name, name == YOU)

    def is_reader(self, seat: Seat) -> bool:
        """Return whether the person at a seat reads alone."""
        return self.called(seat).is_reader

    def listed(self, seats: Iterable[Seat]) -> str:
        """Return the names of seats as a sentence begins with them: ``You, Bob and Cid``."""
        readers_first = sorted(seats, key=lambda seat: not self.is_reader(seat))
        return listed(map(self.name, readers_first))

    def does(self, seat: Seat, verb: str, with_you: str | None = None) -> str:
        """Return the name of a seat with a verb: ``Greedy draws``, but ``You draw``.

        ``with_you`` is the form after "You", unless it is ``verb`` without its last s.
        """
        said = (with_you or verb.removesuffix("s")) if self.is_reader(seat) else verb
        return f"{self.name(seat)} {said}"


NOBODY = Viewer(())
"""Nobody in particular, who calls seats by their numbers, as people count them, from 1."""


def shared(moves: Iterable[Move], field: str) -> object:
    """Return the value of a field that all moves share; None if they differ, or one lacks it.

    Of the moves that a half-made move may become, it is the chosen value.
    """
    values = {getattr(move, field, None) for move in moves}
    return values.pop() if len(values) == 1 else None


def describe_refusal(refusal: Refusal, viewer: Viewer, sentences: Mapping[str, Wording]) -> str:
    """Say for ``viewer`` why something is refused, with the rule's number behind it.

    ``sentences`` are the game's own, by code. A code without a sentence is shown as it is, with
    spaces for its underscores.
    """
    sentence = refusal_sentence(refusal, viewer, sentences)
    return say("refusal.rule", why=sentence, rule=refusal.rule) if refusal.rule else sentence


def refusal_sentence(refusal: Refusal, viewer: Viewer, sentences: Mapping[str, Wording]) -> str:
    """Say for ``viewer`` why something is refused, without the rule's number."""
    wording = sentences.get(refusal.code) or phrase(f"refusal.{refusal.code}")
    return worded(wording, refusal.values, viewer)


def worded(wording: Wording, values: Mapping[str, object], viewer: Viewer) -> str:
    """Return a sentence over ``values``, with seats by the names that ``viewer`` has for them."""
    if isinstance(wording, Phrase):
        return wording.phrasebook.say(wording.code, viewer, **values)
    named = {name: _named(name, value, viewer) for name, value in values.items()}
    return wording.format(**named) if isinstance(wording, str) else wording(**named)


def _named(name: str, value: object, viewer: Viewer) -> object:
    """Return a value as a sentence shows it: a seat by its name, or ``you``."""
    return viewer.inside(value) if is_seat(name) and isinstance(value, int) else value
