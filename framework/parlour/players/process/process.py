"""Processes of bots: how one starts, and how it ends with all that it has started."""

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from os import urandom
from pathlib import Path
from time import monotonic, sleep

from parlour.players.process.command import ProcessLimits

MARK = "PARLOUR_BOT"
"""Environment variable that marks the processes of a bot."""

MEMORY_IS_LIMITED = sys.platform == "linux"
"""Whether the system limits writable memory; only Linux does."""

MARKS_ARE_SEEN = sys.platform == "linux"
"""Whether the environment of other processes can be read; elsewhere only the group is known."""

PR_SET_PDEATHSIG = 1
"""Option of prctl(2): the kernel sends a signal to the process when its parent dies."""
ROUNDS = 20
"""Number of times that orphans are looked for and killed."""

_alive: set["Process"] = set()


class Process:
    """A process in a group of its own, with pipes for its three streams."""

    def __init__(self, argv: tuple[str, ...], limits: ProcessLimits) -> None:
        """Start it.

        Raises:
            OSError: It cannot be started.
        """
        self._limits = limits
        self._mark = urandom(16).hex()
        self._popen = subprocess.Popen(  # noqa: S603  to run a command of the user's is the purpose
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=os.environ | {MARK: self._mark},
            start_new_session=True,
            preexec_fn=_limiter(limits.memory),  # noqa: PLW1509  it calls the kernel and nothing else
        )
        _alive.add(self)

    def streams(self) -> list[int]:
        """Hand over standard input, output and error, as file descriptors to be closed."""
        popen = self._popen
        files = [file for file in (popen.stdin, popen.stdout, popen.stderr) if file is not None]
        fds = [os.dup(file.fileno()) for file in files]
        for file in files:
            file.close()
        return fds

    def exit_code(self, seconds: float = 0.0) -> int | None:
        """Wait up to ``seconds`` for the process to end; return its exit code, None if it runs on.

        The process is not reaped yet, so that its group keeps its number.
        """
        deadline, pause = monotonic() + seconds, 0.001
        while True:
            code = self._code()
            if code is not None or monotonic() >= deadline:
                return code
            sleep(pause)
            pause = min(2 * pause, 0.02)

    def end(self) -> None:
        """End the whole group: SIGTERM, then SIGKILL; then whatever has left the group."""
        if self not in _alive:
            return
        if self.exit_code() is None:
            self._signal(signal.SIGTERM)
            self.exit_code(self._limits.kill)
        self._signal(signal.SIGKILL)
        self._popen.wait()
        for _ in range(ROUNDS):
            orphans = self.orphans()
            for pid in orphans:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            if not orphans:
                break
            sleep(0.005)
        _alive.discard(self)

    def orphans(self) -> list[int]:
        """Return the ids of processes that this one started; none where marks are not seen."""
        return [pid for pid in _marked(self._mark) if pid != self._popen.pid]

    def _code(self) -> int | None:
        if not hasattr(os, "waitid"):
            return self._popen.poll()
        ended = os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)


def _marked(mark: str) -> list[int]:
    """Return the ids of the processes whose environment has ``mark``; a dead process has none."""
    entry = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if entry in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def _limiter(mebibytes: int) -> Callable[[], None] | None:
    """Return a function for a new process to run first: it limits memory and dies with the host."""
    if sys.platform != "linux":
        return None
    import ctypes  # noqa: PLC0415  only here, and slow to import
    import resource  # noqa: PLC0415  Windows has none

    prctl = ctypes.CDLL(None).prctl
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    size = mebibytes << 20
    size = size if most == resource.RLIM_INFINITY else min(size, most)

    def limit() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return limit


@atexit.register
def end_all() -> None:
    """End every process that is still there."""
    for process in tuple(_alive):
        process.end()
