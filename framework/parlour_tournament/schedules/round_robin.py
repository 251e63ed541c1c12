"""Round robin: every group of bots meets. Variants: one bot in all groups, or shared deals.

Swiss: in every round bots meet others with similar results that they have met least often.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations

from parlour_tournament.plan import Extent, Plan
from parlour_tournament.schedules.blocks import (
    Block,
    BlockResults,
    Group,
    Schedule,
    SeatingOrder,
    groups_of,
    hashed,
    rotations,
    seating_order,
    seatings,
)


class RoundRobin(Schedule):
    """Plays a number of blocks with every group of bots that can meet.

    A block takes one seating through all rotations. From block to block the seatings of a group
    take turns, so that in time all of them are played equally often.

    A contest that was extended plays the blocks of its first extent, then the further blocks of
    the second, and so on. Blocks keep their numbers, and no block is played twice.
    """

    def __init__(
        self,
        contest: int,
        extents: Sequence[Extent],
        seats: int,
        seating: SeatingOrder = seatings,
        gone: Collection[int] = (),
    ) -> None:
        """Plan the blocks of a contest, but for the blocks of bots that are ``gone``."""
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


MAX_TRIALS = 5_000
"""Maximum number of groups that are tried before one more repeated meeting is allowed."""


class Swiss(Schedule):
    """Plays rounds. Bots left over sit one round out, none twice before all have."""

    waits = True

    def __init__(
        self, contest: int, entrants: Sequence[int], seats: int, plan: Plan, names: Sequence[str]
    ) -> None:
        super().__init__(contest, seats, plan.rounds * plan.blocks * (len(entrants) // seats))
        self._seating = seating_order(plan)
        key = plan.contests[contest].key
        self._entrants = sorted(entrants, key=lambda who: hashed([plan.seed, key, names[who]]))
        self._rounds = plan.rounds
        self._blocks = plan.blocks

    def blocks_by_side(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield the blocks of one round, and the blocks of the next when all results are in."""
        history = History(self._entrants)
        met = Counter[Group]()
        number = 0
        for rounds_left in reversed(range(self._rounds)):
            begun: list[int] = []
            for group in history.pair_next_round(self.size):
                orders = self._seating(group)
                for _ in range(self._blocks):
                    meeting = met[group]
                    met[group] += 1
                    lineup = orders[meeting % len(orders)]
                    yield Block(self.contest, number, meeting, rotations(lineup))
                    begun.append(number)
                    number += 1
            for block in begun if rounds_left else ():
                while (found := results(block)) is None:
                    yield None
                history.add(found)


class History:
    """Meetings, results and rests of a contest's entrants so far."""

    def __init__(self, entrants: Sequence[int]) -> None:
        self._order = {who: place for place, who in enumerate(entrants)}
        self._sums = dict.fromkeys(entrants, 0.0)
        self._blocks = dict.fromkeys(entrants, 0)
        self._rests = dict.fromkeys(entrants, 0)
        self._met: Counter[tuple[int, int]] = Counter()

    def add(self, results: Mapping[int, float]) -> None:
        """Add the results of a block, 0 … 1 for each entrant."""
        for who, result in results.items():
            self._sums[who] += result
            self._blocks[who] += 1

    def pair_next_round(self, seats: int) -> list[Group]:
        """Return the groups of the next round, and add their meetings."""
        ranked = sorted(self._order, key=self._rank_key)
        for who in self._resting(ranked, len(ranked) % seats):
            self._rests[who] += 1
            ranked.remove(who)
        found = self._grouped(ranked, seats)
        for group in found:
            self._met.update(permutations(group, 2))
        return [tuple(sorted(group)) for group in found]

    def _grouped(self, ranked: Sequence[int], seats: int) -> list[Group]:
        """Group entrants of similar results, with as few repeated meetings as possible."""
        repeats = self._least_repeats(ranked, seats)
        step = 1
        while True:
            trials = iter(range(MAX_TRIALS))
            found = self._search(tuple(ranked), seats, repeats, trials)
            if found is not None:
                return found
            if next(trials, None) is None:
                step *= 2
            repeats += step

    def _least_repeats(self, ranked: Sequence[int], seats: int) -> int:
        """Return a lower bound of the repeated meetings in any grouping."""
        times = [
            sorted(self._met[who, other] for other in ranked if other != who) for who in ranked
        ]
        return -(-sum(sum(some[: seats - 1]) for some in times) // 2)

    def _search(
        self, ranked: Group, seats: int, repeats: int, trials: Iterator[int]
    ) -> list[Group] | None:
        """Find a grouping with at most ``repeats`` repeated meetings; the best choose first.

        Returns None if there is no grouping, or ``trials`` run out.
        """
        if not ranked:
            return []
        for mates in combinations(ranked[1:], seats - 1):
            if next(trials, None) is None:
                return None
            group = (ranked[0], *mates)
            again = sum(self._met[pair] for pair in combinations(group, 2))
            if again <= repeats:
                rest = tuple(who for who in ranked if who not in group)
                found = self._search(rest, seats, repeats - again, trials)
                if found is not None:
                    return [group, *found]
        return None

    def _rank_key(self, who: int) -> tuple[float, int]:
        """Return the key that sorts entrants, the best mean result first."""
        return -self._sums[who] / max(1, self._blocks[who]), self._order[who]

    def _resting(self, ranked: Sequence[int], number: int) -> list[int]:
        """Return the entrants that sit out: fewest rests first, then the lowest mean result."""
        lowest_first = ranked[::-1]
        return sorted(lowest_first, key=lambda who: self._rests[who])[:number]
