"""Lines to and from a bot's process by deadlines; the end of its standard error is saved."""

import os
import selectors
from threading import Lock
from time import monotonic

CHUNK_BYTES = 65_536
"""Bytes read at once."""
MAX_WAIT_SECONDS = 3600.0
"""Maximum seconds of one wait: systems refuse very long ones."""


class OutOfTime(Exception):
    """The deadline has passed."""


class Closed(Exception):
    """The bot has closed its side."""


class TooLong(Exception):
    """A line is longer than the limit."""


class Pipes:
    """The three streams of a bot, which never block the host. Deadlines are monotonic times."""

    def __init__(self, stdin: int, stdout: int, stderr: int, *, line: int, errors: int) -> None:
        self.errors = b""
        """Last bytes of standard error."""
        self._stdin, self._stdout, self._stderr = stdin, stdout, stderr
        self._max_line, self._max_errors = line, errors
        self._read = bytearray()
        self._closed = False
        self._sending = Lock()
        self._selector = selectors.DefaultSelector()
        for stream in (stdin, stdout, stderr):
            os.set_blocking(stream, False)
        for stream in (stdout, stderr):
            self._selector.register(stream, selectors.EVENT_READ)

    def send(self, line: bytes, deadline: float) -> None:
        """Write a line; threads take turns.

        Raises:
            OutOfTime: The bot does not read it by the deadline.
            Closed: The bot no longer reads.
        """
        with self._sending:
            self._send(memoryview(line + b"\n"), deadline)

    def _send(self, left: memoryview, deadline: float) -> None:
        left = left[self._write(left) :]
        if not left:
            return
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while left:
                self._wait(deadline)
                left = left[self._write(left) :]
        finally:
            self._selector.unregister(self._stdin)

    def receive(self, deadline: float) -> bytes:
        """Return the next line, without its end.

        Raises:
            OutOfTime: No line comes by the deadline.
            Closed: No line will come.
            TooLong: The line is too long.
        """
        while not self.pending():
            if self._closed:
                raise Closed
            self._wait(deadline)
        line, _, self._read = self._read.partition(b"\n")
        if len(line) > self._max_line:
            raise TooLong
        return bytes(line)

    def pending(self) -> bool:
        """Return whether a whole line has been read and not received.

        Raises:
            TooLong: The text that waits is too long for a line.
        """
        if b"\n" in self._read:
            return True
        if len(self._read) > self._max_line:
            raise TooLong
        return False

    def half_a_line(self) -> bytes:
        """Return the beginning of a line that has not ended."""
        return bytes(self._read)

    def poll(self) -> None:
        """Read all that is there, without waiting."""
        self._take(self._selector.select(0))

    def close(self) -> None:
        """Read the rest of standard error, and close all streams."""
        self.poll()
        self._selector.close()
        for stream in (self._stdin, self._stdout, self._stderr):
            os.close(stream)

    def _wait(self, deadline: float) -> None:
        left = deadline - monotonic()
        if left <= 0:
            raise OutOfTime
        self._take(self._selector.select(min(left, MAX_WAIT_SECONDS)))

    def _take(self, events: list[tuple[selectors.SelectorKey, int]]) -> None:
        for key, _ in events:
            if key.fd == self._stdin:
                continue
            got = os.read(key.fd, CHUNK_BYTES)
            if not got:
                self._selector.unregister(key.fd)
                self._closed |= key.fd == self._stdout
            elif key.fd == self._stdout:
                self._take_in(got)
            else:
                self.errors = (self.errors + got)[-self._max_errors :]

    def _take_in(self, got: bytes) -> None:
        """Add to the text read; a bot that writes more than a line may have is read no further."""
        self._read += got
        if len(self._read) > self._max_line:
            self._selector.unregister(self._stdout)

    def _write(self, left: memoryview) -> int:
        try:
            return os.write(self._stdin, left)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            raise Closed from None
