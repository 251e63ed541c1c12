"""The threads of a server, and its entrance: newcomers come in one by one, if threads are free.

A program with one thread, as in the worker of a browser, has ``OneThread`` instead.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from contextvars import copy_context
from math import exp
from time import monotonic
from typing import Protocol, TypeAlias, TypeVar

A = TypeVar("A")

MATCH_THREADS = 8
"""Number of threads for matches: more than processors, since some wait for the disk."""
BOT_THREADS = 64
"""Number of threads for bots and for tables that open, which may take their time."""
MAX_BUSY = 2.0
"""Maximum number of threads for matches that are busy, on average, if newcomers are let in."""
AVERAGE_SECONDS = 2.0
"""Seconds of that average."""
MAX_QUEUE = 16
"""Maximum number of newcomers who wait to be let in; others are declined at once."""
OPENING_SECONDS = 0.05
"""Seconds until the next newcomer is let in while a table opens slowly."""
POLL_SECONDS = 0.02
"""Seconds until a newcomer who waits looks again whether threads are free."""


class Load:
    """The number of tasks at work, now and on average."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.now = 0
        """Number of tasks that wait or run."""
        self._clock = clock
        self._mean = 0.0
        self._since = clock()

    @property
    def mean(self) -> float:
        """The average of ``now``; old times count exponentially less."""
        now = self._clock()
        self._mean = self.now + (self._mean - self.now) * exp((self._since - now) / AVERAGE_SECONDS)
        self._since = now
        return self._mean

    @contextmanager
    def task(self) -> Iterator[None]:
        """Count a task."""
        self._add(1)
        try:
            yield
        finally:
            self._add(-1)

    def _add(self, tasks: int) -> None:
        self._mean = self.mean
        self.now += tasks


CountHint: TypeAlias = Callable[[], AbstractContextManager[None]]
"""Counts a hint while it is thought about, and declines if there is no room."""


class Threads(Protocol):
    """The threads where matches compute."""

    hint: CountHint
    load: Load
    """Calls that read a match."""

    async def read(self, call: Callable[..., A], *given: object) -> A:
        """Call a function that reads or computes a match, and return its result."""
        ...

    async def think(self, call: Callable[..., A], *given: object) -> A:
        """Call a function that may take its time, and return its result."""
        ...

    @property
    def are_busy(self) -> bool:
        """Whether players wait for each other, so that a newcomer would delay them."""
        ...

    def close(self) -> None:
        """Begin nothing any more."""
        ...


class OneThread:
    """The only thread of a program: it calls at once, and players wait meanwhile."""

    are_busy = False

    def __init__(self, hint: CountHint = nullcontext) -> None:
        self.hint = hint
        self.load = Load()

    async def read(self, call: Callable[..., A], *given: object) -> A:
        """Call a function, and return its result."""
        return call(*given)

    async def think(self, call: Callable[..., A], *given: object) -> A:
        """Call a function, and return its result; meanwhile ``HERE.breathe`` lets others work."""
        return call(*given)

    def close(self) -> None:
        """Do nothing: no thread is left."""


class TableThreads:
    """The threads of a server."""

    def __init__(self, hint: CountHint = nullcontext) -> None:
        self.hint = hint
        self.load = Load()
        """Calls that read a match."""
        self._reading = ThreadPoolExecutor(MATCH_THREADS, "table")
        self._thinking = ThreadPoolExecutor(BOT_THREADS, "bot")

    async def read(self, call: Callable[..., A], *given: object) -> A:
        """Call a function that reads or computes a match, and return its result."""
        with self.load.task():
            return await _run(self._reading, call, *given)

    async def think(self, call: Callable[..., A], *given: object) -> A:
        """Call a function that may take its time, and return its result."""
        return await _run(self._thinking, call, *given)

    @property
    def are_busy(self) -> bool:
        """Whether players wait for each other, so that a newcomer would delay them."""
        return self.load.now >= MATCH_THREADS or self.load.mean > MAX_BUSY

    def close(self) -> None:
        """Begin nothing any more."""
        self._reading.shutdown(wait=False)
        self._thinking.shutdown(wait=False, cancel_futures=True)


class Entrance:
    """Lets newcomers in one after another, and nobody while players wait."""

    def __init__(self, threads: Threads, seconds: float, declined: Callable[[], Exception]) -> None:
        """A newcomer waits for some ``seconds`` at most; ``declined`` makes the error then."""
        self._threads = threads
        self._seconds = seconds
        self._declined = declined
        self._door = asyncio.Semaphore(1)
        self.waiting = 0
        """Number of newcomers who wait."""

    def check(self) -> None:
        """Check that a newcomer may wait here: that is cheap.

        Raises:
            Declined: There are too many, or players wait themselves.
        """
        if self.waiting >= MAX_QUEUE or self._threads.load.mean > MAX_BUSY:
            raise self._declined()

    @asynccontextmanager
    async def let_in(self) -> AsyncIterator[None]:
        """Wait for one's turn, and let the next one in afterwards, or after a while.

        Raises:
            Declined: It does not come.
        """
        self.check()
        self.waiting += 1
        try:
            await asyncio.wait_for(self._turn(), self._seconds)
        except TimeoutError:
            raise self._declined() from None
        finally:
            self.waiting -= 1
        held = [self._door]

        def let_next() -> None:
            while held:
                held.pop().release()

        slow = asyncio.get_running_loop().call_later(OPENING_SECONDS, let_next)
        try:
            yield
        finally:
            slow.cancel()
            let_next()

    async def _turn(self) -> None:
        await self._door.acquire()
        try:
            while self._threads.are_busy:  # noqa: ASYNC110  an average changes with time alone
                await asyncio.sleep(POLL_SECONDS)
        except BaseException:
            self._door.release()
            raise


async def _run(threads: Executor, call: Callable[..., A], *given: object) -> A:
    return await asyncio.get_running_loop().run_in_executor(
        threads, copy_context().run, call, *given
    )
