"""Loading a plugin under a guard: for a limited time, with its streams out of the way.

The guard protects against slips: a plugin that prints, waits for input, hangs or raises something
odd. It cannot hold a plugin that means harm, since that runs with all rights of this process;
docs/security.md says so.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from threading import current_thread, main_thread
from types import FrameType
from typing import IO, TypeVar

from parlour.hooks.source_location import describe_error
from parlour.rules import LoadInterrupted, PluginError

T = TypeVar("T")

RETRY_SECONDS = 1.0
"""Seconds until a plugin that caught the end of its time is stopped again."""

STREAMS = ("stdin", "stdout", "stderr")
"""Standard streams by their file descriptors."""


class LoadTimeout(BaseException):
    """Raised inside a plugin whose time is over."""


def load_guarded(plugin: str, seconds: float, load: Callable[[], T]) -> T:
    """Return what ``load`` returns; ``plugin`` is its name in errors.

    Time is limited in the main thread, on systems that have timers.

    Raises:
        PluginError: It took longer than ``seconds``, with a ``LoadTimeout`` as cause, or raised
            something other than an ``Exception``.
        LoadInterrupted: Somebody pressed the interrupt key meanwhile.
    """
    interrupted = LoadInterrupted(f"interrupted while loading {plugin}")
    pressed: list[int] = []

    def on_key(number: int, _frame: FrameType | None) -> None:
        pressed.append(number)
        if len(pressed) > 1:  # the plugin caught the first
            with suppress(OSError, ValueError):
                sys.stderr.write(f"parlour: {interrupted}\n")
                sys.stderr.flush()
            os._exit(130)
        raise KeyboardInterrupt

    try:
        with _divert_streams(), _limit_time(seconds, on_key):
            loaded = load()
    except LoadTimeout as late:
        reason = f"did not load within {seconds:g} s, and was stopped"
        raise PluginError(reason) from late
    except BaseException as fault:
        if pressed:
            raise interrupted from None
        if isinstance(fault, Exception):
            raise
        raise PluginError(describe_error(fault)) from fault
    if pressed:
        raise interrupted
    return loaded


@contextmanager
def _limit_time(seconds: float, on_key: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Raise ``LoadTimeout`` in the main thread when time is over; call ``on_key`` for Ctrl-C."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, on_key)
    try:
        with _alarm(seconds) if hasattr(signal, "setitimer") else nullcontext():
            yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, _raise_timeout)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds, RETRY_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)


def _raise_timeout(_number: int, _frame: FrameType | None) -> None:
    raise LoadTimeout


@contextmanager
def _divert_streams() -> Iterator[None]:
    """Send all that is printed to standard error, and let nothing be read from standard input.

    This holds for the streams of Python and for the file descriptors below them. Streams that a
    plugin closed or replaced are restored.
    """
    streams = [getattr(sys, name) for name in STREAMS]
    _flush()
    saved = [_duplicate(number) for number, _ in enumerate(STREAMS)]
    nothing = os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stderr
    _point(0, nothing)
    _point(1, _number_of(sys.stderr, nothing))
    try:
        yield
    finally:
        _flush()
        os.close(nothing)
        for number, (stream, before) in enumerate(zip(streams, saved, strict=True)):
            if before is not None:
                _point(number, before)
                os.close(before)
            setattr(sys, STREAMS[number], _open_again(stream, number))


def _flush() -> None:
    """Write buffered output to where the descriptors lead at this moment."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()  # type: ignore[union-attr]  # there may be none


def _duplicate(number: int) -> int | None:
    try:
        return os.dup(number)
    except OSError:  # it is closed
        return None


def _point(number: int, target: int) -> None:
    with suppress(OSError):
        os.dup2(target, number)


def _number_of(stream: IO[str], otherwise: int) -> int:
    """Return the descriptor of a stream, or ``otherwise`` if it is in memory or closed."""
    try:
        return stream.fileno()
    except (AttributeError, OSError, ValueError):
        return otherwise


def _open_again(stream: IO[str] | None, number: int) -> IO[str] | None:
    """Return the stream, or a new one on its descriptor if it was closed meanwhile."""
    if stream is None or not getattr(stream, "closed", False):
        return stream
    mode = "w" if number else "r"
    return open(number, mode, encoding="utf-8", errors="replace", closefd=False)
