"""Revoking keys from a command line, also of tables that a server has open.

A server that has a table open is the only program that writes its metadata. So the command leaves
an order beside them, and the server carries it out within a second.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep

import msgspec

from parlour.rules import MisuseError, Seat, open_file, put_new, write_whole

PATIENCE_SECONDS = 10.0
"""Seconds until a server that does not carry an order out is given up."""
LOOK_SECONDS = 0.05
"""Seconds until the command looks again whether it has."""


def order_path(folder: Path, table: str) -> Path:
    """Return the path of an order to revoke keys of a table."""
    return folder / f".{table}.revoke"


def read_order(path: Path) -> list[Seat]:
    """Return the seats of an order.

    Raises:
        MisuseError: It cannot be read.
    """
    with open_file(path) as file:
        return msgspec.json.decode(file.read(4096), type=list[int])


def leave_order(folder: Path, table: str, seats: list[Seat]) -> None:
    """Have the server that has a table open revoke keys of some seats.

    Orders of several commands wait for each other: the server sees one at a time.

    Raises:
        MisuseError: It does not do so, or the order cannot be written.
    """
    order = order_path(folder, table)
    draft = folder / f"{order.name}-{token_hex(8)}"
    write_whole(draft, msgspec.json.encode(seats))
    mark = _mark(draft)
    until = monotonic() + PATIENCE_SECONDS
    try:
        _wait(partial(_placed, draft, order), table, until)
        _wait(lambda: _mark(order) != mark, table, until)
    finally:
        draft.unlink(missing_ok=True)
        if _mark(order) == mark:
            order.unlink(missing_ok=True)


def _placed(draft: Path, order: Path) -> bool:
    """Put an order in its place, unless another is still there; return whether it is."""
    with suppress(FileExistsError):
        put_new(draft, order)
        return True
    return False


def _mark(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from others that have its name; None if it is not there."""
    with suppress(FileNotFoundError):
        state = path.stat()
        return state.st_ino, state.st_mtime_ns
    return None


def _wait(is_done: Callable[[], bool], table: str, until: float) -> None:
    """Wait for the server that has a table open.

    Raises:
        MisuseError: It does not do something in time.
    """
    while not is_done():
        if monotonic() > until:
            raise MisuseError(f"{table}: another program has it open and revokes no keys")
        sleep(LOOK_SECONDS)
