"""Results so far: of whole blocks for schedules, of matches for the live standings."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from parlour.rules import StoreError, share_beaten
from parlour_tournament.plan import Roster
from parlour_tournament.playing.results import (
    BlockClass,
    MatchResult,
    Timing,
    block_class,
    results_by_bot,
)
from parlour_tournament.playing.store import Store
from parlour_tournament.schedules import (
    Block,
    Lineup,
    PooledTest,
    Schedule,
    deal_of,
    rotations,
    schedule_of,
)


class BlockTally:
    """Mean results of one contest's blocks, by the number of the block."""

    def __init__(
        self, size: int, sides: Sequence[int] | None = None, *, keep_classes: bool = False
    ) -> None:
        """Begin with no match; ``sides`` are the sides of ``block_class``."""
        self.classes: dict[int, BlockClass] = {}
        """Class of each block that is complete, if they are kept."""
        self._size = size
        self._sides = sides
        self._keep_classes = keep_classes
        self._open: dict[int, dict[int, MatchResult]] = defaultdict(dict)
        self._whole: dict[int, Mapping[int, float]] = {}

    def __call__(self, block: int) -> Mapping[int, float] | None:
        """Return each entrant's mean result in a block, 0 … 1; None until it is complete."""
        return self._whole.get(block)

    def add(self, result: MatchResult) -> None:
        """Add a match."""
        matches = self._open[result.block]
        matches[result.match] = result
        if len(matches) == self._size:
            whole = block_class(self._open.pop(result.block).values(), self._sides)
            if self._keep_classes:
                self.classes[result.block] = whole
            self._whole[result.block] = results_by_bot(whole)


class LiveTally:
    """Sums over all matches of one contest, whose size does not grow with the matches."""

    def __init__(self) -> None:
        self.matches = 0
        """Number of matches."""
        self.failures = 0
        """Number of forfeits, and of matches whose game failed."""
        self.sums: dict[int, float] = defaultdict(float)
        """Sum of each entrant's results, 0 … 1 for a match."""
        self.played: dict[int, int] = defaultdict(int)
        """Number of seats that each entrant has played; copies count."""

    def add(self, result: MatchResult) -> None:
        """Add a match."""
        self.matches += 1
        self.failures += bool(result.fault) + len(result.forfeits)
        if not result.fault:
            for who, share in zip(result.lineup, shares(result), strict=True):
                self.sums[who] += share
                self.played[who] += 1

    def mean(self, who: int) -> float | None:
        """Return an entrant's mean result, 0 … 1; None before it has played."""
        played = self.played[who]
        return self.sums[who] / played if played else None


def begun_blocks(store: Store, contest: int) -> list[Block]:
    """Return the blocks of a pool that have begun, by number.

    Lineups hold the bots by side.
    """
    plan = store.tournament.plan
    roster = store.tournament.roster
    found: dict[int, Block] = {}
    deals: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for result in store.results(contest):
        if result.block in found:
            continue
        bots = bots_by_side(roster, result)
        turn = result.match % len(bots)
        first = bots[turn:] + bots[:turn]
        known = deals[tuple(sorted(first))]
        while result.deal not in known:
            block = Block(contest, result.block, len(known), (result.lineup,))
            known.append(deal_of(plan, block))
        meeting = known.index(result.deal)
        found[result.block] = Block(contest, result.block, meeting, rotations(first))
    return list(found.values())


def bots_by_side(roster: Roster, result: MatchResult) -> Lineup:
    """Return the bots of a match by side, each once for all seats of its side."""
    sides = roster.sides_of(result.contest, len(result.lineup))
    return tuple(result.lineup[sides.index(side)] for side in sorted(set(sides)))


def schedules_of(store: Store) -> dict[int, Schedule]:
    """Return the schedules of the contests that are held; they know the test over all games."""
    pooled = pooled_test(store)
    return {
        number: schedule_of(store.tournament, number, pooled=pooled)
        for number in store.tournament.roster.held
    }


def pooled_test(store: Store) -> PooledTest | None:
    """Return the test over all contests after the blocks played, or None if none is tested."""
    plan = store.tournament.plan
    roster = store.tournament.roster
    if plan.schedule != "test":
        return None
    games = {
        number: (
            roster.entrants[number][0],
            tally_blocks(store, number, schedule_of(store.tournament, number)),
        )
        for number in roster.held
    }
    test = PooledTest(plan.test, games)
    test.update()
    return test


def counted_results(
    store: Store, contest: int, schedule: Schedule
) -> Iterator[tuple[MatchResult, Timing]]:
    """Yield the results of a contest that count, by block and match.

    A sequential test may have begun blocks that it turned out not to need. Those do not count,
    since their number depends on the number of workers.

    Raises:
        StoreError: There are not as many timings as results.
    """
    last = schedule.counted(tally_blocks(store, contest, schedule))
    for result, timing in zip_longest(store.results(contest), store.timings(contest)):
        if result is None or timing is None:
            raise StoreError(
                f"{store.path}: the file is damaged: a result or its times are missing"
            )
        if result.block < last:
            yield result, timing


def tally_blocks(store: Store, contest: int, schedule: Schedule) -> BlockTally:
    """Return the tally of a contest's blocks; empty where the schedule does not depend on it."""
    tally = BlockTally(schedule.size, schedule.sides)
    if schedule.waits:
        for result in store.results(contest):
            tally.add(result)
    return tally


def shares(result: MatchResult) -> tuple[float, ...]:
    """Return the share of the others that each seat has beaten, 0 … 1; a tie counts half.

    Copies of the same bot are no others: with them a match would say less than it does.
    """
    return share_beaten(result.places, result.lineup)
