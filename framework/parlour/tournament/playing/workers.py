"""Workers that play the matches: processes on this machine."""

import multiprocessing
import os
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from ctypes import c_int
from functools import partial
from multiprocessing.context import SpawnContext
from multiprocessing.synchronize import Event
from multiprocessing.util import Finalize

from parlour.players.process.process import end_all
from parlour.plugins.catalog import Catalog, CatalogSources
from parlour.processes.host import follow_host, hold_interrupts
from parlour.rules.seats import Seat
from parlour.tournament.plan.loader import Loader
from parlour.tournament.plan.plan import Plan
from parlour.tournament.playing.match import CAPTURE, NO_SEAT, play_fixture
from parlour.tournament.playing.results import PlayedMatch
from parlour.tournament.schedules.blocks import Fixture


class Workers:
    """Plays batches of matches, several at a time; by default only ``submit`` does anything."""

    count = 1
    """Number of batches that are played at a time."""
    deaths: tuple[type[Exception], ...] = ()
    """Exceptions of a batch whose worker has died."""

    @property
    def active_seat(self) -> Seat | None:
        """Seat of the last bot that was asked, if a single match was played, or None if unknown."""
        return None

    def submit(self, plan: Plan, batch: Sequence[Fixture]) -> "Future[list[PlayedMatch]]":
        """Hand out a batch."""
        raise NotImplementedError

    def results(
        self, future: "Future[list[PlayedMatch]]", plan: Plan, batch: Sequence[Fixture]
    ) -> list[PlayedMatch]:
        """Return the matches of a batch that has come back; ``plan`` and ``batch`` are its own."""
        return future.result()

    def check(self) -> None:
        """Check that submitted batches can still come back.

        Raises:
            ClusterError: The cluster is gone.
        """

    def finish(self) -> None:
        """Drop the batches that have not begun."""

    def close(self) -> None:
        """End the workers when they have finished."""

    def kill(self) -> None:
        """End the workers at once."""


class LocalWorkers(Workers):
    """Processes on this machine."""

    deaths: tuple[type[Exception], ...] = (BrokenExecutor,)

    def __init__(self, count: int, sources: CatalogSources) -> None:
        self.count = count
        self._sources = sources
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._before = set(multiprocessing.active_children())
        self._active_seat = self._context.RawValue("i", NO_SEAT)
        self._stop: Event = self._context.Event()
        self._pool = self._start_pool()

    @property
    def active_seat(self) -> Seat | None:
        """Seat of the last bot that any process asked, or None."""
        seat: Seat = self._active_seat.value
        return None if seat == NO_SEAT else seat

    def submit(self, plan: Plan, batch: Sequence[Fixture]) -> "Future[list[PlayedMatch]]":
        """Hand out a batch; a pool whose process has died is replaced by a new one."""
        with hold_interrupts():
            try:
                return self._pool.submit(_play_locally, plan, batch)
            except BrokenProcessPool:
                self._pool.shutdown(wait=False, cancel_futures=True)
                self._end_children()
                self._pool = self._start_pool()
                return self._pool.submit(_play_locally, plan, batch)

    def finish(self) -> None:
        """Drop the batches that have not begun."""
        self._stop.set()

    def close(self) -> None:
        """End the processes when they have finished."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def kill(self) -> None:
        """End the processes at once."""
        self._stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._end_children()

    def _start_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.count,
            mp_context=self._context,
            initializer=_set_up_worker,
            initargs=(self._stop, self._sources, self._active_seat),
        )

    def _end_children(self) -> None:
        for child in set(multiprocessing.active_children()) - self._before:
            child.terminate()


def play_batch(plan: Plan, batch: Sequence[Fixture], loader: Loader) -> list[PlayedMatch]:
    """Play the matches of a batch one after the other."""
    return [play_fixture(plan, fixture, loader) for fixture in batch]


def _play_locally(plan: Plan, batch: Sequence[Fixture]) -> list[PlayedMatch]:
    """Play the matches of a batch until the host asks to finish; return those played."""
    matches: list[PlayedMatch] = []
    for fixture in batch:
        if _stop.is_set():
            break
        matches.append(play_fixture(plan, fixture, _loader))
    return matches


_stop: Event
"""In a worker process: set when no match may begin any more."""
_loader: Loader
"""In a worker process: its games and bots."""


def _set_up_worker(stop: Event, sources: CatalogSources, active_seat: c_int) -> None:
    """Set up a worker process: it ends when its host ends, and captures what bots print."""
    global _stop, _loader
    _stop, _loader = stop, Loader(Catalog.from_sources(sources))
    # Bots that wait for their next match end with this process.
    Finalize(None, _loader.dismiss_bots, exitpriority=1)
    follow_host(_leave)
    # Text that bots print belongs to their match, and not among the figures of --json.
    with suppress(AttributeError, OSError, ValueError):
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr = CAPTURE
    CAPTURE.on_seat = partial(setattr, active_seat, "value")


def _leave(*_: object) -> None:
    """End this process and its bots, whatever goes wrong with a bot."""
    try:
        end_all()
    finally:
        os._exit(1)
