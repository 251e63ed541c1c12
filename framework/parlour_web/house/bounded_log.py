"""A log that cannot fill a disk: what repeats is written once a minute, and lines are bounded."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TextIO

MAX_LINES = 100
"""Maximum number of entries a minute."""
MAX_ENTRY_LETTERS = 4_000
"""Maximum number of letters of an entry, with its traceback."""
MINUTE_SECONDS = 60.0
"""Seconds of such a minute."""
KIND_LETTERS = 120
"""Number of letters by which an entry repeats another."""


class BoundedLog(logging.StreamHandler[TextIO]):
    """Writes entries of a log, each kind at most once a minute."""

    def __init__(
        self, stream: TextIO | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(stream)
        self._clock = clock
        self._begun = clock()
        self._times: dict[str, int] = {}

    @property
    def lines(self) -> int:
        """The number of entries that this minute has written."""
        return min(len(self._times), MAX_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Write an entry, unless this minute has one of its kind or too many."""
        if self._clock() - self._begun >= MINUTE_SECONDS:
            self._begin_minute()
        kind = f"{record.name} {record.getMessage()[:KIND_LETTERS]}"
        if len(self._times) >= MAX_LINES:
            kind = next(reversed(self._times))  # the last kind counts all others, too
        self._times[kind] = self._times.get(kind, 0) + 1
        if self._times[kind] == 1:
            super().emit(record)

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of an entry, without its middle if it is long."""
        text = super().format(record)
        half = MAX_ENTRY_LETTERS // 2
        return text if len(text) <= 2 * half else f"{text[:half]}\n[…]\n{text[-half:]}"

    def _begin_minute(self) -> None:
        """Forget a minute, and write how many of its entries were left out."""
        left_out = sum(self._times.values()) - len(self._times)
        self._times.clear()
        self._begun = self._clock()
        if left_out:
            note = "%d more entries like those of the minute before were left out"
            told = logging.LogRecord(__name__, logging.WARNING, "", 0, note, (left_out,), None)
            super().emit(told)


@contextmanager
def bounded_log() -> Iterator[BoundedLog]:
    """Write all logs of this program on standard error, within bounds."""
    log = BoundedLog()
    root = logging.getLogger()
    root.addHandler(log)
    try:
        yield log
    finally:
        root.removeHandler(log)
