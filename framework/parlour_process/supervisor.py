"""Program beside the host that starts bots, limits them, and ends all that they have started.

The host hands it four descriptors for each bot: its three streams, and a socket for orders and
reports, each a line of JSON. It forks a supervisor for each bot, which ends the bot, all that the
bot has started, and itself as soon as that socket closes: nothing outlives a host that is killed.

It needs the standard library alone and imports little, so that a fork is cheap.
"""

import ctypes
import errno
import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

from parlour_process.process_tree import children, descendants, memory_held

LIBC = ctypes.CDLL(None)
ON_LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG = 1
"""Option of prctl(2): the kernel sends a signal to the process when its parent dies."""
PR_SET_CHILD_SUBREAPER = 36
"""Option of prctl(2): processes below this one whose parent dies become its children."""

MEBIBYTE = 1 << 20
MAX_FILL_BYTES = 4 << 30
"""Maximum bytes that a bot fills in a second; the rest of its memory sets the next look."""
MIN_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.005, 0.05
"""Minimum and maximum seconds between two looks at the processes of a bot."""
SWEEP_SECONDS = 0.002
"""Seconds between two rounds of killing."""
MAX_ROUNDS = 5_000
"""Maximum rounds of killing: a bot may start processes as fast as they are killed."""
SPARE_TASKS = 1_024
"""Number of tasks that a user may have beyond the tasks of the machine when a bot starts."""


class Supervisor:
    """One bot, from its start to the end of its last process."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._orders = bytearray()
        self._wake = wake_on_child()
        self._memory = self._processes = self._wrappers = 0
        self._bot: subprocess.Popen[bytes] | None = None
        self._pid = 0
        self._code: int | None = None
        self._ended_for = ""

    def run(self, streams: list[int]) -> None:
        """Start the bot that the first order describes, and obey until it is to end."""
        order = self._next_order()
        if order is None:
            return
        self._memory = order["memory"]
        self._processes = order["processes"]
        self._wrappers = order["wrappers"]
        try:
            # Kept, since it would take the exit code of a bot that ends soon when it is forgotten.
            self._bot = start_bot(order, streams)
        except OSError as fault:
            self._report(failed=[fault.errno, fault.strerror])
        except subprocess.SubprocessError as fault:  # ``set_limits`` failed
            self._report(failed=[errno.EIO, str(fault)])
        else:
            self._pid = self._bot.pid
            for stream in streams:
                os.close(stream)
            self._report(started=self._pid)
            self._watch()
            if self._code is None or not ON_LINUX:
                signal_group(self._pid, signal.SIGKILL)
            self._kill_all()
        remove_folder(order["folder"])
        self._report(gone=True)

    def _watch(self) -> None:
        """Obey orders and look at the bot's processes, until the last order or the host's end."""
        next_look = 0.0
        control = self._control.fileno()
        while True:
            pause = max(0.0, next_look - monotonic()) if ON_LINUX else None
            ready, _, _ = select.select([control, self._wake], [], [], pause)
            if self._wake in ready:
                self._reap()
            if control in ready:
                order = self._next_order()
                if order is None or not self._obey(order):
                    return
            if ON_LINUX and monotonic() >= next_look:
                next_look = monotonic() + self._look()

    def _obey(self, order: dict[str, Any]) -> bool:
        """Carry out an order; return False after the last one."""
        if "count" in order:
            self._reap()
            others = set(descendants(os.getpid())) - {self._pid}
            # The first process of a sandbox ends after the bot, and takes all others with it.
            self._report(count=max(0, len(others) - self._wrappers))
            return True
        if self._code is None:
            signal_group(self._pid, signal.SIGTERM)
            self._await_exit(order["end"])
        return False

    def _await_exit(self, seconds: float) -> None:
        deadline = monotonic() + seconds
        while self._reap() and self._code is None and monotonic() < deadline:
            select.select([self._wake], [], [], max(0.0, deadline - monotonic()))

    def _look(self) -> float:
        """End a bot that exceeds a limit; return the seconds until the next look."""
        pids = descendants(os.getpid())
        number = len(pids) - self._wrappers
        held = memory_held(pids)
        if held > self._memory:
            held = memory_held(pids, exactly=True)
        if held > self._memory:
            limit = f"{self._memory // MEBIBYTE:,} MiB"
            self._end_for(f"it held {held // MEBIBYTE:,} MiB of memory, and its limit is {limit}")
        elif number > self._processes:
            self._end_for(f"it ran {number:,} processes, and its limit is {self._processes:,}")
        return min(
            MAX_PAUSE_SECONDS, max(MIN_PAUSE_SECONDS, (self._memory - held) / MAX_FILL_BYTES)
        )

    def _end_for(self, reason: str) -> None:
        if not self._ended_for:
            self._ended_for = reason
            self._report(ended_for=reason)
        self._kill_all()

    def _kill_all(self) -> None:
        """Kill and reap all processes below this one; orphans among them come to it."""
        for _ in range(MAX_ROUNDS):
            kill(descendants(os.getpid()))
            if not self._reap():
                return
            sleep(SWEEP_SECONDS)

    def _reap(self) -> bool:
        """Take the exit codes of processes that have ended; return whether any still runs."""
        drain(self._wake)
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self._pid:
                self._code = os.waitstatus_to_exitcode(status)
                self._report(exited=self._code)

    def _next_order(self) -> dict[str, Any] | None:
        """Return the next order; None if the host is gone."""
        while b"\n" not in self._orders:
            try:
                got = self._control.recv(65_536)
            except OSError:
                return None
            if not got:
                return None
            self._orders += got
        line, _, self._orders = self._orders.partition(b"\n")
        order: dict[str, Any] = json.loads(line)
        return order

    def _report(self, **report: object) -> None:
        # A host that is gone reads nothing, and the bot is to end all the same.
        with suppress(OSError):
            self._control.sendall(json.dumps(report).encode() + b"\n")


def serve() -> None:
    """Fork a supervisor for each bot that the host hands over, until the host is gone."""
    if ON_LINUX:
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
    host = socket.socket(fileno=0)
    wake = wake_on_child()
    supervisors: set[int] = set()
    while True:
        ready, _, _ = select.select([host.fileno(), wake], [], [])
        if wake in ready:
            drain(wake)
            end_orphans(supervisors)
        if host.fileno() not in ready:
            continue
        try:
            got, fds, _, _ = socket.recv_fds(host, 1, 4)
        except OSError:
            return
        if not got:
            return
        pid = os.fork()
        if pid == 0:
            host.close()
            supervise(fds)
        supervisors.add(pid)
        for fd in fds:
            os.close(fd)


def supervise(fds: list[int]) -> None:
    """Be the supervisor of one bot; never return."""
    try:
        for fd in fds:
            os.set_inheritable(fd, False)  # noqa: FBT003  it takes no names
        if ON_LINUX:
            LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
        # Its socket closes with this process: the host takes that for the end.
        supervisor = Supervisor(socket.socket(fileno=fds[3]))
        supervisor.run(fds[:3])
    finally:
        os._exit(0)


def end_orphans(supervisors: set[int]) -> None:
    """Forget supervisors that have ended, and kill what a killed one has left behind."""
    with suppress(ChildProcessError):
        while (pid := os.waitpid(-1, os.WNOHANG)[0]) != 0:
            supervisors.discard(pid)
    for pid in set(children(os.getpid())) - supervisors:
        kill([*descendants(pid), pid])


def start_bot(order: dict[str, Any], streams: list[int]) -> subprocess.Popen[bytes]:
    """Start the program of a bot in a separate session.

    Raises:
        OSError: It cannot be started.
    """
    stdin, stdout, stderr = streams
    return subprocess.Popen(  # noqa: S603  the bot's, without a shell
        order["words"],
        executable=order["program"],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        cwd=order["cwd"],
        env=order["environment"],
        start_new_session=True,
        preexec_fn=lambda: set_limits(order["memory"]),  # noqa: PLW1509  no other thread runs here
    )


def set_limits(memory: int) -> None:
    """Limit this process, which is to become a bot."""
    if ON_LINUX:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        limit(resource.RLIMIT_DATA, memory)
        # For the whole user and not for root: what is running must not count against the bot.
        limit(resource.RLIMIT_NPROC, running_tasks() + SPARE_TASKS)
    limit(resource.RLIMIT_CORE, 0)


def limit(kind: int, most: int) -> None:
    """Lower a limit of this process, unless it is lower."""
    _, hard = resource.getrlimit(kind)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (most, most))


def running_tasks() -> int:
    """Return the number of processes and threads of all users."""
    with open("/proc/loadavg", encoding="ascii") as file:
        return int(file.read().split()[3].partition("/")[2])


def wake_on_child() -> int:
    """Return a descriptor that can be read when a child has ended."""
    reader, writer = os.pipe()
    for fd in (reader, writer):
        os.set_blocking(fd, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return reader


def drain(fd: int) -> None:
    """Read all that waits."""
    with suppress(BlockingIOError):
        while os.read(fd, 4096):
            pass


def signal_group(pid: int, number: int) -> None:
    """Send a signal to a group of processes, if it is still there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def kill(pids: list[int]) -> None:
    """Kill processes that are still there."""
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def remove_folder(folder: str) -> None:
    """Remove a folder that its bot may have filled with anything; it follows no link."""
    with suppress(OSError):
        os.rmdir(folder)
        return
    for command in (("rm", "-rf"), ("chmod", "-R", "u+rwX"), ("rm", "-rf")):
        if os.path.lexists(folder):
            os.spawnlp(os.P_WAIT, command[0], *command, "--", folder)  # noqa: S606  as named above
