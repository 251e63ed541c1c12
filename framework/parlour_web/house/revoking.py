"""Revoking keys from a command line, also of tables that a server has open.

A server that has a table open is the only program that writes its metadata. So the command leaves
an order beside them, and the server carries it out within a second.
"""

from pathlib import Path
from time import monotonic, sleep

import msgspec

from parlour.rules import MisuseError, Seat, open_file, write_whole

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

    Raises:
        MisuseError: It does not do so, or the order cannot be written.
    """
    order = order_path(folder, table)
    write_whole(order, msgspec.json.encode(seats))
    until = monotonic() + PATIENCE_SECONDS
    while order.exists():
        if monotonic() > until:
            order.unlink(missing_ok=True)
            raise MisuseError(f"{table}: another program has it open and revokes no keys")
        sleep(LOOK_SECONDS)
