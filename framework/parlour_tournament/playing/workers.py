"""Workers that play the matches: processes on this machine, or workers of a Dask cluster."""

import multiprocessing
import os
import sys
from collections.abc import Sequence
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from ctypes import c_int
from functools import cache, partial
from logging import CRITICAL, getLogger
from multiprocessing.context import SpawnContext
from multiprocessing.synchronize import Event
from multiprocessing.util import Finalize
from pathlib import Path
from traceback import walk_tb
from typing import Any

from msgspec.structs import replace

from parlour.catalog.catalog import Catalog, CatalogSources
from parlour.rules import ClusterError, ParlourError, Seat, SetupError, one_line, quoted
from parlour_process.host import follow_host, hold_interrupts
from parlour_process.process import end_all
from parlour_tournament.plan import NO_TLS, Loader, Plan, TlsFiles
from parlour_tournament.playing.match import (
    CAPTURE,
    NO_MATCH,
    NO_SEAT,
    is_proven,
    play_planned_match,
)
from parlour_tournament.playing.results import PlayedMatch
from parlour_tournament.schedules import PlannedMatch


class Workers:
    """Plays batches of matches, several at a time; by default only ``submit`` does anything."""

    count = 1
    """Number of batches that are played at a time."""
    deaths: tuple[type[Exception], ...] = ()
    """Exceptions of a batch whose worker has died."""
    run_already = True
    """Whether all workers run before the first batch."""

    @property
    def is_ready(self) -> bool:
        """Whether a worker has begun to play."""
        return True

    @property
    def active_seat(self) -> Seat | None:
        """Seat of the last bot that was asked, if a single match was played, or None if unknown."""
        return None

    def submit(self, plan: Plan, batch: Sequence[PlannedMatch]) -> "Future[list[PlayedMatch]]":
        """Hand out a batch."""
        raise NotImplementedError

    def results(
        self, future: "Future[list[PlayedMatch]]", plan: Plan, batch: Sequence[PlannedMatch]
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
    # A process starts when a batch finds all others busy.
    run_already = False

    def __init__(self, count: int, sources: CatalogSources) -> None:
        self.count = count
        self._sources = sources
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._before = set(multiprocessing.active_children())
        try:
            self._active_seat = self._context.RawValue("i", NO_MATCH)
            self._stop: Event = self._context.Event()
        except OSError as fault:
            reason = f"expected memory that they share, as in /dev/shm: {fault.strerror}"
            raise ClusterError(f"processes cannot be started: {reason}") from None
        self._pool = self._start_pool()

    @property
    def is_ready(self) -> bool:
        """Whether a process has begun to play."""
        return bool(self._active_seat.value != NO_MATCH)

    @property
    def active_seat(self) -> Seat | None:
        """Seat of the last bot that any process asked, or None."""
        seat: Seat = self._active_seat.value
        return None if seat in {NO_SEAT, NO_MATCH} else seat

    def submit(self, plan: Plan, batch: Sequence[PlannedMatch]) -> "Future[list[PlayedMatch]]":
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
        self._end_children()
        # The pool's thread is waited for: at its end Python wakes it through a pipe that it closes.
        self._pool.shutdown(wait=True, cancel_futures=True)

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


def play_batch(plan: Plan, batch: Sequence[PlannedMatch], loader: Loader) -> list[PlayedMatch]:
    """Play the matches of a batch one after the other."""
    return [play_planned_match(plan, planned, loader) for planned in batch]


def _play_locally(plan: Plan, batch: Sequence[PlannedMatch]) -> list[PlayedMatch]:
    """Play the matches of a batch until the host asks to finish; return those played."""
    matches: list[PlayedMatch] = []
    for planned in batch:
        if _stop.is_set():
            break
        matches.append(play_planned_match(plan, planned, _loader))
    return matches


_stop: Event
"""In a worker process: set when no match may begin any more."""
_loader: Loader
"""In a worker process: its games and bots."""


def _set_up_worker(stop: Event, sources: CatalogSources, active_seat: c_int) -> None:
    """Set up a worker process: it ends when its host ends, and captures what bots print."""
    global _stop, _loader  # noqa: PLW0603  a process has one, which each batch would load again
    _stop = stop
    _loader = Loader(Catalog.from_sources(sources))
    # Bots that wait for their next match end with this process.
    Finalize(None, _loader.dismiss_bots, exitpriority=1)
    follow_host(_leave)
    # Text that bots print belongs to their match, and not among the figures of --json.
    with suppress(AttributeError, OSError, ValueError):
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr = CAPTURE
    CAPTURE.on_seat = partial(setattr, active_seat, "value")


def _leave(*_: object) -> None:
    """End this process and its bots, even if something goes wrong with a bot."""
    try:
        end_all()
    finally:
        os._exit(1)


DASK = "dask://"
"""Prefix of a cluster's address."""
CLUSTER_TIMEOUT = "10s"
"""Time that a cluster has to answer, as Dask writes it."""
GONE = ("closing", "closed")
"""States of a Dask client whose scheduler is gone."""
MAX_RETRIES = 3
"""Maximum number of times that a cluster tries a batch again whose worker has died."""


class UnprovenMatch(Exception):
    """A worker has sent a match whose record does not replay to its result."""


class ClusterWorkers(Workers):
    """The workers of a Dask cluster. Parlour and the bots' plugins must be installed there.

    A match counts once its record has replayed here. With files for TLS, scheduler and workers must
    have certificates of the same authority.
    """

    def __init__(self, address: str, sources: CatalogSources, tls: TlsFiles) -> None:
        """Connect.

        Raises:
            ClusterError: The cluster cannot be reached, or Dask is not installed.
        """
        try:
            from distributed import Client, KilledWorker, Security  # noqa: PLC0415  an extra, and slow to import
        except ImportError:
            raise ClusterError(
                "a cluster needs dask: python -m pip install 'parlour[dask]'"
            ) from None
        secured = Security(
            tls_ca_file=tls.ca,
            tls_client_cert=tls.cert,
            tls_client_key=tls.key,
            require_encryption=True,
        )
        try:
            self._client: Any = Client(
                f"{'tls' if tls.ca else 'tcp'}://{address}",
                timeout=CLUSTER_TIMEOUT,
                set_as_default=False,
                security=secured if tls.ca else None,
            )
        except (OSError, TypeError, ValueError) as fault:
            raise ClusterError(f"{DASK}{address}: cannot be reached: {fault}") from None
        # Warnings that batches were cancelled, or that the scheduler is gone: ``check`` says so.
        for name in ("distributed.client", "tornado.application"):
            getLogger(name).setLevel(CRITICAL)
        self._address = address
        self._checked: Plan | None = None
        self._sources = sources
        self.deaths: tuple[type[Exception], ...] = (KilledWorker, UnprovenMatch)
        self._executor: Executor = self._client.get_executor(retries=MAX_RETRIES)
        self._futures: list[Future[list[PlayedMatch]]] = []
        self.count = max(1, sum(self._client.nthreads().values()))

    def submit(self, plan: Plan, batch: Sequence[PlannedMatch]) -> "Future[list[PlayedMatch]]":
        """Hand out a batch; before the first of a plan, check that all workers can play it.

        Raises:
            ClusterError: The cluster is gone, or a worker lacks a game or a bot.
        """
        self.check()
        if plan != self._checked:
            self._check_plan(plan)
        self._futures = [future for future in self._futures if not future.done()]
        future = self._executor.submit(_play_on_cluster, plan, batch, self._sources)
        self._futures.append(future)
        return future

    def results(
        self, future: "Future[list[PlayedMatch]]", plan: Plan, batch: Sequence[PlannedMatch]
    ) -> list[PlayedMatch]:
        """Return the matches of a batch that has come back, if all of them are proven.

        Raises:
            UnprovenMatch: One is not.
            CancelledError: The batch was cancelled, as all are if the scheduler goes.
        """
        try:
            matches = future.result()
            loader = _cluster_loader(self._sources)
        except (AttributeError, ValueError) as fault:
            # If a batch is cancelled just after it came back, Dask takes its matches for an error.
            *_, (frame, _) = walk_tb(fault.__traceback__)
            if frame.f_globals["__name__"] == "distributed.cfexecutor":
                raise CancelledError from None
            raise
        if len(matches) != len(batch) or not all(
            is_proven(plan, *pair, loader) for pair in zip(batch, matches, strict=True)
        ):
            raise UnprovenMatch
        return matches

    def _check_plan(self, plan: Plan) -> None:
        """Check that every worker has the games and bots of a plan.

        A worker that dies meanwhile is passed over, like one that dies later.

        Raises:
            ClusterError: One lacks some, all of them died, or the scheduler is gone.
        """
        try:
            answers: dict[str, object] = self._client.run(
                _problem_with, plan, self._sources, on_error="return"
            )
        except OSError:
            raise self._without_scheduler() from None
        died = [worker for worker, answer in answers.items() if isinstance(answer, OSError)]
        if died and len(died) == len(answers):
            raise ClusterError(
                f"{DASK}{self._address}: no worker is left: each died when it was asked for the "
                "games and bots of the plan"
            )
        for worker, problem in sorted(answers.items()):
            if problem and worker not in died:
                raise ClusterError(
                    f"{worker}: cannot play: {one_line(problem)}; games and bots must be installed "
                    "on all workers, or lie at the same paths"
                )
        self._checked = plan

    def check(self) -> None:
        """Check that the scheduler is there.

        Raises:
            ClusterError: It has been gone for ``CLUSTER_TIMEOUT``, and will not come back.
        """
        if self._client.status in GONE:
            raise self._without_scheduler()

    def _without_scheduler(self) -> ClusterError:
        return ClusterError(f"{DASK}{self._address}: the scheduler is gone")

    def finish(self) -> None:
        """Drop the batches that have not begun."""
        for future in self._futures:
            future.cancel()

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()

    def kill(self) -> None:
        """Leave the cluster, which drops the batches under way."""
        self.finish()
        self._client.close()


def start_workers(
    executor: str, count: int, sources: CatalogSources, tls: TlsFiles = NO_TLS
) -> Workers:
    """Start ``count`` processes for ``local``, or connect to the cluster ``dask://HOST:PORT``.

    Workers find games and bots by ``sources`` of a catalog, and by the installed packages.

    Raises:
        SetupError: ``executor`` is neither.
        ClusterError: The cluster cannot be reached, or Dask is not installed.
    """
    if executor == "local":
        return LocalWorkers(count, sources)
    if executor.startswith(DASK) and executor != DASK:
        return ClusterWorkers(executor.removeprefix(DASK), sources, tls)
    raise SetupError(f"expected 'local' or '{DASK}HOST:PORT', got '{executor}'")


def _play_on_cluster(
    plan: Plan, batch: Sequence[PlannedMatch], sources: CatalogSources
) -> list[PlayedMatch]:
    """Play a batch in a worker of a cluster."""
    return play_batch(plan, batch, _cluster_loader(sources))


def _problem_with(plan: Plan, sources: CatalogSources) -> str:
    """Return why this worker cannot play the matches of a plan; empty if it can."""
    loader = _cluster_loader(sources)
    try:
        for contest in plan.contests:
            loader.game(contest.game)
    except ParlourError as fault:
        return str(fault)
    lacking = [entrant.bot for entrant in plan.entrants if not loader.knows_bot(entrant.bot)]
    return f"there is no bot {quoted(lacking[0])}" if lacking else ""


@cache
def _cluster_loader(sources: CatalogSources) -> Loader:
    """Return the loader of this worker; paths that are not on its machine are left out."""
    there = tuple(path for path in sources.paths if Path(path).exists())
    return Loader(Catalog.from_sources(replace(sources, paths=there)))
