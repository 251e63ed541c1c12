"""Round robin: every group of bots meets. Variants: one bot in all groups, or shared deals."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from parlour.tournament.plan.plan import Extent
from parlour.tournament.schedules.blocks import Block, BlockResults, Schedule
from parlour.tournament.schedules.seating import (
    Group,
    SeatingOrder,
    groups_of,
    rotations,
    seatings,
)


class RoundRobin(Schedule):
    """Plays a number of blocks with every group of bots that can meet.

    A block takes one seating through all rotations. From block to block the seatings of a group
    take turns, so that in time all of them are played equally often.

    A contest that was extended plays the blocks of its first extent, then those that the second
    has beyond them, and so on. Blocks keep their numbers, and no block is played twice.
    """

    def __init__(
        self,
        contest: int,
        extents: Sequence[Extent],
        seats: int,
        seating: SeatingOrder = seatings,
        gone: Collection[int] = (),
    ) -> None:
        """Plan the blocks of a contest, but for those of bots that are ``gone``."""
        super().__init__(contest, seats)
        self._seating = seating
        self._gone = set(gone)
        self._extents = extents
        self._groups = [self.groups_that_meet(extent.entrants, seats) for extent in extents]
        whole = sum(self._played_before(len(extents)).values())
        self.most = sum(1 for _ in self.blocks_by_side(lambda _: None)) if gone else whole

    @staticmethod
    def groups_that_meet(entrants: Sequence[int], seats: int) -> list[Group]:
        """Return the groups that meet."""
        return groups_of(entrants, seats)

    def blocks_by_side(self, results: BlockResults) -> Iterator[Block]:
        """Yield a block of every group, then the next of each; bots that are gone play none."""
        orders: dict[Group, Sequence[tuple[int, ...]]] = {}
        for group in chain.from_iterable(self._groups):
            orders.setdefault(group, self._seating(group))
        number = 0
        for place, extent in enumerate(self._extents):
            before = self._played_before(place)
            for meeting in range(extent.blocks):
                for group in self._groups[place]:
                    if meeting < before.get(group, 0):
                        continue
                    if self._gone.isdisjoint(group):
                        order = orders[group]
                        lineup = order[meeting % len(order)]
                        yield Block(self.contest, number, meeting, rotations(lineup))
                    number += 1

    def _played_before(self, place: int) -> dict[Group, int]:
        """Return the number of blocks that each group has in the extents before a place."""
        before: dict[Group, int] = {}
        for extent, groups in zip(self._extents[:place], self._groups, strict=False):
            for group in groups:
                before[group] = max(before.get(group, 0), extent.blocks)
        return before


class Gauntlet(RoundRobin):
    """Plays a number of blocks with every group that contains the first entrant."""

    @staticmethod
    def groups_that_meet(entrants: Sequence[int], seats: int) -> list[Group]:
        """Return the groups that meet."""
        return [group for group in groups_of(entrants, seats) if entrants[0] in group]


class SharedDeals(Schedule):
    """Plays the groups of a round robin or a gauntlet, all of them with the same deals.

    Matches with the same deal share its luck, with any bots: so they are one block, and
    statistics take blocks of different deals alone to be independent.
    """

    def __init__(
        self,
        contest: int,
        groups: Sequence[Group],
        sides: int,
        blocks: int,
        seating: SeatingOrder,
    ) -> None:
        super().__init__(contest, sides * len(groups), blocks)
        self._orders = [seating(group) for group in groups]

    def blocks_by_side(self, results: BlockResults) -> Iterator[Block]:
        """Yield a block for each deal."""
        for deal in range(self.most):
            lineups = [
                lineup for order in self._orders for lineup in rotations(order[deal % len(order)])
            ]
            yield Block(self.contest, deal, deal, tuple(lineups))
