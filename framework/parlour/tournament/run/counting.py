"""Which of the results in a file count."""

from collections.abc import Iterator

from parlour.tournament.run.progress import BlockTally
from parlour.tournament.run.results import MatchResult, Timing
from parlour.tournament.run.store import Store
from parlour.tournament.schedules import schedule_of
from parlour.tournament.schedules.lineups import Schedule


def counted(store: Store, contest: int) -> Iterator[tuple[MatchResult, Timing]]:
    """Yield what counts of a contest, in order.

    A sequential test may have begun blocks that it turned out not to need: those do not,
    as how many they are depends on the number of workers.
    """
    schedule = schedule_of(store.tournament, contest)
    last = schedule.counted(tally_of(store, contest, schedule))
    for pair in zip(store.results(contest), store.timings(contest), strict=True):
        if pair[0].block < last:
            yield pair


def tally_of(store: Store, contest: int, schedule: Schedule) -> BlockTally:
    """Return what came of a contest's blocks, where its schedule looks at that."""
    tally = BlockTally(schedule.size)
    if schedule.waits:
        for result in store.results(contest):
            tally.add(result)
    return tally
