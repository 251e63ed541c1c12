"""Standard streams while a plugin is loaded: what it prints is an error, and it reads nothing.

This holds for the streams of Python and for the file descriptors below them. A plugin that closes
or replaces one takes it from nobody else.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

STREAMS = ("stdin", "stdout", "stderr")
"""The streams by their file descriptors."""


class DivertedOutput(io.TextIOBase):
    """Standard output as a plugin meets it: what is written to it goes to standard error."""

    def write(self, text: str) -> int:
        """Write to standard error."""
        return sys.stderr.write(text)

    def flush(self) -> None:
        """Flush standard error."""
        sys.stderr.flush()

    def writable(self) -> bool:
        """Return True."""
        return True

    def close(self) -> None:
        """Stay open: a plugin may keep this stream, and write to it later."""


@contextmanager
def divert_streams() -> Iterator[None]:
    """Have all that is printed go to standard error, and nothing come from standard input."""
    streams = [getattr(sys, name) for name in STREAMS]
    _flush()
    saved = [_duplicate(number) for number, _ in enumerate(STREAMS)]
    nothing = os.open(os.devnull, os.O_RDWR)
    sys.stdout = DivertedOutput()
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
    """Write what is buffered to where the descriptors lead at this moment."""
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
    """Return the descriptor of a stream; one in memory has none, nor has one that is closed."""
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
