"""The tie of a worker process to its host, the process that started it."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

PR_SET_PDEATHSIG = 1
"""Option of Linux's prctl(2): the kernel sends a signal to the process when its parent dies."""


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Hold the interrupt key back from the processes that are started within.

    Else one that is still starting would end at it; ``follow_host`` ends this, too.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def follow_host(leave: Callable[..., None]) -> None:
    """Have ``leave`` end this process when its host has ended, or asks for it.

    The interrupt key reaches all processes of the terminal; the host decides its meaning.
    """
    _die_with_host(leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    signal.signal(signal.SIGTERM, leave)
    Thread(target=_end_with_host, args=(leave,), daemon=True).start()


def _die_with_host(leave: Callable[..., None]) -> None:
    """Have the system kill this process with its host, even where a bot lets no thread run."""
    host = multiprocessing.parent_process()
    if sys.platform == "linux" and host is not None:
        import ctypes  # noqa: PLC0415  only here, and slow to import

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != host.pid:
            leave()


def _end_with_host(leave: Callable[..., None]) -> None:
    host = multiprocessing.parent_process()
    if host is not None:
        host.join()
        leave()
