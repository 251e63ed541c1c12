"""The record of a match: JSON lines, a header and then every answer, written as it goes."""

import os
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import IO, Any, TypeAlias

import msgspec

from parlour.rules import (
    PRIVATE,
    UNREADABLE,
    RecordError,
    RecordInUse,
    Result,
    Seat,
    SetupError,
    decode_once,
    decoder_problem,
    decoding,
    lock_file,
    make_folder,
    open_file,
    sync,
    writing,
)

FORMAT = 1
"""The version of this file format; raised when older releases could not read it."""

SEAT_FORMAT = 2
"""The version of the format of a seat's record (``parlour.match.seat_record``)."""

MAX_LINE_BYTES = 1_048_576
"""Maximum number of bytes in a line."""

MAX_LINES = 1_000_000
"""Maximum number of lines in a record: a match that is played again must fit in memory."""

SUFFIX = ".jsonl"
"""Ending of the names of records; a folder is searched for these."""


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record's first line: the game, its options and the players."""

    parlour: int = FORMAT
    game: str
    rules_version: int
    seats: int
    options: dict[str, Any] = {}  # a schema is made of it, which knows no object
    seed: str
    """The seed of the dealer. Replaying does not need it, resuming does."""
    players: tuple[str, ...]
    names: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Names of the people, for each seat one, empty for seats without; not in older records."""
    dealer: int | msgspec.UnsetType = msgspec.UNSET
    """Number of the dealer that dealt; the first if none is named."""
    lesson: str | msgspec.UnsetType = msgspec.UNSET
    """Name of the lesson of the game that the match is, if it is one."""
    state: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """State that the match began with, if not as the rules say."""

    def __post_init__(self) -> None:
        """Refuse a seed that a record could not be read back with."""
        if not isinstance(self.seed, str):
            raise SetupError(f"expected the seed of a record to be a text, got {self.seed!r}")


AWAY = "away"
"""The ending if a person is away, and a bot plays for the seat until they are back."""
BACK = "back"
"""The ending if that person is back, and plays again."""


class Forfeit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's bot failed, or its person has left; from here on another plays for it."""

    seat: Seat
    cause: str = msgspec.field(name="ending")
    """One word: ``time``, ``died``, ``illegal`` …"""
    reason: str
    """Reason in one line; it may name what only that seat knew."""

    def __str__(self) -> str:
        """Write it in one line."""
        return f"seat {self.seat} forfeits ({self.cause}): {self.reason}"


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Any later line: a move, an outcome, an undo, a forfeit, an agreement or the end."""

    seat: Seat | None = None
    """Seat that moved; goes with ``move``."""
    move: str | None = None
    """The move's text."""
    outcome: str | None = None
    """The outcome's text."""
    undo: Seat | None = None
    """Seat that took the last move back."""
    forfeit: Forfeit | None = None
    """Seat that lost its bot, and the reason."""
    over: Result | None = None
    """Result of the match."""
    agreed: Result | None = None
    """Result that the bots agreed on, so that the match was broken off."""


class Record(msgspec.Struct, frozen=True):
    """A record as read."""

    header: Header
    lines: tuple[Line, ...]
    truncated: bool = False
    """Whether the last line was cut short, as when the writer was killed; it is left out."""
    size: int = 0
    """Bytes that the whole lines take."""


LineListener: TypeAlias = Callable[[bytes], object]
"""Callable that gets each line of a record."""

_line = msgspec.json.Decoder(Line)
_header = msgspec.json.Decoder(Header)
read_object = msgspec.json.Decoder(dict[str, object]).decode
encode = msgspec.json.Encoder().encode
encode_lines = msgspec.json.Encoder().encode_lines
_KINDS = ({"seat", "move"}, {"outcome"}, {"undo"}, {"forfeit"}, {"over"}, {"agreed"})


class RecordFile:
    """A record on disk that grows with the match; each line is out before play goes on.

    While the match is played the file is this program's: where another program has cut or
    lengthened it, such as a bot that does mischief, it is written again with the next line.

    Lines survive the death of this program; lines that must survive a power failure are
    written in ``durable``. Once a line could not be written, no other is.
    """

    def __init__(self, path: Path, keep: int | None = None, mode: int = PRIVATE) -> None:
        """Make a new record, or continue an old one after its first ``keep`` bytes.

        ``mode`` are the permissions of a new file.

        Raises:
            RecordError: The file is there already, cannot be written, or somebody else is at it.
        """
        self.path = path
        with writing(path, RecordError):
            if not path.parent.exists():
                make_folder(path.parent)
            how = "xb" if keep is None else "r+b"
            opener = partial(_open_to_append, mode)
            self._file: IO[bytes] = open(path, how, 0, opener=opener)  # noqa: SIM115  Path.open has no opener; ``close`` closes it
            if not lock_file(self._file):
                raise self._let_go("is being played elsewhere", RecordInUse)
            self._written = bytearray()
            self._failed = False
            if keep is not None:
                self._written += self._file.read(keep)
                if len(self._written) < keep or b"\n" in self._file.read(MAX_LINE_BYTES):
                    raise self._let_go("has changed since it was read")
                self._file.truncate(keep)

    def __call__(self, line: bytes) -> None:
        """Append one line.

        Raises:
            RecordError: It cannot be written, or one before it could not.
        """
        if self._failed:
            raise RecordError(f"{self.path}: an answer was not saved; open the match again")
        whole = line + b"\n"
        self._failed = True
        with writing(self.path, RecordError):
            if os.fstat(self._file.fileno()).st_size != len(self._written):
                self._file.truncate(0)
                self._write(self._written)
            self._write(whole)
        self._failed = False
        self._written += whole

    @contextmanager
    def durable(self) -> Iterator[None]:
        """Have all lines that are written meanwhile on the disk at the end, or none of them.

        Raises:
            RecordError: They cannot be written.
        """
        before = len(self._written)
        try:
            yield
            with writing(self.path, RecordError):
                sync(self._file.fileno())
        except RecordError:
            self._failed = True
            with suppress(OSError):
                self._file.truncate(before)
            raise

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, whole: bytes | bytearray) -> None:
        """Write to the end; where not all has room, nothing of it stays."""
        rest = memoryview(whole)
        try:
            while rest:  # a disk that is full takes a part
                rest = rest[self._file.write(rest) :]
        except OSError:
            with suppress(OSError):
                self._file.truncate(os.fstat(self._file.fileno()).st_size - len(whole) + len(rest))
            raise

    def _let_go(self, why: str, error: type[RecordError] = RecordError) -> RecordError:
        self._file.close()
        return error(f"{self.path}: {why}")


def create_record(path: Path, record: bytes, mode: int = PRIVATE) -> None:
    """Write a whole record to a new file with these permissions.

    Raises:
        RecordError: The file is there already, or cannot be written.
    """
    file = RecordFile(path, mode=mode)
    try:
        file(record.removesuffix(b"\n"))
    finally:
        file.close()


class RecordReader:
    """A record that is read line by line, once, so that a long one takes no more memory.

    ``lines`` yields its answers. Its report on the end of the file holds after the last.
    """

    def __init__(self, file: IO[bytes], where: str) -> None:
        """Read the header; ``where`` names the file in errors.

        Raises:
            RecordError: It is not a header of this release.
        """
        self.truncated = False
        """Whether the last line was cut short; it is left out."""
        self.size = 0
        """Bytes that the whole lines take."""
        self.count = 0
        """Number of whole lines."""
        self.where = where
        """Name of the file."""
        self._file = file
        line = self._next()
        if line is None:
            got = "half a line" if self.truncated else "nothing"
            raise RecordError(f"{where}: expected a record, got {got}")
        self.header = self._read_header(line.removeprefix(BOM_UTF8))
        self.lines = self._answers()

    def _read_header(self, line: bytes) -> Header:
        with decoding(f"{self.where}, line 1: expected a record's header", RecordError):
            first = read_object(line)
            version = first.get("parlour")
            if version == SEAT_FORMAT and "seat" in first:
                raise RecordError(
                    f"{self.where}: expected a whole record, got what one seat may know of a "
                    "match, which can be shown and not played on"
                )
            if isinstance(version, int) and version > FORMAT:
                newer = f"written by a newer parlour: expected format {FORMAT}, got {version}"
                raise RecordError(f"{self.where}: {newer}")
            return decode_once(_header, line)

    def _answers(self) -> Iterator[Line]:
        """Yield the answers.

        Raises:
            RecordError: A line is not an answer.
        """
        while (line := self._next()) is not None:
            yield _read_line(line, f"{self.where}, line {self.count}")

    def _next(self) -> bytes | None:
        """Return the next whole line, or None at the end."""
        try:
            line = self._file.readline(MAX_LINE_BYTES + 1)
        except OSError as fault:
            why = fault.strerror or fault
            raise RecordError(f"{self.where}: cannot be read: {why}") from None
        if len(line) > MAX_LINE_BYTES:
            place = f"{self.where}, line {self.count + 1}"
            raise RecordError(f"{place}: expected at most {MAX_LINE_BYTES:,} bytes")
        self.truncated = bool(line) and not line.endswith(b"\n")
        if not line or self.truncated:
            return None
        self.size += len(line)
        self.count += 1
        if self.count > MAX_LINES:
            raise RecordError(f"{self.where}: expected at most {MAX_LINES:,} lines")
        return line


@contextmanager
def open_record(path: Path) -> Iterator[RecordReader]:
    """Open the record in a file, to be read line by line.

    Raises:
        RecordError: The file cannot be read, or is not a record of this release.
    """
    with open_file(path, RecordError) as file:
        yield RecordReader(file, str(path))


def is_finished(path: Path) -> bool:
    """Return whether a record, or a seat's record, ends with the result of its match.

    Raises:
        RecordError: The file cannot be read.
    """
    last = b""
    with open_file(path, RecordError) as file:
        while line := file.readline(MAX_LINE_BYTES):
            last = line
    return last.startswith(b'{"over":') and last.endswith(b"\n")


def read(path: Path) -> Record:
    """Read a whole record from a file.

    Raises:
        RecordError: The file cannot be read, or is not a record of this release.
    """
    with open_record(path) as record:
        return _whole(record)


def parse(raw: bytes, where: str) -> Record:
    """Read a whole record from bytes; ``where`` names them in errors.

    Raises:
        RecordError: They are not a record of this release.
    """
    return _whole(RecordReader(BytesIO(raw), where))


def _whole(record: RecordReader) -> Record:
    lines = tuple(record.lines)
    return Record(record.header, lines, record.truncated, record.size)


def _open_to_append(mode: int, path: str, flags: int) -> int:
    """Open a file so that each line goes to its end, wherever that is by then."""
    return os.open(path, flags | os.O_APPEND, mode)


def _read_line(line: bytes, where: str) -> Line:
    try:
        read_line = _line.decode(line)
        if encode(read_line) != line.rstrip():  # what Parlour writes has no key twice
            decode_once(_line, line)
    except UNREADABLE as fault:
        raise RecordError(
            f"{where}: expected a move or an outcome: {decoder_problem(fault)}"
        ) from None
    fields = {name for name in Line.__struct_fields__ if getattr(read_line, name) is not None}
    if fields not in _KINDS:
        got = " and ".join(sorted(fields)) or "nothing"
        raise RecordError(
            f"{where}: expected a move, an outcome, an undo, a forfeit or the end, got {got}"
        )
    return read_line
