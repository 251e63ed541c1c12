"""The runner: it hands out matches in batches and puts their results into the file."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeAlias

from msgspec.structs import replace

from parlour.rules import Interrupted, WorkersDied
from parlour_tournament.playing.progress import BlockTally, LiveTally
from parlour_tournament.playing.results import MatchResult, PlayedMatch
from parlour_tournament.playing.store import Store
from parlour_tournament.playing.workers import Workers
from parlour_tournament.schedules import (
    PlannedMatch,
    PooledTest,
    Schedule,
    matches_in_order,
    schedule_of,
)

BATCH_SECONDS = 0.1
"""Seconds that a batch should take: its way to a worker and back costs little beside them."""
MAX_BATCH = 256
"""Maximum number of matches in a batch."""
TICK_SECONDS = 0.25
"""Seconds until requests to stop are read again."""
MIN_STARTS = 8
"""Number of starts of a worker that the play left must be worth, for all workers to start."""
PATIENCE_SECONDS = 2.0
"""Seconds of play after which all workers start if nobody knows yet how long matches take."""
MAX_DEATHS = 3
"""Maximum number of times in a row that all batches under way may be lost."""
MEAN_WEIGHT = 0.9
"""Weight of the earlier mean in the moving average of seconds a match."""

Batch: TypeAlias = Sequence[PlannedMatch]
"""Matches that one worker plays one after the other."""
Pending: TypeAlias = dict[Future[list[PlayedMatch]], Batch]
"""Batches that are being played."""


def never() -> bool:
    """Return False."""
    return False


@dataclass
class StopRequest:
    """Requests to end a run early; they may change while it goes on."""

    finish: bool = False
    """True: begin no match any more, and finish the matches in play."""
    stop: bool = False
    """True: stop at once."""
    deadline: float | None = None
    """Time to finish, in seconds of ``monotonic``; None: when all has been played."""
    ends: Callable[[], bool] = never
    """Returns whether to finish for another reason."""

    @classmethod
    def within(cls, seconds: float | None) -> "StopRequest":
        """Return a request to begin no match after some seconds; None sets no limit."""
        return cls(deadline=None if seconds is None else monotonic() + seconds)

    def finishing(self) -> bool:
        """Return whether no match may begin any more."""
        late = self.deadline is not None and monotonic() >= self.deadline
        return self.finish or late or self.ends()


Listener: TypeAlias = Callable[["Runner"], None]
"""Called with a runner when matches have been played, and by a pool that waits for bots."""


def ignore(_: "Runner") -> None:
    """Do nothing with a run's progress."""


@dataclass
class ContestProgress:
    """One contest during a run."""

    schedule: Schedule
    """Blocks that are to be played."""
    blocks: BlockTally
    """Mean results of whole blocks, where the schedule depends on them."""
    is_test: bool = False
    """Whether the schedule is a sequential test."""
    live: LiveTally = field(default_factory=LiveTally)
    """Sums over all matches."""
    withdrawn_matches: int = 0
    """Number of matches of bots that have left."""
    mean: float = 0.0
    """Moving average of the seconds a match takes; 0 before the first."""
    timed: int = 0
    """Number of matches in that average."""

    @property
    def most(self) -> int:
        """Maximum number of matches that can be played."""
        return self.schedule.most * self.schedule.size + self.withdrawn_matches

    def batch_size(self) -> int:
        """Return the number of matches in the next batch; of a test one, or few would play."""
        if self.is_test:
            return 1
        return max(1, min(MAX_BATCH, round(BATCH_SECONDS / self.mean))) if self.mean else 1

    def add_time(self, seconds: float) -> None:
        """Take the duration of a match into the moving average, but for the first of several."""
        self.timed += 1
        # The first match warms its process up.
        weight = MEAN_WEIGHT if self.timed > 2 else 0.0
        self.mean = weight * self.mean + (1 - weight) * seconds


BeginPool: TypeAlias = Callable[[int, Schedule, BlockTally], Schedule]
"""Returns the pool of a contest, for the schedule of its plan and the tally of its blocks."""


class Runner:
    """Plays the matches that a file's plan asks for and the file does not hold yet."""

    def __init__(self, store: Store, begin_pool: BeginPool | None = None) -> None:
        """Read a file; without ``begin_pool`` a pool plays nothing."""
        self.store = store
        """File of the tournament."""
        self.tournament = tournament = store.tournament
        """Plan and roster."""
        self.contests = {
            number: self._begin_contest(number, begin_pool) for number in tournament.roster.held
        }
        """Contests that can be held, by their numbers in the plan."""
        self.test = self._begin_test() if self.may_stop else None
        """Sequential test over all contests, where the schedule is one."""
        gone = set(tournament.roster.gone)
        self._done: dict[tuple[int, int], int] = defaultdict(int)
        for result in store.results():
            self._done[result.contest, result.block] |= 1 << result.match
            if not (self.endless or gone.isdisjoint(result.lineup)):
                self.contests[result.contest].withdrawn_matches += 1
            self._add(result)
        self._retries: deque[PlannedMatch] = deque()
        self._is_alone = False
        self._all_play = False
        self._began = 0.0
        self._ready = 0.0
        self._start_seconds: float | None = None
        self._count = 1
        self.before = self.played
        """Number of matches in the file when the run began."""
        self.awaits_bots = False
        """Whether a pool has nothing to play until a bot joins."""

    def _begin_contest(self, number: int, begin_pool: BeginPool | None) -> ContestProgress:
        """Return the schedule of a contest, with tallies that know of no match."""
        schedule = schedule_of(self.tournament, number)
        if not self.endless or begin_pool is None:
            return ContestProgress(
                schedule, BlockTally(schedule.size, schedule.sides), is_test=self.may_stop
            )
        tally = BlockTally(schedule.size, schedule.sides, keep_classes=True)
        pool = begin_pool(number, schedule, tally)
        pool.sides = schedule.sides
        return ContestProgress(pool, tally)

    def _begin_test(self) -> PooledTest:
        """Return the test over all contests, which follows their tallies."""
        entrants = self.tournament.roster.entrants
        games = {n: (entrants[n][0], contest.blocks) for n, contest in self.contests.items()}
        return PooledTest(self.tournament.plan.test, games)

    @property
    def endless(self) -> bool:
        """Whether more is to be played while bots join."""
        return self.tournament.plan.schedule == "pool"

    @property
    def played(self) -> int:
        """Number of matches that have been played."""
        return sum(contest.live.matches for contest in self.contests.values())

    @property
    def most(self) -> int:
        """Maximum number of matches that can be played."""
        return sum(contest.most for contest in self.contests.values())

    @property
    def may_stop(self) -> bool:
        """Whether results may end the tournament before ``most`` matches."""
        return self.tournament.plan.schedule == "test"

    def seconds_left(self) -> float | None:
        """Return the seconds that the workers need for the rest, or None while unknown."""
        left = 0.0
        for contest in self.contests.values():
            rest = contest.most - contest.live.matches
            if rest and not contest.mean:
                return None
            left += rest * contest.mean
        return left / self._count

    def run(
        self, workers: Workers, listener: Listener = ignore, request: StopRequest | None = None
    ) -> bool:
        """Play on until all is played or a request ends it; return whether all is played.

        Raises:
            ClusterError: The cluster is gone.
            Interrupted: The request was to stop at once.
            WorkersDied: Workers die again and again.
        """
        request = request or StopRequest()
        self._count = workers.count
        self._began = monotonic()
        self._ready = self._began
        if self.may_stop:
            # What is begun beyond the block that decides is thrown away.
            for number, contest in self.contests.items():
                contest.schedule = schedule_of(
                    self.tournament, number, ahead=workers.count, pooled=self.test
                )
        batches = self._batches()
        pending = Pending()
        deaths = 0
        finishing = False
        while True:
            complete = self._fill(pending, batches, workers, request)
            if not pending:
                return complete
            workers.check()
            done, _ = wait(pending, timeout=TICK_SECONDS, return_when=FIRST_COMPLETED)
            # Dask does not always tell ``wait`` of a batch that was cancelled.
            done |= {future for future in pending if future.cancelled()}
            if request.stop:
                workers.kill()
                raise Interrupted("stopped at once; what was being played is lost")
            if request.finishing() and not finishing:
                workers.finish()
                finishing = True
            lost = self._collect(done, pending, workers, listener)
            deaths = deaths + len(lost) if lost else 0 if done else deaths
            if deaths > MAX_DEATHS * 2 * workers.count:
                raise WorkersDied(f"workers die again and again, the last in {self._name(lost[0])}")
            if done:
                self._retry_alone(lost, workers)

    def _fill(
        self,
        pending: Pending,
        batches: Iterator[Batch | None],
        workers: Workers,
        request: StopRequest,
    ) -> bool:
        """Hand out batches, few at a time so that memory stays flat; True if none is left."""
        if self._retries:
            if not (pending or request.finishing()):
                alone = (self._retries[0],)
                pending[workers.submit(self.tournament.plan, alone)] = alone
                self._is_alone = True
            return False
        while len(pending) < self._batches_at_once(workers):
            if request.finishing():
                return False
            batch = next(batches, ())
            if batch is None:
                return False
            if not batch:
                return True
            pending[workers.submit(self.tournament.plan, batch)] = batch
        return False

    def _batches_at_once(self, workers: Workers) -> int:
        """Return how many batches may be out: one, until all workers are worth their start."""
        self._all_play = self._all_play or workers.run_already or self._start_pays(workers)
        return 2 * workers.count if self._all_play else 1

    def _start_pays(self, workers: Workers) -> bool:
        """Return whether the play that is left is long beside the start of a worker."""
        if workers.count == 1 or self.endless:
            return True
        if not workers.is_ready:
            self._ready = monotonic()
        left = self.seconds_left()
        is_known = all(contest.timed > 1 for contest in self.contests.values())
        if left is None or self._start_seconds is None or not is_known:
            return workers.is_ready and monotonic() - self._ready >= PATIENCE_SECONDS
        return left * workers.count >= MIN_STARTS * self._start_seconds

    def _retry_alone(self, lost: Sequence[Batch], workers: Workers) -> None:
        """Let matches whose worker died be played once more, each alone.

        If it dies again, the bot that was asked last forfeits by name.
        """
        if not self._is_alone:
            self._retries += [planned for batch in lost for planned in batch]
            return
        self._is_alone = False
        planned = self._retries.popleft()
        if lost:
            seat = workers.active_seat
            if seat is not None and seat not in planned.absent:
                planned = replace(planned, absent=(*planned.absent, seat))
            self._retries.appendleft(planned)

    def _collect(
        self,
        done: set[Future[list[PlayedMatch]]],
        pending: Pending,
        workers: Workers,
        listener: Listener,
    ) -> list[Batch]:
        """Put matches that were played into the file; return the batches that were lost."""
        lost = []
        matches = list[PlayedMatch]()
        for future in done:
            batch = pending.pop(future)
            try:
                matches += workers.results(future, self.tournament.plan, batch)
            except CancelledError:
                continue
            except workers.deaths:
                lost.append(batch)
            except BaseException:
                self.store.add(matches)
                raise
        if matches and self._start_seconds is None:
            played = sum(match.timing.seconds for match in matches)
            self._start_seconds = monotonic() - self._began - played
        self.store.add(matches)
        for match in matches:
            self.contests[match.result.contest].add_time(match.timing.seconds)
            self._add(match.result)
        listener(self)
        return lost

    def _batches(self) -> Iterator[Batch | None]:
        """Yield the batches of all contests in turn; None while all of them wait for results."""
        streams = {number: self._matches_to_play(number) for number in self.contests}
        while streams:
            waiting = True
            for number in tuple(streams):
                batch = self._batch(number, streams)
                if batch:
                    waiting = False
                    yield batch
            if waiting and streams:
                yield None

    def _batch(self, number: int, streams: dict[int, Iterator[PlannedMatch | None]]) -> Batch:
        """Return the next batch of a contest; remove its stream where no match is left."""
        batch: list[PlannedMatch] = []
        while len(batch) < self.contests[number].batch_size():
            try:
                planned = next(streams[number])
            except StopIteration:
                del streams[number]
                break
            if planned is None:
                break
            batch.append(planned)
        return batch

    def _matches_to_play(self, number: int) -> Iterator[PlannedMatch | None]:
        """Yield the matches of a contest that are missing; None while it waits for results."""
        contest = self.contests[number]
        plan = self.tournament.plan
        for planned in matches_in_order(plan, contest.schedule, contest.blocks):
            if planned is None or not (
                self._done.get((number, planned.block), 0) >> planned.match & 1
                or self._is_needless(planned)
            ):
                yield planned

    def _is_needless(self, planned: PlannedMatch) -> bool:
        """Return whether a test has decided before the block of a match that it had begun."""
        last = None if self.test is None else self.test.last(planned.contest)
        return last is not None and planned.block >= last

    def _add(self, result: MatchResult) -> None:
        """Add a match to the tallies of its contest."""
        contest = self.contests[result.contest]
        contest.live.add(result)
        if contest.schedule.waits:
            contest.blocks.add(result)

    def _name(self, batch: Batch) -> str:
        """Return the contest of a batch and the bots of its first match, as text."""
        plan = self.tournament.plan
        planned = batch[0]
        names = ", ".join(plan.entrants[number].name for number in planned.lineup)
        return f"{plan.contests[planned.contest].key} ({names})"
