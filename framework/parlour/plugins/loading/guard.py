"""The guard: a plugin is loaded for a limited time, and whatever it raises becomes an error.

The interrupt key is told from a ``KeyboardInterrupt`` that the plugin raises itself. Code that
ends the process at once, such as ``os._exit``, cannot be held; docs/security.md says so.
"""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread, current_thread, main_thread
from types import FrameType
from typing import Any, TypeVar

from parlour.plugins.loading.streams import divert_streams
from parlour.plugins.source_location import describe_error
from parlour.rules.errors import LoadInterrupted, PluginError

T = TypeVar("T")

TRIES = 3
"""Number of attempts to stop a plugin that has had its time."""
BETWEEN = 1.0
"""Seconds between two such attempts."""


class LoadTimeout(BaseException):
    """Raised inside of a plugin that has had its time."""


class Guard:
    """Loads one plugin, once. Only the main thread can be stopped, by the watch or by a key."""

    def __init__(self, plugin: str, seconds: float) -> None:
        """Guard the loading of ``plugin``, as errors name it, for so many ``seconds``."""
        self._plugin = plugin
        self._seconds = seconds
        self._before: Any = None
        """The handler of interrupts before."""
        self._keys = 0
        """Number of times that somebody pressed the interrupt key."""
        self._nudged = False
        """True if the next signal comes from the watch."""
        self._lock = Lock()
        self._done = Event()

    def run(self, load: Callable[[], T]) -> T:
        """Return what ``load`` returns.

        Raises:
            PluginError: It was stopped at the end of its time, with a ``LoadTimeout`` as cause, or
                raised something that is no ``Exception``.
            LoadInterrupted: Somebody pressed the interrupt key meanwhile.
        """
        try:
            with divert_streams():
                loaded = self._run_watched(load)
        except LoadTimeout as late:
            reason = f"did not load within {self._seconds:g} s, and was stopped"
            raise PluginError(reason) from late
        except BaseException as fault:
            self._check_keys()
            if isinstance(fault, Exception):
                raise
            raise PluginError(describe_error(fault)) from fault
        self._check_keys()
        return loaded

    def _run_watched(self, load: Callable[[], T]) -> T:
        if current_thread() is not main_thread():
            return load()
        self._before = signal.signal(signal.SIGINT, self._on_signal)
        try:
            Thread(target=self._watch, name="parlour guard", daemon=True).start()
            return load()
        finally:
            with self._lock:
                self._done.set()
            signal.signal(signal.SIGINT, self._before)

    def _watch(self) -> None:
        """Stop the plugin when its time is over, and tell if that fails."""
        wait = self._seconds
        for _ in range(TRIES):
            if self._done.wait(wait):
                return
            with self._lock:
                if not self._done.is_set():
                    self._nudged = True
                    _interrupt_main_thread()
            wait = BETWEEN
        if not self._done.wait(wait):
            _write_error(f"{self._plugin} does not load, and cannot be stopped")

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """Stop the plugin, by the watch or by the key; a second key ends the program."""
        if self._nudged:
            self._nudged = False
            if not self._done.is_set():
                raise LoadTimeout
        elif self._before is signal.default_int_handler:
            self._keys += 1
            if self._keys > 1:
                _write_error(self._interrupted())
                os._exit(130)
            raise KeyboardInterrupt
        elif callable(self._before):
            self._before(number, frame)

    def _check_keys(self) -> None:
        """Raise an interrupt that the plugin may have caught.

        Raises:
            LoadInterrupted: Somebody pressed the interrupt key.
        """
        if self._keys:
            raise LoadInterrupted(self._interrupted()) from None

    def _interrupted(self) -> str:
        return f"interrupted while loading {self._plugin}"


def _interrupt_main_thread() -> None:
    """Send a signal: it ends a system call such as a sleep, too, where the system has such."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
    else:
        import _thread  # noqa: PLC0415  where there are no such signals

        _thread.interrupt_main()


def _write_error(message: str) -> None:
    with suppress(OSError, ValueError):
        sys.stderr.write(f"parlour: {message}\n")
        sys.stderr.flush()
