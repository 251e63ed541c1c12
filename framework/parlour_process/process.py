"""Processes of bots: how the host has one started, and ended with all that it has started."""

import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from errno import EIO, ENOENT
from importlib.resources import files
from os import urandom
from pathlib import Path
from threading import Lock
from time import monotonic

import msgspec
from msgspec import Struct

from parlour_process.command import BotCommand
from parlour_process.process_tree import marked
from parlour_process.sandbox import WRAPPER_PROCESSES, sandboxed

MARK_VARIABLE = "PARLOUR_BOT"
"""Environment variable that marks the processes of a bot."""
USUAL_VARIABLES = ("PATH", "LANG", "LANGUAGE", "TZ")
"""Environment variables of the host that every bot gets, beside all ``LC_…`` variables."""
FOLDER_VARIABLES = ("HOME", "TMPDIR")
"""Environment variables that name the bot's own folder."""
FOLDER_PREFIX = "parlour-bot-"
"""Beginning of the names of bots' own folders."""
TREES_ARE_SEEN = sys.platform == "linux"
"""Whether all processes of a bot are known, and its memory; elsewhere only its group is."""
START_SECONDS = 10.0
"""Seconds until a bot's program must have been started."""
END_SECONDS = 10.0
"""Seconds until a supervisor must have cleaned up, beyond the time that the bot has to end."""
COUNT_SECONDS = 10.0
"""Seconds until a supervisor must have counted the processes of its bot."""
FORK_SERVER = (
    "import os, sys; sys.path.append(os.path.dirname(sys.argv[1])); "
    "from parlour_process.supervisor import serve; serve()"
)
"""Program of the fork server; it gets the folder of this package, and imports nothing else."""

_alive: set["Process"] = set()


class Launch(Struct, frozen=True):
    """A bot that can be started; its supervisor reads these fields as JSON."""

    program: str
    """Absolute path of the program."""
    words: tuple[str, ...]
    """Program and arguments as the program sees them."""
    environment: dict[str, str]
    """All environment variables."""
    cwd: str
    """Working folder."""
    folder: str
    """The bot's own folder, empty and new; its supervisor removes it."""
    memory: int
    """Bytes that its processes may hold together, and each may write to."""
    processes: int
    """Number of processes."""
    wrappers: int
    """Number of processes of its sandbox, which do not count."""


def prepare_launch(command: BotCommand, mark: str) -> Launch:
    """Make a bot's own folder, and return all that it is started with.

    ``mark`` is the value of ``PARLOUR_BOT`` in its environment.

    Raises:
        OSError: Its program cannot be found, or the folder cannot be made.
    """
    words = located(command.argv)
    folder = tempfile.mkdtemp(prefix=FOLDER_PREFIX)
    if command.sandbox:
        readable = [Path(name) for name in (*command.readable, *filter(None, [command.folder]))]
        words = sandboxed(words, Path(folder), readable)
    return Launch(
        program=words[0],
        words=words,
        environment=_environment(command, folder, mark),
        cwd=str(Path(command.folder or folder).absolute()),
        folder=folder,
        memory=command.limits.memory << 20,
        processes=command.limits.processes,
        wrappers=WRAPPER_PROCESSES if command.sandbox else 0,
    )


def located(argv: tuple[str, ...]) -> tuple[str, ...]:
    """Return a command whose files are found from any folder.

    The program gets its absolute path, and so does each word that names a file or folder as seen
    from the host's working folder.

    Raises:
        FileNotFoundError: The program cannot be found.
        ValueError: A word cannot be given to a program.
    """
    if any("\0" in word for word in argv):
        raise ValueError("embedded null byte")
    program = shutil.which(argv[0])
    if program is None:
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
    return (str(Path(program).absolute()), *map(_located, argv[1:]))


def _located(word: str) -> str:
    # Path.exists raises an error where a word is too long for a name.
    return str(Path(word).absolute()) if os.path.exists(word) else word  # noqa: PTH110


def usual_environment() -> dict[str, str]:
    """Return the variables of the host's environment that every bot gets."""
    items = os.environ.items()
    return {
        name: value for name, value in items if name in USUAL_VARIABLES or name.startswith("LC_")
    }


def _environment(command: BotCommand, folder: str, mark: str) -> dict[str, str]:
    named = {name: os.environ[name] for name in command.environment if name in os.environ}
    return (
        usual_environment()
        | dict.fromkeys(FOLDER_VARIABLES, folder)
        | named
        | {MARK_VARIABLE: mark}
    )


class SupervisorReport(Struct):
    """All that a supervisor has reported of its bot."""

    started: int | None = None
    """Id of its process."""
    failed: tuple[int, str] | None = None
    """Number and text of the system's error, if it could not be started."""
    exited: int | None = None
    """Its exit code, or the negative number of the signal that ended it."""
    ended_for: str = ""
    """The limit that it exceeded, in a sentence."""
    count: int | None = None
    """Number of processes that it has started and that still run."""
    gone: bool = False
    """Whether nothing of it is left."""


class ForkServer:
    """The program of ``supervisor.py``, started once for this process when it is first needed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._program: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._host = 0

    def hand_over(self, fds: list[int]) -> None:
        """Have a supervisor forked that gets these descriptors.

        Raises:
            OSError: The program cannot be started.
        """
        with self._lock:
            # After a fork of this process, the socket is the other one's.
            if self._host == os.getpid() and self._socket is not None:
                with suppress(OSError):
                    socket.send_fds(self._socket, [b"b"], fds)
                    return
            socket.send_fds(self._start(), [b"b"], fds)

    def close(self) -> None:
        """End the program."""
        if self._host == os.getpid() and self._socket is not None:
            self._socket.close()
            self._socket = None
            if self._program is not None:
                self._program.wait()

    def _start(self) -> socket.socket:
        self.close()
        ours, theirs = socket.socketpair()
        with theirs:
            self._program = subprocess.Popen(  # noqa: S603  this Python, and a constant program
                [sys.executable, "-I", "-S", "-c", FORK_SERVER, str(files("parlour_process"))],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=usual_environment(),
                cwd="/",
                start_new_session=True,
            )
        self._host = os.getpid()
        self._socket = ours
        return ours


_fork_server = ForkServer()


class Process:
    """A bot's process in a separate session, with pipes for its three streams."""

    def __init__(self, command: BotCommand) -> None:
        """Start it.

        Raises:
            OSError: It cannot be started.
            ValueError: A word of its command cannot be given to a program.
        """
        self._grace = command.limits.kill
        self._mark = urandom(16).hex()
        self._host = os.getpid()
        self._reports = bytearray()
        self._report = SupervisorReport()
        self._open = True
        self._launch = prepare_launch(command, self._mark)
        self._control, theirs = socket.socketpair()
        self._streams: list[int] = []
        try:
            with theirs:
                self._start(theirs)
        except BaseException:
            self._control.close()
            self._close_streams()
            shutil.rmtree(self._launch.folder, ignore_errors=True)
            raise
        _alive.add(self)

    def streams(self) -> list[int]:
        """Hand over standard input, output and error, as file descriptors to be closed."""
        fds, self._streams = self._streams, []
        return fds

    def exit_code(self, seconds: float = 0.0) -> int | None:
        """Return the exit code; None if the process still runs ``seconds`` from now."""
        self._read_until(lambda: self._report.exited is not None, seconds)
        return self._report.exited

    @property
    def ended_for(self) -> str:
        """The limit that it exceeded, in a sentence; empty if none."""
        return self._report.ended_for

    def others(self) -> int:
        """Return the number of processes that this one has started and that still run."""
        self._order(count=True)
        self._read_until(lambda: self._report.count is not None, COUNT_SECONDS)
        return self._report.count or 0

    def end(self) -> None:
        """End the whole group: SIGTERM, then SIGKILL; then all processes that have left it."""
        if self not in _alive:
            return
        _alive.discard(self)
        self._order(end=self._grace)
        self._read_until(lambda: not self._open, self._grace + END_SECONDS)
        if not self._report.gone:
            # The bot has killed its supervisor, or keeps it busy.
            for pid in marked(f"{MARK_VARIABLE}={self._mark}".encode()):
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            shutil.rmtree(self._launch.folder, ignore_errors=True)
        self._control.close()
        self._close_streams()

    @property
    def is_ours(self) -> bool:
        """Whether this process started it, and not the one that this was forked from."""
        return self._host == os.getpid()

    def _start(self, theirs: socket.socket) -> None:
        ends: list[int] = []
        try:
            for host_reads in (False, True, True):
                reader, writer = os.pipe()
                self._streams.append(reader if host_reads else writer)
                ends.append(writer if host_reads else reader)
            _fork_server.hand_over([*ends, theirs.fileno()])
        finally:
            for fd in ends:
                os.close(fd)
        theirs.close()
        self._control.sendall(msgspec.json.encode(self._launch) + b"\n")
        report = self._report
        self._read_until(
            lambda: report.started is not None or report.failed is not None, START_SECONDS
        )
        if self._report.failed is not None:
            raise OSError(*self._report.failed)
        if self._report.started is None:
            raise OSError(EIO, "its supervisor does not answer")

    def _order(self, **order: object) -> None:
        # A supervisor that is gone has reported it.
        with suppress(OSError):
            self._control.sendall(msgspec.json.encode(order) + b"\n")

    def _read_until(self, done: Callable[[], bool], seconds: float) -> None:
        """Read reports until ``done``, for ``seconds`` at most."""
        deadline = monotonic() + seconds
        self._read(0.0)
        while not done() and self._open and monotonic() < deadline:
            self._read(max(0.0, deadline - monotonic()))

    def _read(self, seconds: float) -> None:
        if not self._open:
            return
        try:
            self._control.settimeout(seconds)
            got = self._control.recv(65_536)
        except (BlockingIOError, TimeoutError):
            return
        except OSError:
            got = b""
        self._open = bool(got)
        self._reports += got
        *lines, rest = self._reports.split(b"\n")
        self._reports = bytearray(rest)
        for line in lines:
            for name, value in json.loads(line).items():
                setattr(self._report, name, value)

    def _close_streams(self) -> None:
        for fd in self.streams():
            os.close(fd)


def end_all() -> None:
    """End every process that is still there; if one fails to end, the others are ended."""
    for process in tuple(_alive):
        if process.is_ours:
            with suppress(Exception):
                process.end()


@atexit.register
def _leave() -> None:
    end_all()
    with suppress(Exception):
        _fork_server.close()
