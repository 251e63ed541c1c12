"""The time of each answer, in a file beside the record: records stay as all releases read them.

A line is ``[line of the record, seconds since 1970]``. No seat is told of it.
"""

import os
from contextlib import suppress
from pathlib import Path
from time import time
from typing import IO

from msgspec import Struct

from parlour.match import Header, RecordFile
from parlour.match.record import encode
from parlour.rules import NO_LINK, open_private
from parlour.table.seating import HUMAN

SUFFIX = ".times"
"""Ending of these files, behind the whole name of the record."""


class AnswerTime(Struct, frozen=True, array_like=True):
    """The time when a line of a record was written; or, with no new line, it was opened again."""

    line: int
    """Number of lines of the record by then, the header among them."""
    at: float
    """Seconds since 1970."""


class TimedRecordFile(RecordFile):
    """A record on disk that grows with the match; the time of each line is noted beside it.

    If a time cannot be written, the match goes on without it.
    """

    def __init__(self, path: Path, keep: int | None = None, lines: int = 0) -> None:
        """Make a new record, or continue an old one after ``keep`` bytes with so many lines.

        Raises:
            RecordError: As of every record.
        """
        super().__init__(path, keep)
        self._lines = lines
        self._times: IO[bytes] | None = None
        beside = times_path(path)
        if keep is not None and beside.exists() and not beside.is_file():
            return  # opening a pipe would block
        with suppress(OSError):
            if keep is None:
                beside.unlink(missing_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            # A link may lead to any file.
            new = NO_LINK if keep is not None else os.O_EXCL
            self._times = os.fdopen(open_private(beside, flags | new), "ab", 0)
            if keep is not None:
                self._note()

    def __call__(self, line: bytes) -> None:
        """Append one line, and note the time."""
        super().__call__(line)
        self._lines += 1
        self._note()

    def close(self) -> None:
        """Close both files."""
        super().close()
        if self._times is not None:
            self._times.close()

    def _note(self) -> None:
        with suppress(OSError):  # of half a line, the reader takes no notice
            if self._times is not None:
                self._times.write(encode(AnswerTime(self._lines, round(time(), 3))) + b"\n")


def open_record_file(
    header: Header, path: Path, keep: int | None = None, lines: int = 0
) -> RecordFile:
    """Return the file of a record that grows; times are noted if people play.

    Raises:
        RecordError: The file is there already, cannot be written, or somebody else is at it.
    """
    if HUMAN in header.players:
        return TimedRecordFile(path, keep, lines)
    return RecordFile(path, keep)


def times_path(record: Path) -> Path:
    """Return the path of the times of a record."""
    return record.with_name(record.name + SUFFIX)
