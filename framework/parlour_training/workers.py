"""Processes that play the matches of a training; their results come in the order asked for."""

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from parlour.catalog.catalog import Catalog, CatalogSources
from parlour.match import Game
from parlour.rules import WorkersDied
from parlour_process.host import follow_host, hold_interrupts

T = TypeVar("T")

_game: Game
"""In a worker process: the game that is trained."""


class TrainingWorkers:
    """Processes on this machine; a single one is this process itself."""

    def __init__(self, count: int, catalog: Catalog, name: str) -> None:
        self.game = catalog.game(name)
        self._pool: ProcessPoolExecutor | None = None
        if count > 1:
            self._before = set(multiprocessing.active_children())
            context = multiprocessing.get_context("spawn")
            given = (catalog.sources, name)
            self._pool = ProcessPoolExecutor(count, context, _set_up_worker, given)

    def ask_all(self, call: Callable[..., T], cases: Iterable[tuple[object, ...]]) -> Iterator[T]:
        """Yield ``call(game, *case)`` for each case, in their order, with any number of processes.

        Raises:
            WorkersDied: A process was ended from outside.
        """
        if self._pool is None:
            yield from (call(self.game, *case) for case in cases)
            return
        try:
            with hold_interrupts():
                waiting: list[Future[T]] = [
                    self._pool.submit(_answer, call, case) for case in cases
                ]
            for future in waiting:
                yield future.result()
        except BrokenProcessPool:
            raise WorkersDied("a process of the training was ended") from None

    def close(self) -> None:
        """End the processes at once; their matches are lost."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - self._before:
                child.terminate()


def _set_up_worker(sources: CatalogSources, name: str) -> None:
    """Load the game in a worker process, which ends when its host ends."""
    global _game  # noqa: PLW0603  a process has one game, which each call would load again
    follow_host(_leave)
    _game = Catalog.from_sources(sources).game(name)


def _leave(*_: object) -> None:
    os._exit(1)


def _answer(call: Callable[..., T], case: tuple[object, ...]) -> T:
    """Call with the game of this process."""
    return call(_game, *case)
