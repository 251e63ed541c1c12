"""A tournament is run by one process at a time."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from parlour.rules.errors import StoreError


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep others from running the tournament in the file ``path``; its results can be read.

    The lock is SQLite's, on an empty file beside it, and goes when its process goes.

    Raises:
        StoreError: Another process runs it.
    """
    beside = path.with_name(f"{path.name}.lock")
    try:
        connection = sqlite3.connect(beside, timeout=0.0, isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as fault:
        busy = "locked" in str(fault)
        reason = (
            "another process is running this tournament" if busy else f"cannot be written: {fault}"
        )
        raise StoreError(f"{path}: {reason}") from None
    try:
        yield
    finally:
        connection.close()
        with suppress(OSError):
            beside.unlink()
