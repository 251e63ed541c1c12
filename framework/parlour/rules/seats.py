"""Places at the table: the order of seats, seats that play together, and their objectives."""

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Struct

A_SEAT = "a seat of Parlour"
"""Marks the type of a seat: a field of an answer with it is shown and read by a seat's name."""

Seat: TypeAlias = Annotated[int, A_SEAT]
"""A place at the table, 0 … n-1, numbered clockwise.

Code, records and messages count seats from 0. People read names of seats, and count from 1.
"""

MAX_SEATS = 999
"""Maximum number of seats of a match."""

Objective: TypeAlias = Literal["places", "points", "shared", "teams", "single"]
"""Aim of the seats of a game.

- ``places``: each seat wants to come before the others;
- ``points``: each seat wants points, which the others pay, as at poker;
- ``shared``: all seats have one result, and want as many points as they can get;
- ``teams``: each team wants to come before the other teams;
- ``single``: one seat plays alone, for as many points as it can get.
"""


class Team(Struct, frozen=True):
    """Seats that win and lose together."""

    name: str
    """Name for people: ``North and South``."""
    seats: tuple[Seat, ...]
    """Its seats, in rising order."""


def seats_text(seats: range) -> str:
    """Return numbers of seats in figures, which every language has: ``2-5``, or ``2, 4``."""
    if len(seats) > 1 and seats.step == 1:
        return f"{seats[0]}-{seats[-1]}"
    return ", ".join(map(str, seats))


def left_of(seat: Seat, seats: int) -> Seat:
    """Return the next seat clockwise at a table of ``seats``: ``left_of(2, 3)`` is 0."""
    return (seat + 1) % seats


def clockwise(first: Seat, seats: int) -> Iterator[Seat]:
    """Yield each of ``seats`` seats once, clockwise from ``first``.

    >>> list(clockwise(2, 4))
    [2, 3, 0, 1]
    """
    for step in range(seats):
        yield (first + step) % seats


def places(standing: Sequence[Any]) -> tuple[int, ...]:
    """Return each seat's place, 1 for the best; equal standings share a place.

    ``standing`` holds one comparable value a seat, higher is better: points,
    or a tuple of points and tie-breakers. Two firsts are followed by a third.
    """
    return tuple(1 + sum(other > mine for other in standing) for mine in standing)


@lru_cache(maxsize=4096)
def share_beaten(
    places: tuple[int, ...], sides: tuple[Hashable, ...] | None = None
) -> tuple[float, ...]:
    """Return the share of the others that each seat has beaten, 0 … 1; a tie counts a half.

    ``sides`` holds who plays each seat: seats of one side do not count as others of each
    other. Without it each seat is a side. A seat without others gets 0.
    """
    seated = tuple(range(len(places))) if sides is None else sides
    shares = []
    for side, mine in zip(seated, places, strict=True):
        others = [place for other, place in zip(seated, places, strict=True) if other != side]
        beaten = sum((mine < place) + (mine == place) / 2 for place in others)
        shares.append(beaten / max(1, len(others)))
    return tuple(shares)
