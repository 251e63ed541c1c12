"""The sidecar: all that is kept of a table beside the record of its match."""

from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from parlour.rules.errors import RecordError
from parlour.rules.one_line import decoder_problem, open_file, write_whole
from parlour.rules.phases import replaced
from parlour.rules.seats import Seat

FORMAT = 1
"""The version of this file format; raised when older releases could not read it."""

SUFFIX = ".table.json"
"""Ending of the names of sidecars."""

LONGEST = 65_536
"""Bytes of a sidecar, at most."""


class Sidecar(Struct, frozen=True, kw_only=True):
    """A table, without its match. Fields of a file that are none of these are passed over."""

    parlour_table: int = FORMAT
    host: str
    """Hash of the host's key."""
    seats: tuple[str, ...]
    """Hash of the key of each seat; empty for a bot, and where the key was revoked."""
    names: tuple[str, ...]
    """The name of the person at each seat; empty where none was given."""
    watched: bool = True
    """Whether onlookers are let in at all."""
    delay: int = 0
    """Number of answers by which onlookers see the match later."""


class TableFile:
    """The sidecar of one table, in memory and in its file."""

    def __init__(self, path: Path, kept: Sidecar) -> None:
        self.name = path.name.removesuffix(SUFFIX)
        """The name of the table."""
        self.kept = kept
        self._path = path

    def change(self, **changes: object) -> None:
        """Change what is kept.

        Raises:
            RecordError: It cannot be written; it stays as it was.
        """
        changed = replace(self.kept, **changes)
        write(self._path, changed)
        self.kept = changed

    def set_key(self, seat: Seat, key_hash: str) -> None:
        """Let another key open a seat, or none for an empty hash.

        Raises:
            RecordError: It cannot be written.
        """
        self.change(seats=replaced(self.kept.seats, seat, key_hash))

    def set_name(self, seat: Seat, name: str) -> None:
        """Call the person at a seat by another name.

        Raises:
            RecordError: It cannot be written.
        """
        self.change(names=replaced(self.kept.names, seat, name))


def path_of(folder: Path, table: str) -> Path:
    """Return the path of the sidecar of a table."""
    return folder / f"{table}{SUFFIX}"


def write(path: Path, sidecar: Sidecar) -> None:
    """Write a sidecar, which only its owner may read.

    Raises:
        RecordError: It cannot be written; what was there before is there still.
    """
    write_whole(path, msgspec.json.encode(sidecar), RecordError, mode=0o600)


def read(path: Path) -> Sidecar:
    """Read a sidecar.

    Raises:
        RecordError: It cannot be read, or is none of this release.
    """
    with open_file(path, RecordError) as file:
        raw = file.read(LONGEST + 1)
    try:
        found = msgspec.json.decode(raw[:LONGEST], type=Sidecar)
    except msgspec.DecodeError as fault:
        problem = decoder_problem(fault)
        raise RecordError(f"{path}: expected what is kept of a table: {problem}") from None
    if found.parlour_table > FORMAT:
        got = found.parlour_table
        raise RecordError(
            f"{path}: written by a newer parlour: expected format {FORMAT}, got {got}"
        )
    return found
