"""Waiting: the sign that a bot thinks, and the bell when it is a person's turn."""

import sys
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from types import TracebackType

from parlour.words.framework import say

QUIET_SECONDS = 0.5
"""Seconds until a bot that thinks is mentioned."""

MIN_WAIT_SECONDS = 3.0
"""Minimum seconds of a wait that ends with the bell."""

ERASE = "\r\x1b[K"
"""Terminal codes that erase the line."""


class Bell:
    """Rings when a person is asked who has waited for a while; without ``sound`` it is silent."""

    def __init__(self, sound: Callable[[], object] | None) -> None:
        self._sound = sound
        self.wait()

    def wait(self) -> None:
        """Begin to wait, as the people have done their part."""
        self._began = monotonic()

    def ring(self) -> None:
        """Ring if the wait was long, which is over."""
        if self._sound is not None and monotonic() - self._began >= MIN_WAIT_SECONDS:
            self._sound()
        self.wait()


class Thinking:
    """Says in a terminal, in one line redrawn in place, that a bot thinks.

    ``seconds`` are those that it may take, or 0. With ``once`` the line is written a single time,
    without a clock and terminal codes. If somebody ``hears``, it says how to end it.
    """

    def __init__(self, name: str, seconds: float, *, once: bool, hears: bool) -> None:
        code = ("thinking.limit_now" if hears else "thinking.limit") if seconds >= 1 else ""
        self._line = say(code or "thinking.line", name=name, seconds=f"{seconds:g}")
        self._once = once
        self._done = Event()
        self._clock = Thread(target=self._run, daemon=True)

    def __enter__(self) -> None:
        """Start the clock."""
        self._clock.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the clock, and erase the line."""
        self._done.set()
        self._clock.join()

    def _run(self) -> None:
        began, shown = monotonic(), False
        wait = QUIET_SECONDS
        while not self._done.wait(wait):
            if self._once:
                print(self._line, flush=True)
                return
            sys.stdout.write(f"{ERASE}{self._line} {monotonic() - began:.0f} s")
            sys.stdout.flush()
            wait, shown = 1.0, True
        if shown:
            sys.stdout.write(ERASE)
            sys.stdout.flush()
