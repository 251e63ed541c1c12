"""Selection: a move chosen part by part, by clicks on the places that its form names.

Each field of a move's form is an address, the field's name with its text: ``cell=b1``. The form is
one too: ``form=lay CELL``. Whoever chooses addresses one after another chooses among the moves that
have them all. A kind of moves may name the fields that come first. No game has code for this.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from parlour.rules import Move, Notation

FORM = "form"
"""The name of the address that stands for the kind of a move, by its form."""


@dataclass(frozen=True)
class Choice:
    """A move that may be chosen."""

    move: Move
    text: str
    """The move as it can be typed in any language."""
    fields: dict[str, str]
    """The text of each field as it can be typed, by name."""
    addresses: frozenset[str]
    """The addresses that choose it."""
    form: str
    """The address that stands for its form."""
    first: tuple[str, ...]
    """The addresses that are chosen before the others, in order."""

    def open(self, certain: Container[str]) -> frozenset[str]:
        """Return the addresses that can be chosen next, once some are certain."""
        wanted = next((one for one in self.first if one not in certain), "")
        return frozenset({wanted, self.form}) if wanted else self.addresses


@dataclass(frozen=True)
class Selection:
    """The moves of a decision, and the parts chosen among them so far."""

    notation: Notation[Move]
    """The texts of the game's moves."""
    choices: tuple[Choice, ...]
    """Every legal move and offer of the decision."""
    chosen: tuple[frozenset[str], ...] = ()
    """The steps chosen, in order; a move must have one address of each."""

    @classmethod
    def among(cls, notation: Notation[Move], moves: Iterable[Move]) -> "Selection":
        """Return a selection among ``moves`` with nothing chosen."""
        return cls(notation, tuple(choice_of(notation, move) for move in moves))

    @cached_property
    def remaining(self) -> tuple[Choice, ...]:
        """The moves that have everything chosen so far."""
        return tuple(
            choice
            for choice in self.choices
            if all(choice.addresses & step for step in self.chosen)
        )

    @cached_property
    def live(self) -> frozenset[str]:
        """The addresses that can be chosen next: some of the remaining moves have them, not all.

        Of a single legal move, with nothing chosen yet, all addresses are live.
        """
        held = [choice.addresses for choice in self.remaining]
        if not held:
            return frozenset()
        every = frozenset.intersection(*held)
        live = frozenset().union(*(choice.open(every) for choice in self.remaining))
        return live - (every if self.chosen or len(held) > 1 else frozenset())

    @property
    def proposal(self) -> Choice | None:
        """The move that everything chosen so far means; None while several are possible."""
        return self.remaining[0] if self.chosen and len(self.remaining) == 1 else None

    def add(self, addresses: Sequence[str]) -> "Selection":
        """Choose the moves that have any of ``addresses``; unchanged where that decides nothing."""
        step = frozenset(addresses) & self.live
        return replace(self, chosen=(*self.chosen, step)) if step else self

    def back(self) -> "Selection":
        """Take the last choice back; unchanged if nothing is chosen."""
        return replace(self, chosen=self.chosen[:-1])


def choice_of(notation: Notation[Move], move: Move) -> Choice:
    """Return a move with the addresses that choose it."""
    form = notation.forms[type(move)]
    fields = form.field_texts(move)
    address = f"{FORM}={form.shown}"
    named = {name: f"{name}={value}" for name, value in fields.items()}
    first = tuple(named[name] for name in move.chosen_first)
    addresses = frozenset({*named.values(), address})
    return Choice(move, notation.typed(move), form.typed_texts(move), addresses, address, first)
