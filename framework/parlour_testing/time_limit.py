"""A limit of processor time for each law, each step and each match, so that a check never hangs."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread, get_ident
from time import monotonic, process_time
from types import FrameType, TracebackType
from typing import Self

from parlour.hooks.source_location import caller_location, error_location, frames

CALL_SECONDS, MATCH_SECONDS = 30.0, 180.0
"""Seconds of processor time for a law at one state, or one step, and for a match with its laws."""

POLL_SECONDS = 0.05
"""Seconds between two looks at the clock."""

RETRY_SECONDS = 1.0
"""Seconds until a call that caught the end of its time is ended again."""

WAITING_SHARE = 0.05
"""Share of the wall time that counts besides, so that a call that waits for ever ends, too."""

SLOW_SHARE = 0.1
"""Share of its time that a call has in a method that has spent the whole time of another call."""


class TimeSpent(BaseException):
    """A limit of time is spent. No game catches it, since it is no ``Exception``."""


class TimeLimit:
    """Raises ``TimeSpent`` in the thread that entered it, wherever that is, when time is spent.

    CPython raises it between two steps of Python code: not within one long call of a C library.
    A second thread looks at the clock, and notes which method of the game runs meanwhile. ``slow``
    holds the methods that have spent the time of a call, for several limits. Without threads, as in
    a browser, there is no limit: somebody outside ends the program.
    """

    def __init__(
        self,
        call: float = CALL_SECONDS,
        match: float = MATCH_SECONDS,
        slow: set[str] | None = None,
    ) -> None:
        self._call = call
        self._match = match
        self._slow = set() if slow is None else slow
        self._thread = Thread(target=self._watch, daemon=True)
        self._left = Event()
        self._lock = Lock()
        self._stage = ""
        self._is_raised = False
        self._call_end: float | None = None
        self._quiet_until = 0.0
        self._in_match: Counter[tuple[str, str]] = Counter()
        """Time by stage and method."""
        self._in_call: Counter[str] = Counter()
        """Time of the call by method."""
        self._places: dict[str, str] = {}

    def __enter__(self) -> Self:
        """Start the clock of the match."""
        self._owner = get_ident()
        self._outside = sys._getframe(1)  # noqa: SLF001  frames inside it are what the sample sees
        self._seen = _clock()
        self._match_end = self._seen + self._match
        with suppress(RuntimeError):  # a browser has no threads
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the clock; an exception that is under way is raised here at the latest."""
        try:
            self._end_call()
        finally:
            self._left.set()
        if self._is_watched:
            self._thread.join()
        del self._outside

    @contextmanager
    def call(self, stage: str) -> Iterator[None]:
        """Limit the time of a stage; ``TimeSpent`` comes out of it at the latest when it ends."""
        with self._lock:
            self._stage = stage
            self._seen = _clock()
            self._call_end = self._seen + self._call
            self._in_call.clear()
        try:
            yield
        finally:
            self._end_call()

    @property
    def is_match_spent(self) -> bool:
        """Whether the time of the whole match is spent."""
        return _clock() > self._match_end

    @property
    def longest_stage(self) -> str:
        """The stage that took the most time of the match so far."""
        return self._longest[0]

    def describe(self, fault: TimeSpent, named: Callable[[str], str] = str) -> str:
        """Name what took too long in ``fault``, and the method of the game that took it.

        ``named`` names a stage in a sentence.
        """
        if self.is_match_spent:
            stage, method = self._longest
            what = _within("the match with its laws", self._match)
            took = f"{named(stage)} took the most of it, in {_method(method)}"
        else:
            method = max(self._in_call, key=self._in_call.__getitem__, default="")
            what = _within(named(self._stage), self._call)
            took = f"{_method(method)} took the most of it{_seat(fault)}"
            self._slow |= {method} - {""}
        place = self._places.get(method)
        return f"expected {what}; {took}{f' (at {place})' if place else ''}"

    @property
    def _is_watched(self) -> bool:
        return self._thread.ident is not None

    @property
    def _longest(self) -> tuple[str, str]:
        """The stage and the method that took the most time of the match."""
        return max(self._in_match, key=self._in_match.__getitem__, default=("", ""))

    def _end_call(self) -> None:
        with self._lock:
            self._call_end = None
            self._quiet_until = 0.0
            if self._is_raised:
                self._swallow()

    def _swallow(self) -> None:
        """Have the exception that is under way raised here, and in vain.

        If it was raised already, another one comes: CPython can withdraw one, but from then on it
        looks for it at each step of the program.
        """
        with suppress(TimeSpent):
            self._raise()
            while True:
                pass
        self._is_raised = False

    def _raise(self) -> None:
        """Raise an exception in the owner's thread, as soon as that runs a step of Python."""
        import ctypes  # noqa: PLC0415  a browser has no such module

        self._is_raised = True
        owner = ctypes.c_ulong(self._owner)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(owner, ctypes.py_object(TimeSpent))

    def _watch(self) -> None:
        while not self._left.wait(POLL_SECONDS):
            with self._lock:
                self._sample()
                if self._is_spent() and not self._left.is_set() and _clock() > self._quiet_until:
                    self._quiet_until = _clock() + RETRY_SECONDS
                    self._raise()

    def _is_spent(self) -> bool:
        if self._call_end is None:
            return self.is_match_spent
        in_slow = sum(self._in_call[method] for method in self._slow)
        is_call_spent = _clock() > self._call_end or in_slow > self._call * SLOW_SHARE
        return is_call_spent or self.is_match_spent

    def _sample(self) -> None:
        """Count the time since the last look for the stage, and for the method that runs now."""
        now = _clock()
        spent = now - self._seen
        self._seen = now
        if self._call_end is not None:
            sample = _as_raised(sys._current_frames().get(self._owner), self._outside)  # noqa: SLF001  CPython's own way to another thread
            method = caller_location(sample)
            self._places[method] = error_location(sample)
            self._in_call[method] += spent  # type: ignore[assignment]  # a float counts, too
            self._in_match[self._stage, method] += spent  # type: ignore[assignment]  # likewise


def _clock() -> float:
    """Return the processor time of this process, and a share of the wall time."""
    return process_time() + monotonic() * WAITING_SHARE


def _as_raised(frame: FrameType | None, outside: FrameType) -> TimeSpent:
    """Return an exception as if a frame of another thread had raised it to one ``outside``."""
    trace: TracebackType | None = None
    while frame and frame is not outside:
        trace = TracebackType(trace, frame, frame.f_lasti, frame.f_lineno or 0)
        frame = frame.f_back
    return TimeSpent().with_traceback(trace)


def _within(what: str, seconds: float) -> str:
    return f"{what} to take at most {seconds:g} s of processor time"


def _method(name: str) -> str:
    return name or "the framework"


def _seat(fault: TimeSpent) -> str:
    """Name the seat, if a function on the way knows one."""
    seats = [frame.f_locals["seat"] for frame, _ in frames(fault) if "seat" in frame.f_locals]
    return f", for seat {seats[-1]}" if seats else ""
