"""Groups of bots that meet, and the orders in which they sit round a table."""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, permutations
from typing import TypeAlias

Lineup: TypeAlias = tuple[int, ...]
"""Entrants by their numbers in the plan, clockwise from seat 0."""
Group: TypeAlias = tuple[int, ...]
"""Entrants that meet, by their numbers in the plan, in rising order."""


def groups_of(entrants: Sequence[int], seats: int) -> list[Group]:
    """Return every group of entrants that can fill ``seats`` seats.

    Where there are fewer entrants than seats, some of them take several seats, and every entrant
    takes one at least.
    """
    if len(entrants) >= seats:
        return list(combinations(entrants, seats))
    everybody = set(entrants)
    repeated = combinations_with_replacement(entrants, seats)
    return [group for group in repeated if set(group) == everybody]


def seatings(group: Group) -> list[Lineup]:
    """Return the orders in which a group can sit round a table; rotations count as one order."""
    first, *others = group
    found: dict[Lineup, Lineup] = {}
    for rest in permutations(others):
        seating = (first, *rest)
        found.setdefault(min(rotations(seating)), seating)
    return list(found.values())


def rotations(lineup: Lineup) -> tuple[Lineup, ...]:
    """Return all rotations of a lineup: each moves every bot on by one seat, the first by none."""
    return tuple(lineup[-step:] + lineup[:-step] for step in range(len(lineup)))
