"""Lines to and from a bot, each by a deadline; what it says on standard error is kept."""

import os
import selectors
from time import monotonic

CHUNK = 65_536
HOUR = 3600.0


class OutOfTime(Exception):
    """The deadline has passed."""


class Closed(Exception):
    """The bot has closed its side."""


class TooLong(Exception):
    """A line is longer than lines may be."""


class Pipes:
    """The three streams of a bot, none of which ever blocks the host."""

    def __init__(self, stdin: int, stdout: int, stderr: int, *, line: int, errors: int) -> None:
        self.errors = b""
        """The last bytes of standard error."""
        self._stdin, self._stdout, self._stderr = stdin, stdout, stderr
        self._line, self._kept = line, errors
        self._read = bytearray()
        self._closed = False
        self._selector = selectors.DefaultSelector()
        for stream in (stdin, stdout, stderr):
            os.set_blocking(stream, False)
        for stream in (stdout, stderr):
            self._selector.register(stream, selectors.EVENT_READ)

    def send(self, line: bytes, deadline: float) -> None:
        """Write a line.

        Raises:
            OutOfTime: The bot does not read it by the deadline.
            Closed: The bot no longer reads.
        """
        left = memoryview(line + b"\n")
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
            OutOfTime: There is none by the deadline.
            Closed: There will be none.
            TooLong: It is too long.
        """
        while not self.pending():
            if self._closed:
                raise Closed
            self._wait(deadline)
        line, _, self._read = self._read.partition(b"\n")
        if len(line) > self._line:
            raise TooLong
        return bytes(line)

    def pending(self) -> bool:
        """Tell whether a whole line waits, of what has been read.

        Raises:
            TooLong: What waits is too long for a line.
        """
        if b"\n" in self._read:
            return True
        if len(self._read) > self._line:
            raise TooLong
        return False

    def half_a_line(self) -> bytes:
        """Return what has come of a line that never ended."""
        return bytes(self._read)

    def viewer(self) -> None:
        """Read what is there already, without waiting."""
        self._take(self._selector.select(0))

    def close(self) -> None:
        """Read what is left on standard error, and close all streams."""
        self.viewer()
        self._selector.close()
        for stream in (self._stdin, self._stdout, self._stderr):
            os.close(stream)

    def _wait(self, deadline: float) -> None:
        left = deadline - monotonic()
        if left <= 0:
            raise OutOfTime
        self._take(self._selector.select(min(left, HOUR)))

    def _take(self, events: list[tuple[selectors.SelectorKey, int]]) -> None:
        for key, _ in events:
            if key.fd == self._stdin:
                continue
            got = os.read(key.fd, CHUNK)
            if not got:
                self._selector.unregister(key.fd)
                self._closed |= key.fd == self._stdout
            elif key.fd == self._stdout:
                self._take_in(got)
            else:
                self.errors = (self.errors + got)[-self._kept :]

    def _take_in(self, got: bytes) -> None:
        """Keep what was read; a bot that says more than any answer takes is not read on."""
        self._read += got
        if len(self._read) > self._line:
            self._selector.unregister(self._stdout)

    def _write(self, left: memoryview) -> int:
        try:
            return os.write(self._stdin, left)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            raise Closed from None
