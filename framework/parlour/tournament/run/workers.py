"""Who plays the matches: processes on this machine, or a cluster; both are executors."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from logging import CRITICAL, getLogger
from multiprocessing.context import SpawnContext
from multiprocessing.synchronize import Event
from threading import Thread
from typing import Any, Protocol

from parlour.players.process.process import end_all
from parlour.rules.errors import ClusterError, SetupError
from parlour.tournament.plan.plan import Plan
from parlour.tournament.run.match import CAPTURE, played
from parlour.tournament.run.results import Played
from parlour.tournament.schedules.blocks import Fixture

DASK = "dask://"
PATIENCE = "10s"
"""How long a cluster may take to answer."""
GONE = ("closing", "closed")
RETRIES = 3
"""So often a cluster tries a batch again whose worker has died."""


class Workers(Protocol):
    """Plays batches of matches, several at a time."""

    count: int
    """How many batches are played at a time."""
    deaths: tuple[type[Exception], ...]
    """What a batch raises whose worker has died."""

    def submit(self, plan: Plan, batch: Sequence[Fixture]) -> "Future[list[Played]]":
        """Let a batch be played."""

    def check(self) -> None:
        """See that somebody is there.

        Raises:
            ClusterError: Nobody is, and what was submitted will never come back.
        """

    def finish(self) -> None:
        """Let no batch begin any more that has not begun."""

    def close(self) -> None:
        """Let everybody go home."""

    def kill(self) -> None:
        """Stop everything at once."""


class LocalWorkers:
    """Processes on this machine."""

    deaths: tuple[type[Exception], ...] = (BrokenExecutor,)

    def __init__(self, count: int) -> None:
        self.count = count
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._before = set(multiprocessing.active_children())
        self._stop: Event = self._context.Event()
        self._pool = self._started()

    def submit(self, plan: Plan, batch: Sequence[Fixture]) -> "Future[list[Played]]":
        """Let a batch be played; a pool whose process has died is replaced by a new one."""
        try:
            return self._pool.submit(play_unless_stopped, plan, batch)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._end_children()
            self._pool = self._started()
            return self._pool.submit(play_unless_stopped, plan, batch)

    def check(self) -> None:
        """Do nothing: a batch whose process has died comes back at once."""

    def finish(self) -> None:
        """Let no batch begin any more that has not begun."""
        self._stop.set()

    def close(self) -> None:
        """Let everybody go home."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def kill(self) -> None:
        """Stop everything at once."""
        self._stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._end_children()

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.count, mp_context=self._context, initializer=_settle_in, initargs=(self._stop,)
        )

    def _end_children(self) -> None:
        for child in set(multiprocessing.active_children()) - self._before:
            child.terminate()


class ClusterWorkers:
    """The workers of a Dask cluster. Parlour and the bots' plugins must be installed there."""

    def __init__(self, address: str) -> None:
        """Connect.

        Raises:
            ClusterError: There is no such cluster, or Dask is not installed.
        """
        try:
            from distributed import Client, KilledWorker  # noqa: PLC0415  an extra, and slow to import
        except ImportError:
            raise ClusterError(
                "a cluster needs dask: python -m pip install 'parlour[dask]'"
            ) from None
        try:
            self._client: Any = Client(f"tcp://{address}", timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as fault:
            raise ClusterError(f"{DASK}{address}: cannot be reached: {fault}") from None
        # What it would say when the scheduler goes is said by ``check``.
        getLogger("distributed.client").setLevel(CRITICAL)
        self._address = address
        self.deaths: tuple[type[Exception], ...] = (KilledWorker,)
        self._executor: Executor = self._client.get_executor(retries=RETRIES)
        self._futures: list[Future[list[Played]]] = []
        self.count = max(1, sum(self._client.nthreads().values()))

    def submit(self, plan: Plan, batch: Sequence[Fixture]) -> "Future[list[Played]]":
        """Let a batch be played."""
        self.check()
        self._futures = [future for future in self._futures if not future.done()]
        future = self._executor.submit(play, plan, batch)
        self._futures.append(future)
        return future

    def check(self) -> None:
        """See that the scheduler is there; one that is gone for some seconds does not come back.

        Raises:
            ClusterError: It is gone.
        """
        if self._client.status in GONE:
            raise ClusterError(f"{DASK}{self._address}: the scheduler is gone")

    def finish(self) -> None:
        """Let no batch begin any more that has not begun."""
        for future in self._futures:
            future.cancel()

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()

    def kill(self) -> None:
        """Leave the cluster; what it still plays for us it drops."""
        self.finish()
        self._client.close()


def workers_at(executor: str, count: int) -> Workers:
    """Return the workers that ``local`` or ``dask://HOST:PORT`` means.

    Raises:
        SetupError: It means neither.
        ClusterError: The cluster cannot be had.
    """
    if executor == "local":
        return LocalWorkers(count)
    if executor.startswith(DASK) and executor != DASK:
        return ClusterWorkers(executor.removeprefix(DASK))
    raise SetupError(f"expected 'local' or '{DASK}HOST:PORT', got '{executor}'")


def play(plan: Plan, batch: Sequence[Fixture]) -> list[Played]:
    """Play a batch, one match after the other."""
    return [played(plan, fixture) for fixture in batch]


_stop: Event | None = None


def play_unless_stopped(plan: Plan, batch: Sequence[Fixture]) -> list[Played]:
    """Play a batch; of one that has not begun when everything is to stop, nothing."""
    matches: list[Played] = []
    for fixture in batch:
        if _stop is not None and _stop.is_set():
            break
        matches.append(played(plan, fixture))
    return matches


def _settle_in(stop: Event) -> None:
    """Make a worker heed its host: it stops when told to, and ends when the host is gone."""
    global _stop  # noqa: PLW0603  a pool's initializer has no other way to leave something
    _stop = stop
    # The interrupt key reaches all processes of the terminal; what it means the host decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    # What bots print belongs to their match, and not among the figures of --json.
    with suppress(AttributeError, OSError, ValueError):
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr = CAPTURE
    Thread(target=_watch_the_host, daemon=True).start()


def _watch_the_host() -> None:
    host = multiprocessing.parent_process()
    if host is not None:
        host.join()
        _leave()


def _leave(*_: object) -> None:
    end_all()
    os._exit(1)
