"""A real terminal with a command in it, for tests of what people see and type."""

import os
import select
import signal
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest

from tests.cli.forked import ForkedCommand, fork_server

pty = pytest.importorskip("pty", reason="a system without pseudo-terminals")
fcntl = pytest.importorskip("fcntl", reason="a system without pseudo-terminals")
termios = pytest.importorskip("termios", reason="a system without pseudo-terminals")

PATIENCE = 300
"""Seconds without output after which a test fails."""
AGAIN = 5
"""Seconds until a key is pressed again that nothing has answered."""


class Terminal:
    """A terminal with a match in it."""

    def __init__(self, handle: int, playing: "ForkedCommand | subprocess.Popen[bytes]") -> None:
        self._handle = handle
        self._playing = playing
        self.shown = ""

    def wait(self, text: str) -> str:
        """Return what has been shown since the last wait, as soon as ``text`` comes."""
        while text not in self.shown:
            ready, _, _ = select.select([self._handle], [], [], PATIENCE)
            got = os.read(self._handle, 65536) if ready else b""
            assert got, f"expected {text!r}, got {self.shown!r}"
            self.shown += got.decode(errors="replace")
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def rest(self) -> str:
        """Return all that is shown until the command has ended."""
        with suppress(OSError):  # as Linux reports the end
            while got := os.read(self._handle, 65536):
                self.shown += got.decode(errors="replace")
        return self.shown

    def type(self, text: str) -> None:
        os.write(self._handle, text.encode() + b"\n")

    def press(self, keys: str) -> None:
        """Type without pressing Enter."""
        os.write(self._handle, keys.encode())

    def insist(self, keys: str, text: str) -> str:
        """Press keys until ``text`` comes: a screen that is being drawn may not read them yet."""
        while text not in self.shown:
            self.press(keys)
            again = monotonic() + AGAIN
            while text not in self.shown and (left := again - monotonic()) > 0:
                if select.select([self._handle], [], [], left)[0]:
                    self.shown += os.read(self._handle, 65536).decode(errors="replace")
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size, and tell the command."""
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._handle, termios.TIOCSWINSZ, size)
        self._playing.send_signal(signal.SIGWINCH)

    def end(self, number: int) -> None:
        """Send a signal to the command."""
        self._playing.send_signal(number)

    def code(self) -> int:
        """Return the exit code, as soon as the command has ended."""
        return self._playing.wait()

    def interrupt(self) -> None:
        """Press Ctrl-C, and Enter if it came just before the line editor listened.

        A second Ctrl-C would break off what the first one does.
        """
        self._playing.send_signal(signal.SIGINT)
        if not select.select([self._handle], [], [], 1)[0]:
            self.press("\n")


@contextmanager
def match_in_terminal(
    home: dict[str, str], folder: Path, *arguments: str, **environment: str
) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    playing = fork_server().start(
        *arguments,
        environment=home | {"TERM": "xterm-256color"} | environment,
        folder=folder,
        streams=[theirs] * 3,
    )
    os.close(theirs)
    try:
        yield Terminal(ours, playing)
    finally:
        playing.send_signal(signal.SIGKILL)
        playing.wait()
        os.close(ours)
