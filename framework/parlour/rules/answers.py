"""Answers, and who must give one: a match is made of moves and outcomes, and awaits the next.

A record holds its answers and nothing else of a match.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import product
from math import prod
from types import NoneType, UnionType
from typing import (
    Annotated,
    ClassVar,
    Literal,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Meta, Struct

from parlour.rules.seats import Seat


class Answer(Struct, frozen=True, gc=False, cache_hash=True, tag=True):
    """A small frozen value that drives a match one step on.

    An answer's text follows its ``form``: words, and field names in braces,
    ``"lay {cell}"``. A part in square brackets is left out where its fields
    have their defaults: ``"lay {cell}[ rotated {way}]"``.
    """

    form: ClassVar[str] = ""
    former_forms: ClassVar[tuple[str, ...]] = ()
    """Forms that earlier records hold: they are read, and never written."""
    public_form: ClassVar[str | None] = None
    """Text for seats that may not see this answer, or None if everybody may.

    It takes field names in braces too, of the fields that are not secret.
    """
    covered_by_events: ClassVar[bool] = False
    """Whether the game's own events always tell it again: people at the table then read only those.

    The log and a replay show both.
    """


class Move(Answer, frozen=True, gc=False, cache_hash=True):
    """An answer of a seat that is awaited, or an offer it takes out of turn.

    If a move has a public form, every seat but its mover is told only that; of a sealed answer
    they are told not even that.
    """

    chosen_first: ClassVar[tuple[str, ...]] = ()
    """Fields that clicks choose before all others, in this order: ``("origin",)``."""


class TurnPlan(Struct, frozen=True):
    """A turn that a game proposes to a seat: moves in a row.

    It ends where chance or another seat comes next.
    """

    moves: tuple[Move, ...]
    """The moves; the first is legal now, and each other one after those before it."""
    text: str = ""
    """Description of the moves in a few words: ``size-2 moai to e9a``; if empty, their words."""


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

    is_over: ClassVar[Literal[False]] = False


class Chance(Struct, frozen=True, gc=False, tag=True):
    """Chance must answer now."""

    kind: str
    """Kind of draw, "die" or "tile": the n-th draw of a kind depends on n and the seed alone."""

    seats: ClassVar[tuple[Seat, ...]] = ()
    sealed: ClassVar[bool] = False
    is_over: ClassVar[Literal[False]] = False


class Result(Struct, frozen=True, gc=False, tag="Ended"):
    """The match is over, and nobody is awaited. Records call it ``Ended``."""

    scores: tuple[int, ...]
    """Each seat's points."""

    places: tuple[int, ...]
    """Each seat's place, 1 for the winner; seats that tie share a place."""

    seats: ClassVar[tuple[Seat, ...]] = ()
    sealed: ClassVar[bool] = False
    is_over: ClassVar[Literal[True]] = True


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


MAX_LISTED = 1_000_000
"""Maximum number of answers that are listed."""

Values: TypeAlias = Sequence[object]

FEW: Mapping[type, Values] = {NoneType: (None,), bool: (False, True)}
"""Types with few values."""


def every_answer(union: object) -> tuple[Answer, ...] | None:
    """Return every answer of a union in a fixed order; None if they cannot be counted.

    The order follows the kinds in the union, and within a kind its fields' values.
    """
    kinds = [kind for kind in get_args(union) or (union,) if kind is not NoneType]
    listed: list[Answer] = []
    for kind in kinds:
        hints = get_type_hints(kind, include_extras=True)
        fields = [_values(hints[name]) for name in kind.__struct_fields__]
        counted = [values for values in fields if values is not None]
        if len(counted) < len(fields) or prod(map(len, counted)) > MAX_LISTED - len(listed):
            return None
        listed += (kind(*chosen) for chosen in product(*counted))
    return tuple(listed)


def _values(hint: object, metas: tuple[Meta, ...] = ()) -> Values | None:
    """Return the values of a type in a fixed order; None if they cannot be counted."""
    origin = get_origin(hint)
    parts = get_args(hint)
    values: Values | None = None
    if origin is Annotated:
        notes = (part for part in parts[1:] if isinstance(part, Meta))
        values = _values(parts[0], (*metas, *notes))
    elif origin is Literal:
        values = parts
    elif origin in {Union, UnionType}:
        values = _joined([_values(part, metas) for part in parts])
    elif origin is tuple and Ellipsis not in parts:
        values = _products([_values(part) for part in parts])
    elif hint is int:
        values = _bounded(metas)
    elif isinstance(hint, type) and issubclass(hint, Enum):
        values = tuple(hint)
    else:
        values = FEW.get(hint) if isinstance(hint, type) else None
    return values


def _bounded(metas: Sequence[Meta]) -> range | None:
    """Return the whole numbers within all bounds; None if they have no least or no greatest."""
    least = [meta.ge for meta in metas if meta.ge is not None]
    least += [meta.gt + 1 for meta in metas if meta.gt is not None]
    stop = [meta.lt for meta in metas if meta.lt is not None]
    stop += [meta.le + 1 for meta in metas if meta.le is not None]
    return range(int(max(least)), int(min(stop))) if least and stop else None


def _joined(parts: Sequence[Values | None]) -> Values | None:
    """Return the values of a union."""
    counted = [values for values in parts if values is not None]
    return [value for values in counted for value in values] if len(counted) == len(parts) else None


def _products(parts: Sequence[Values | None]) -> Values | None:
    """Return the values of a tuple, or None if there are too many."""
    counted = [values for values in parts if values is not None]
    if len(counted) < len(parts) or prod(map(len, counted)) > MAX_LISTED:
        return None
    return list(product(*counted))
