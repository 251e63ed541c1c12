"""Keys of a folder of tables: the seats that they open, and their end."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from parlour.match import SUFFIX
from parlour.rules import MisuseError, RecordError, Seat, lock_file, open_file
from parlour_web.house.audit import AuditLog
from parlour_web.house.revoking import leave_order
from parlour_web.tables import metadata
from parlour_web.tables.metadata import TableFile

HOST = -1
"""The number that stands for the host of a table among its seats."""


class KeyedSeat(NamedTuple):
    """A seat, or the host of a table, with a key that opens it."""

    table: str
    seat: Seat
    name: str
    """The name of the person; may be empty."""


def keyed_seats(folder: Path) -> Iterator[KeyedSeat]:
    """Yield all that a key opens in a folder.

    Raises:
        RecordError: The metadata of a table cannot be read.
    """
    for path in sorted(folder.glob(f"*{metadata.SUFFIX}")):
        table = path.name.removesuffix(metadata.SUFFIX)
        try:
            saved = metadata.read(path)
        except RecordError:
            if path.exists():  # else it was deleted meanwhile
                raise
            continue
        if saved.host:
            yield KeyedSeat(table, HOST, "")
        for seat, (key, name) in enumerate(zip(saved.seats, saved.names, strict=True)):
            if key:
                yield KeyedSeat(table, seat, name)


def revoke(folder: Path, table: str, seats: list[Seat]) -> None:
    """Let no key open some seats of a table any more.

    Raises:
        ParlourError: There is no such table, or the server that has it open does not answer.
    """
    path = metadata.path_of(folder, table)
    if not path.is_file():
        raise MisuseError(f"expected a table in {folder}, got '{table}'")
    with open_file(folder / f"{table}{SUFFIX}") as record:
        is_ours = lock_file(record)  # no server opens the table meanwhile
        if is_ours:
            TableFile(path, metadata.read(path)).revoke(seats)
    if not is_ours:
        leave_order(folder, table, seats)
    log = AuditLog(folder)
    for seat in seats:
        log.note("revoked", table, seat)
