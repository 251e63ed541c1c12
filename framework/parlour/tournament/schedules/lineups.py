"""What all schedules have in common: lineups, and the circles in which bots can sit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, permutations
from typing import Protocol, TypeAlias

from parlour.tournament.schedules.blocks import Block, Lineup

BlockResults: TypeAlias = Callable[[int], Mapping[int, float] | None]
"""What came of a block, by its number: each entrant's mean result; None while it is played."""


class Schedule(Protocol):
    """Says which blocks are to be played."""

    @property
    def most(self) -> int:
        """So many blocks at the most."""

    @property
    def size(self) -> int:
        """So many matches make a block."""

    @property
    def waits(self) -> bool:
        """Whether what is played depends on results."""

    def blocks(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield the blocks in order; None as long as that depends on results still to come."""

    def counted(self, results: BlockResults) -> int:
        """Return how many blocks count; any later one was begun before that was known."""


def lineups(field: Sequence[int], seats: int) -> list[Lineup]:
    """Return every company that can sit down together.

    Where there are fewer bots than seats, some sit there several times, and all are there.
    """
    if len(field) >= seats:
        return list(combinations(field, seats))
    everybody = set(field)
    return [who for who in combinations_with_replacement(field, seats) if set(who) == everybody]


def circles(company: Lineup) -> list[Lineup]:
    """Return the orders in which a company can sit round a table; rotations count as one."""
    first, *others = company
    found: dict[Lineup, Lineup] = {}
    for rest in permutations(others):
        circle = (first, *rest)
        found.setdefault(_least_rotation(circle), circle)
    return list(found.values())


def _least_rotation(circle: Lineup) -> Lineup:
    return min(circle[step:] + circle[:step] for step in range(len(circle)))
