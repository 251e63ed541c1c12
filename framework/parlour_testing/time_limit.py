"""A limit of time for each call of a game and each match, so that a check never hangs."""

import ctypes
from threading import Event, Lock, Thread, get_ident
from time import monotonic
from typing import Self

from parlour.hooks.source_location import caller_location, error_location, frames

CALL_SECONDS, MATCH_SECONDS = 30.0, 180.0
"""Seconds of wall time for one law at one state, or one step, and for a match with all its laws."""

POLL_SECONDS = 0.05
"""Seconds between two looks at the clock."""


class TimeSpent(BaseException):
    """A limit of time is spent. No game catches it, since it is no ``Exception``."""


class TimeLimit:
    """Raises ``TimeSpent`` in the thread that entered it, wherever that is, when time is spent.

    CPython raises it between two steps of Python code: not within one long call of a C library.
    """

    def __init__(self, call: float = CALL_SECONDS, match: float = MATCH_SECONDS) -> None:
        self._call = call
        self._match = match
        self._thread = Thread(target=self._watch, daemon=True)
        self._left = Event()
        self._lock = Lock()

    def __enter__(self) -> Self:
        """Start both clocks."""
        self._owner = get_ident()
        self._match_end = monotonic() + self._match
        self.begin_call()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop both clocks; an exception that is under way is raised here at the latest."""
        self._left.set()
        self._thread.join()

    def begin_call(self) -> None:
        """Start the clock of a call again."""
        self._call_end = monotonic() + self._call

    def describe(self, fault: TimeSpent) -> str:
        """Name the call that took too long, with its seat and place."""
        if monotonic() > self._match_end:
            what = "the match and its laws"
            seconds = self._match
        else:
            what = caller_location(fault) or "the framework"
            seconds = self._call
        place = error_location(fault)
        text = f"expected {what} to be done in {seconds:g} s{_seat(fault)}"
        return f"{text} (at {place})" if place else text

    def _watch(self) -> None:
        while not self._left.wait(POLL_SECONDS):
            if monotonic() > min(self._call_end, self._match_end):
                owner = ctypes.c_ulong(self._owner)
                fault = ctypes.py_object(TimeSpent)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(owner, fault)
                return


def _seat(fault: TimeSpent) -> str:
    """Name the seat, if a function on the way knows one."""
    seats = [frame.f_locals["seat"] for frame, _ in frames(fault) if "seat" in frame.f_locals]
    return f", for seat {seats[-1]}" if seats else ""
