"""The seats, or chance, that must answer next."""

from typing import ClassVar, TypeAlias

from msgspec import Struct

from parlour.rules.seats import Seat


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
