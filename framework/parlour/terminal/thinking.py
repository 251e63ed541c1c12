"""Waiting: the sign that a bot thinks, and the bell when it is a person's turn."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

from parlour.words import say

QUIET_SECONDS = 0.5
"""Seconds until a bot that thinks is mentioned."""

MIN_WAIT_SECONDS = 3.0
"""Minimum seconds of a wait that ends with the bell."""

ERASE = "\r\x1b[K"
"""Terminal codes that erase the line."""


class Bell:
    """Rings when a person is asked after a long wait; without ``sound`` it is silent."""

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


@contextmanager
def thinking(name: str, seconds: float, *, once: bool, hears: bool) -> Iterator[None]:
    """Say in a terminal, in one line redrawn in place, that a bot thinks.

    ``seconds`` are its time to think, or 0. With ``once`` the line is written a single time,
    without a clock and terminal codes. If somebody ``hears``, it says how to end it.
    """
    code = ("thinking.limit_now" if hears else "thinking.limit") if seconds >= 1 else ""
    line = say(code or "thinking.line", name=name, seconds=f"{seconds:g}")
    done = Event()
    clock = Thread(target=_show_once if once else _show_clock, args=(line, done), daemon=True)
    clock.start()
    try:
        yield
    finally:
        done.set()
        clock.join()


def _show_once(line: str, done: Event) -> None:
    if not done.wait(QUIET_SECONDS):
        print(line, flush=True)


def _show_clock(line: str, done: Event) -> None:
    began = monotonic()
    wait = QUIET_SECONDS
    while not done.wait(wait):
        print(f"{ERASE}{line} {monotonic() - began:.0f} s", end="", flush=True)
        wait = 1.0
    print("" if wait == QUIET_SECONDS else ERASE, end="", flush=True)
