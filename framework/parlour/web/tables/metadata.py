"""The metadata of a table: all that is saved of it beside the record of its match."""

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
"""Ending of the names of these files."""

MAX_BYTES = 65_536
"""Maximum length of such a file."""


class TableMetadata(Struct, frozen=True, kw_only=True):
    """A table, without its match. Other fields of a file are ignored."""

    parlour_table: int = FORMAT
    host: str
    """Hash of the host's key."""
    seats: tuple[str, ...]
    """Hash of the key of each seat; empty for a bot, and if the key was revoked."""
    names: tuple[str, ...]
    """The name of the person at each seat; may be empty."""
    watched: bool = True
    """Whether spectators are admitted."""
    delay: int = 0
    """Number of answers by which spectators see the match later."""


class TableFile:
    """The metadata of one table, in memory and in its file."""

    def __init__(self, path: Path, metadata: TableMetadata) -> None:
        self.name = path.name.removesuffix(SUFFIX)
        """The name of the table."""
        self.metadata = metadata
        self._path = path

    def change(self, **changes: object) -> None:
        """Change what is saved.

        Raises:
            RecordError: It cannot be written; it stays as it was.
        """
        changed = replace(self.metadata, **changes)
        write(self._path, changed)
        self.metadata = changed

    def set_key(self, seat: Seat, key_hash: str) -> None:
        """Let another key open a seat, or none for an empty hash.

        Raises:
            RecordError: It cannot be written.
        """
        self.change(seats=replaced(self.metadata.seats, seat, key_hash))

    def set_name(self, seat: Seat, name: str) -> None:
        """Call the person at a seat by another name.

        Raises:
            RecordError: It cannot be written.
        """
        self.change(names=replaced(self.metadata.names, seat, name))


def path_of(folder: Path, table: str) -> Path:
    """Return the path of the metadata of a table."""
    return folder / f"{table}{SUFFIX}"


def write(path: Path, metadata: TableMetadata) -> None:
    """Write metadata, which only their owner may read.

    Raises:
        RecordError: It cannot be written; what was there before is there still.
    """
    write_whole(path, msgspec.json.encode(metadata), RecordError, mode=0o600)


def read(path: Path) -> TableMetadata:
    """Read metadata.

    Raises:
        RecordError: It cannot be read, or is of a newer release.
    """
    with open_file(path, RecordError) as file:
        raw = file.read(MAX_BYTES + 1)
    try:
        found = msgspec.json.decode(raw[:MAX_BYTES], type=TableMetadata)
    except msgspec.DecodeError as fault:
        problem = decoder_problem(fault)
        raise RecordError(f"{path}: expected the metadata of a table: {problem}") from None
    if found.parlour_table > FORMAT:
        got = found.parlour_table
        raise RecordError(
            f"{path}: written by a newer parlour: expected format {FORMAT}, got {got}"
        )
    return found
