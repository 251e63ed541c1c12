"""Places at the table, and who comes after whom."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 … n-1, numbered clockwise."""


def left_of(seat: Seat, seats: int) -> Seat:
    """Return the next seat clockwise at a table of ``seats``."""
    return (seat + 1) % seats


def clockwise(first: Seat, seats: int) -> Iterator[Seat]:
    """Yield every seat once, clockwise from ``first``."""
    for step in range(seats):
        yield (first + step) % seats


def places(standing: Sequence[Any]) -> tuple[int, ...]:
    """Return each seat's place, 1 for the best; equal standings share a place.

    ``standing`` holds one comparable value a seat, higher is better: points,
    or a tuple of points and tie-breakers. Two firsts are followed by a third.
    """
    return tuple(1 + sum(other > mine for other in standing) for mine in standing)
