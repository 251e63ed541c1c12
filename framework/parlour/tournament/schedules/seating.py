"""Groups of bots that meet, and their orders round a table."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import TypeAlias

from parlour.tournament.plan.plan import BY_NAME, Plan

Lineup: TypeAlias = tuple[int, ...]
"""Entrants by their numbers in the plan, clockwise from seat 0."""
Group: TypeAlias = tuple[int, ...]
"""Entrants that meet, by their numbers in the plan, in rising order."""


SeatingOrder: TypeAlias = Callable[[Group], Sequence[Lineup]]
"""Returns the seatings of a group in the order of play."""

MAX_BALANCED = 48
"""Maximum number of seatings of a group in a balanced order; more follow as they come."""


def groups_of(entrants: Sequence[int], seats: int) -> list[Group]:
    """Return every group of entrants that can fill ``seats`` seats.

    If there are fewer entrants than seats, some of them take several seats, and every entrant
    takes one at least.
    """
    if len(entrants) >= seats:
        return list(combinations(entrants, seats))
    everybody = set(entrants)
    repeated = combinations_with_replacement(entrants, seats)
    return [group for group in repeated if set(group) == everybody]


def seatings(group: Group) -> list[Lineup]:
    """Return the orders of a group round a table; rotations count as one order."""
    first, *others = group
    found: dict[Lineup, Lineup] = {}
    for rest in permutations(others):
        seating = (first, *rest)
        found.setdefault(min(rotations(seating)), seating)
    return list(found.values())


def seating_order(plan: Plan) -> SeatingOrder:
    """Return the order of seatings for the groups of a plan."""
    if plan.pairing < BY_NAME:
        return seatings
    return seatings_by_name([entrant.name for entrant in plan.entrants])


def seatings_by_name(names: Sequence[str]) -> SeatingOrder:
    """Return an order of seatings that depends on the bots' names, not on their numbers.

    ``names`` holds the name of each entrant. After any number of blocks, the bots of a group have
    sat at each distance from each other as equally often as can be found by taking the best
    seating next.
    """

    def ordered(group: Group) -> Sequence[Lineup]:
        named = sorted(group, key=names.__getitem__)
        pattern = tuple(named.index(who) for who in named)
        return [from_first(tuple(named[place] for place in order)) for order in _balanced(pattern)]

    def from_first(lineup: Lineup) -> Lineup:
        """Turn a seating so that the first in the plan begins: its matches stay those they are."""
        start = lineup.index(min(lineup))
        return lineup[start:] + lineup[:start]

    return ordered


@cache
def _balanced(group: Group) -> tuple[Lineup, ...]:
    """Return the seatings of a group, each next one that which repeats the fewest distances."""
    rest, taken, met = seatings(group), list[Lineup](), Counter[tuple[int, int, int]]()
    while rest and len(taken) < MAX_BALANCED:
        best = min(rest, key=lambda order: sum(2 * met[pair] + 1 for pair in _distances(order)))
        rest.remove(best)
        taken.append(best)
        met.update(_distances(best))
    return (*taken, *rest)


def _distances(order: Lineup) -> list[tuple[int, int, int]]:
    """Return each two entrants of a seating with the number of seats from one to the other."""
    seats = len(order)
    return [
        (step, order[seat], order[(seat + step) % seats])
        for step in range(1, seats)
        for seat in range(seats)
    ]


def rotations(lineup: Lineup) -> tuple[Lineup, ...]:
    """Return all rotations of a lineup: each moves every bot on by one seat, the first by none."""
    return tuple(lineup[-step:] + lineup[:-step] for step in range(len(lineup)))
