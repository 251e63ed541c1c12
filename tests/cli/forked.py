"""Commands in processes of their own, forked from one that has imported Parlour and the games.

They differ from others in one thing: modules are there already. So they start in a tenth of the
time, and a plugin that is good loads at once on a busy machine too.
"""

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from parlour.cli.entry import main
from tests.cli.in_process import run_in_process

PATIENCE = 300
"""Seconds until a command that has not ended fails its test."""

STREAMS = ("stdin", "stdout", "stderr")
"""Standard streams by their file descriptors."""

REQUEST_BYTES = 1 << 20
"""Maximum size of a request, with the environment."""

WARM_UP = (
    "games --json",
    "rules giants --plain",
    "play tic_tac_toe --player uniform --player uniform",
)
"""Commands that import what others need."""


class ForkedCommand:
    """A command in a process of its own."""

    def __init__(self, replies: socket.socket) -> None:
        replies.settimeout(PATIENCE)
        self._replies = replies.makefile("r")
        self.pid = int(self._replies.readline())
        self._code: int | None = None

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def wait(self) -> int:
        """Return the exit code, negative for a signal, as soon as the command has ended."""
        if self._code is None:
            self._code = int(self._replies.readline())
            self._replies.close()
        return self._code


class ForkServer:
    """A process that forks one for each command."""

    def __init__(self) -> None:
        self._requests, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  this module
                [sys.executable, "-m", __name__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            )

    def start(
        self,
        *arguments: str,
        environment: Mapping[str, str],
        folder: Path,
        streams: Sequence[int],
    ) -> ForkedCommand:
        """Start a command with file descriptors of its own for the standard streams."""
        replies, theirs = socket.socketpair()
        request = json.dumps((arguments, dict(environment), str(folder)))
        with theirs:
            socket.send_fds(self._requests, [f"{request}\n".encode()], [theirs.fileno(), *streams])
        with replies:
            return ForkedCommand(replies)

    def run(
        self, *arguments: str, typed: str, environment: Mapping[str, str], folder: Path
    ) -> "subprocess.CompletedProcess[str]":
        """Run a command with an environment and a folder of its own; return what it printed."""
        with TemporaryFile() as given, TemporaryFile() as printed, TemporaryFile() as faults:
            given.write(typed.encode())
            given.seek(0)
            streams = [file.fileno() for file in (given, printed, faults)]
            code = self.start(
                *arguments, environment=environment, folder=folder, streams=streams
            ).wait()
            texts = [(file.seek(0), file.read().decode())[1] for file in (printed, faults)]
        return subprocess.CompletedProcess(arguments, code, *texts)

    def end(self) -> None:
        """End the process, which reads to the end of its requests."""
        self._requests.close()
        self._process.wait(PATIENCE)


@cache
def fork_server() -> ForkServer:
    """Return the server of this process; it is started when a first command needs it."""
    server = ForkServer()
    atexit.register(server.end)
    return server


def serve(requests: socket.socket) -> None:
    """Start the command of each request; return in the process of a command."""
    while True:
        data, handles, _, _ = socket.recv_fds(requests, REQUEST_BYTES, 1 + len(STREAMS))
        if not data:
            os._exit(0)
        while not data.endswith(b"\n"):
            data += requests.recv(REQUEST_BYTES)
        if not os.fork():
            requests.close()
            wait_for_command(socket.socket(fileno=handles[0]), handles[1:])
            become(handles[1:], *json.loads(data))
            return
        for handle in handles:
            os.close(handle)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def wait_for_command(replies: socket.socket, streams: Sequence[int]) -> None:
    """Fork: return in the command; in the other process tell its number, and its exit code."""
    command = os.fork()
    if not command:
        replies.close()
        return
    for handle in streams:
        os.close(handle)
    replies.sendall(f"{command}\n".encode())
    code = os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])
    with suppress(OSError):  # the test has ended
        replies.sendall(f"{code}\n".encode())
    os._exit(0)


def become(
    handles: Sequence[int], arguments: list[str], environment: dict[str, str], folder: str
) -> None:
    """Take the streams, arguments, variables and folder of a command, and a session of its own."""
    os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    before = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:0] = [folder, *filter(None, before)]
    sys.argv = ["parlour", *arguments]
    for number, (name, handle) in enumerate(zip(STREAMS, handles, strict=True)):
        os.dup2(handle, number)
        os.close(handle)
        stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115  it stays open
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def warm_up() -> None:
    """Import what commands need."""
    import_module("tests.broken_games.which_hand")
    with TemporaryDirectory() as name:
        home = os.environ | {"XDG_DATA_HOME": name, "XDG_CONFIG_HOME": name}
        for command in WARM_UP:
            run_in_process(*command.split(), environment=home, folder=Path(name))


if __name__ == "__main__":
    # The interrupt key is for tests, not for their server.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm_up()
    serve(socket.socket(fileno=int(sys.argv[1])))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main()
    except SystemExit as end:
        atexit._run_exitfuncs()  # noqa: SLF001  and no modules are taken down one by one
        os._exit(end.code if isinstance(end.code, int) else 0)
