"""Running a tournament: what is to be played goes out in batches, what came of it into the file."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol

from parlour.rules.errors import Interrupted, WorkersDied
from parlour.tournament.run.progress import BlockTally, LiveTally
from parlour.tournament.run.results import MatchResult, Played
from parlour.tournament.run.store import Store
from parlour.tournament.run.workers import Workers
from parlour.tournament.schedules import Schedule, schedule_of
from parlour.tournament.schedules.blocks import Fixture, fixtures

BATCH = 0.15
"""Seconds that a batch should take: then its way to a worker and back costs next to nothing."""
LARGEST = 256
"""So many matches make a batch at the most."""
TICK = 0.25
"""Seconds after which one looks up from waiting."""
DEATHS = 3
"""So often workers may die, one after the other, without one batch being played."""

Batch = Sequence[Fixture]


@dataclass
class Wishes:
    """What whoever started the tournament wants; it may change while it runs."""

    finish: bool = False
    """Begin no match any more."""
    stop: bool = False
    """Stop at once."""
    deadline: float | None = None
    """When to finish, in seconds of ``monotonic``."""

    @classmethod
    def within(cls, seconds: float | None) -> "Wishes":
        """Wish that no match begins after so many seconds; None: as long as it takes."""
        return cls(deadline=None if seconds is None else monotonic() + seconds)

    def finishing(self) -> bool:
        """Tell whether no match may begin any more."""
        return self.finish or (self.deadline is not None and monotonic() >= self.deadline)


class Watcher(Protocol):
    """Somebody who watches a tournament run."""

    def saw(self, running: "Running", matches: Sequence[Played]) -> None:
        """Take note of matches that have been played; of none, from time to time."""


@dataclass
class Held:
    """One contest while it runs."""

    schedule: Schedule
    blocks: BlockTally
    live: LiveTally = field(default_factory=LiveTally)
    mean: float = 0.0
    """Seconds a match takes, as far as is known."""

    def batch_size(self) -> int:
        """Return how many matches make a batch."""
        return max(1, min(LARGEST, round(BATCH / self.mean))) if self.mean else 1

    def timed(self, seconds: float) -> None:
        """Take note of how long a match took."""
        self.mean = 0.9 * self.mean + 0.1 * seconds if self.mean else seconds


class Running:
    """Plays what a file's plan asks for and the file does not yet hold."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.tournament = tournament = store.tournament
        self.contests = {
            number: Held(schedule, BlockTally(schedule.size))
            for number in tournament.roster.held
            for schedule in [schedule_of(tournament, number)]
        }
        self._done: dict[tuple[int, int], int] = defaultdict(int)
        for result in store.results():
            self._done[result.contest, result.block] |= 1 << result.match
            self._note(result)
        self.before = self.played
        """How many matches the file held when this began."""

    @property
    def played(self) -> int:
        """How many matches have been played."""
        return sum(held.live.matches for held in self.contests.values())

    @property
    def most(self) -> int:
        """How many there will be at the most."""
        return sum(held.schedule.most * held.schedule.size for held in self.contests.values())

    @property
    def may_stop(self) -> bool:
        """Whether results may bring it to an end before that."""
        return self.tournament.plan.schedule == "test"

    def seconds_left(self, count: int) -> float | None:
        """Return about how long the rest takes with so many workers; None before that is known."""
        left = 0.0
        for held in self.contests.values():
            rest = held.schedule.most * held.schedule.size - held.live.matches
            if rest and not held.mean:
                return None
            left += rest * held.mean
        return left / count

    def run(self, workers: Workers, watcher: Watcher, wishes: Wishes) -> bool:
        """Play on, and tell whether all has been played.

        Raises:
            ClusterError: The cluster is gone.
            Interrupted: Everything had to stop at once.
            WorkersDied: They do so again and again.
        """
        batches, pending = self._batches(), dict[Future[list[Played]], Batch]()
        deaths, told = 0, False
        while True:
            complete = self._fill(pending, batches, workers, wishes)
            if not pending:
                return complete
            workers.check()
            done, _ = wait(pending, timeout=TICK, return_when=FIRST_COMPLETED)
            if wishes.stop:
                workers.kill()
                raise Interrupted("stopped at once; what was being played is lost")
            if wishes.finishing() and not told:
                workers.finish()
                told = True
            lost = self._take(done, pending, workers, watcher)
            deaths = deaths + len(lost) if lost else 0 if done else deaths
            if deaths > DEATHS * 2 * workers.count:
                raise WorkersDied(f"workers die again and again, the last in {self._told(lost[0])}")
            for batch in lost:
                pending[workers.submit(self.tournament.plan, batch)] = batch

    def _fill(
        self,
        pending: dict[Future[list[Played]], Batch],
        batches: Iterator[Batch | None],
        workers: Workers,
        wishes: Wishes,
    ) -> bool:
        """Hand out batches, so few at a time that memory stays flat; tell whether none is left."""
        while len(pending) < 2 * workers.count:
            if wishes.finishing():
                return False
            batch = next(batches, ())
            if batch is None:
                return False
            if not batch:
                return True
            pending[workers.submit(self.tournament.plan, batch)] = batch
        return False

    def _take(
        self,
        done: set[Future[list[Played]]],
        pending: dict[Future[list[Played]], Batch],
        workers: Workers,
        watcher: Watcher,
    ) -> list[Batch]:
        """Put what has been played into the file; return the batches that were lost."""
        lost, matches = [], list[Played]()
        for future in done:
            batch = pending.pop(future)
            try:
                matches += future.result()
            except CancelledError:
                continue
            except workers.deaths:
                lost.append(batch)
            except BaseException:
                self.store.add(matches)
                raise
        self.store.add(matches)
        for match in matches:
            self.contests[match.result.contest].timed(match.timing.seconds)
            self._note(match.result)
        watcher.saw(self, matches)
        return lost

    def _batches(self) -> Iterator[Batch | None]:
        """Yield what is to be played, contest by contest in turn; None while nothing is known."""
        streams = {number: self._fixtures(number) for number in self.contests}
        while streams:
            idle = True
            for number in tuple(streams):
                batch = self._batch(number, streams)
                if batch:
                    idle = False
                    yield batch
            if idle and streams:
                yield None

    def _batch(self, number: int, streams: dict[int, Iterator[Fixture | None]]) -> Batch:
        """Take the next batch of a contest; where none is left, strike its stream out."""
        batch: list[Fixture] = []
        while len(batch) < self.contests[number].batch_size():
            try:
                fixture = next(streams[number])
            except StopIteration:
                del streams[number]
                break
            if fixture is None:
                break
            batch.append(fixture)
        return batch

    def _fixtures(self, number: int) -> Iterator[Fixture | None]:
        """Yield the matches of a contest that have not been played; None while it waits."""
        held = self.contests[number]
        for block in held.schedule.blocks(held.blocks):
            if block is None:
                yield None
                continue
            for fixture in fixtures(self.tournament.plan, block):
                if not self._done.get((number, block.number), 0) >> fixture.match & 1:
                    yield fixture

    def _note(self, result: MatchResult) -> None:
        held = self.contests[result.contest]
        held.live.add(result)
        if held.schedule.waits:
            held.blocks.add(result)

    def _told(self, batch: Batch) -> str:
        plan, fixture = self.tournament.plan, batch[0]
        names = ", ".join(plan.entrants[number].name for number in fixture.lineup)
        return f"{plan.contests[fixture.contest].key} ({names})"
