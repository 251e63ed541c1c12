"""The record of a match: JSON lines, a header and then every answer, written as it goes."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias

import msgspec

from parlour.rules.answers import Result
from parlour.rules.errors import RecordError, SetupError
from parlour.rules.one_line import decoder_problem, reading, writing
from parlour.rules.seats import Seat

if TYPE_CHECKING:
    from parlour.match.game import Game

FORMAT = 1
"""The version of this file format; raised when older releases could not read it."""


SUFFIX = ".jsonl"
"""Ending of the names of records; a folder is searched for these."""


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record's first line: the game, its options and the players."""

    parlour: int = FORMAT
    game: str
    rules_version: int
    seats: int
    options: dict[str, Any] = {}
    seed: str
    """The seed of the dealer. Replaying does not need it, resuming does."""
    players: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse a seed that a record could not be read back with."""
        if not isinstance(self.seed, str):
            raise SetupError(f"expected the seed of a record to be a text, got {self.seed!r}")


class Forfeit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's bot failed; from here on another plays for it."""

    seat: Seat
    cause: str = msgspec.field(name="ending")
    """One word: ``time``, ``died``, ``illegal`` …"""
    reason: str
    """Reason in one line; it may name what only that seat knew."""

    def __str__(self) -> str:
        """Write it in one line."""
        return f"seat {self.seat} forfeits ({self.cause}): {self.reason}"


def header_of(
    game: "Game", players: Sequence[str], options: msgspec.Struct, seed: int | str
) -> Header:
    """Return the header of a match that begins; a seed that is a number is written as text.

    It holds every option with its value, so that a later default changes no old record.
    """
    return Header(
        game=game.id,
        rules_version=game.rules_version,
        seats=len(players),
        options=msgspec.to_builtins(options),
        seed=str(seed),
        players=tuple(players),
    )


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Any later line: a move, an outcome, an undo, a forfeit or the end."""

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


class Record(msgspec.Struct, frozen=True):
    """A record as read."""

    header: Header
    lines: tuple[Line, ...]
    truncated: bool = False
    """Whether the last line was cut short, as when the writer was killed; it is left out."""
    size: int = 0
    """Bytes that the whole lines take."""


LineListener: TypeAlias = Callable[[bytes], Any]
"""Where the lines of a record go."""

_line = msgspec.json.Decoder(Line)
_header = msgspec.json.Decoder(Header)
_version = msgspec.json.Decoder(dict[str, Any])
encode = msgspec.json.Encoder().encode
_KINDS = ({"seat", "move"}, {"outcome"}, {"undo"}, {"forfeit"}, {"over"})


class RecordFile:
    """A record on disk that grows with the match; each line is out before play goes on."""

    def __init__(self, path: Path, keep: int | None = None) -> None:
        """Make a new record, or continue an old one after its first ``keep`` bytes.

        Raises:
            RecordError: The file is there already, cannot be written, or somebody else is at it.
        """
        self.path = path
        with writing(path, RecordError):
            if not path.parent.exists():
                path.parent.mkdir(parents=True)
            self._file = path.open("xb" if keep is None else "r+b", buffering=0)
            if not _locked(self._file):
                raise self._let_go("is being played elsewhere")
            if keep is not None:
                self._file.seek(keep)
                if b"\n" in self._file.read():
                    raise self._let_go("has grown since it was read")
                self._file.truncate(keep)
                self._file.seek(keep)

    def __call__(self, line: bytes) -> None:
        """Append one line."""
        with writing(self.path, RecordError):
            self._file.write(line + b"\n")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _let_go(self, why: str) -> RecordError:
        self._file.close()
        return RecordError(f"{self.path}: {why}")


def create_record(path: Path, record: bytes) -> None:
    """Write a whole record to a new file.

    Raises:
        RecordError: The file is there already, or cannot be written.
    """
    file = RecordFile(path)
    try:
        file(record.removesuffix(b"\n"))
    finally:
        file.close()


def _locked(file: IO[bytes]) -> bool:
    """Lock a record for this process; where files cannot be locked, people are trusted."""
    if sys.platform == "win32":
        return True
    import fcntl  # noqa: PLC0415  this platform has it

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # a file system without locks
    return True


def read(path: Path) -> Record:
    """Read a record from a file.

    Raises:
        RecordError: The file cannot be read, or is no record of this release.
    """
    with reading(path, RecordError):
        raw = path.read_bytes()
    return parse(raw, str(path))


def parse(raw: bytes, where: str) -> Record:
    """Read a record from bytes; ``where`` names them in errors.

    Raises:
        RecordError: They are no record of this release.
    """
    lines = raw.split(b"\n")
    truncated = bool(lines.pop())
    if not lines:
        raise RecordError(
            f"{where}: expected a record, got {'half a line' if truncated else 'nothing'}"
        )
    header = _read_header(lines[0], where)
    answers = tuple(_read_line(line, f"{where}, line {n}") for n, line in enumerate(lines[1:], 2))
    return Record(header, answers, truncated, raw.rfind(b"\n") + 1)


def _read_header(line: bytes, where: str) -> Header:
    try:
        version = _version.decode(line).get("parlour")
        if isinstance(version, int) and version > FORMAT:
            raise RecordError(
                f"{where}: written by a newer parlour: expected format {FORMAT}, got {version}"
            )
        return _header.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise RecordError(
            f"{where}, line 1: expected a record's header: {decoder_problem(fault)}"
        ) from None


def _read_line(line: bytes, where: str) -> Line:
    try:
        read_line = _line.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise RecordError(
            f"{where}: expected a move or an outcome: {decoder_problem(fault)}"
        ) from None
    given = {name for name in Line.__struct_fields__ if getattr(read_line, name) is not None}
    if given not in _KINDS:
        got = " and ".join(sorted(given)) or "nothing"
        raise RecordError(
            f"{where}: expected a move, an outcome, an undo, a forfeit or the end, got {got}"
        )
    return read_line
