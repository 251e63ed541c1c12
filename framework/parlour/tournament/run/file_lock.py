"""Lock on the file of a tournament, so that one process runs it at a time."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from parlour.rules.errors import StoreError


@contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Keep other processes from running the tournament in a file; they can still read it.

    The lock is SQLite's, on an empty file beside it, and ends with the process.

    Raises:
        StoreError: Another process runs the tournament, or the folder cannot be written.
    """
    beside = path.with_name(f"{path.name}.lock")
    try:
        connection = sqlite3.connect(beside, timeout=0.0, isolation_level=None)
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            connection.close()
            raise
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
