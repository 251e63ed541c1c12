"""The file of a tournament: SQLite, append only, every record inside.

Tables hold results, timings and records of matches, and the standard error of bots, each under
contest, block and match. Triggers refuse to change or remove a row. The file is written through
a log, and one transaction takes a whole batch of matches, so that a kill loses the matches that
were being played and nothing else. A power failure may lose the last transactions too.
"""

import os
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import TypeAlias, TypeVar

import msgspec

from parlour.rules import StoreError, make_folder, open_private, put_new, sync_folder
from parlour_tournament.plan import Provenance, Tournament
from parlour_tournament.playing.results import (
    MatchResult,
    PlayedMatch,
    StderrTail,
    Timing,
    decompress,
    read_result,
)

T = TypeVar("T")
MatchKey: TypeAlias = tuple[int, int, int]
"""Contest, block and number of a match."""
FORMAT = 3
"""Version of the file format; raised when older releases cannot resume new files.

Version 1 had no seed of the bots. Up to version 2, bots that forfeited kept the places of their
stand-ins, and files could not be extended. Files of both are read and resumed.
"""
APPLICATION_ID = 0x5041524C
"""Number in SQLite's header that marks files of tournaments: PARL in ASCII."""
HEAD = "tournament"
"""Name in the head of the first plan and roster; later ones have their number behind it."""
KEY = "contest INTEGER, block INTEGER, match INTEGER"
OF_MATCH = "WHERE (contest, block, match) = (?, ?, ?)"
TABLES = ("results", "timings", "records")
"""Tables with one row for each match."""
SCHEMA = (
    "CREATE TABLE head (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID",
    *(
        f"CREATE TABLE {table} ({KEY}, value BLOB, PRIMARY KEY (contest, block, match))"
        + (" WITHOUT ROWID" if table != "records" else "")
        for table in TABLES
    ),
    *(
        f"CREATE TRIGGER {table}_no_{how} BEFORE {how} ON {table} "
        "BEGIN SELECT RAISE(ABORT, 'append only'); END"
        for table in ("head", *TABLES)
        for how in ("update", "delete")
    ),
)
ADDED_TABLES = {
    "errors": f"{KEY}, value BLOB, PRIMARY KEY (contest, block, match)",
    "runs": "number INTEGER PRIMARY KEY, value BLOB",
}
"""Columns of the tables that the first release lacks; a match without errors has no row there."""
ADDED = (
    *(f"CREATE TABLE IF NOT EXISTS {table} ({columns})" for table, columns in ADDED_TABLES.items()),
    *(
        f"CREATE TRIGGER IF NOT EXISTS {table}_no_{how} BEFORE {how} ON {table} "
        "BEGIN SELECT RAISE(ABORT, 'append only'); END"
        for table in ADDED_TABLES
        for how in ("update", "delete")
    ),
)
"""Statements that add to files of older releases the missing tables and columns."""

DAMAGED = (
    sqlite3.Error,
    msgspec.DecodeError,
    zlib.error,
    KeyError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
)
"""Errors of reading a file: any byte may be wrong, so any value may have any type."""

_encode = msgspec.json.Encoder().encode
_timing = msgspec.json.Decoder(Timing)
_run = msgspec.json.Decoder(Provenance)
_errors = msgspec.json.Decoder(tuple[StderrTail, ...])


class Store(AbstractContextManager["Store"]):
    """The open file of a tournament."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Read the head of an open file.

        Raises:
            StoreError: It has a newer format.
        """
        self.path = path
        """Path of the file."""
        self.origins: dict[MatchKey, tuple[Store, MatchKey]] = {}
        """Another file and the key there, of each match that was copied from it."""
        self._connection = connection
        head = dict(connection.execute("SELECT name, value FROM head"))
        self.format = msgspec.json.decode(head["format"])
        """Version of the file's format."""
        if self.format not in range(1, FORMAT + 1):
            raise StoreError(f"{path}: expected format 1 to {FORMAT}, got {self.format}")
        self.begun = msgspec.json.decode(head[HEAD], type=Tournament)
        """Plan and roster at its beginning."""
        self.tournament = _newest(connection)
        """Plan and roster as they are now; an extended tournament has had others."""

    @classmethod
    def create_file(cls, path: Path, tournament: Tournament) -> "Store":
        """Create a new file and open it.

        Raises:
            StoreError: The file exists, or cannot be written.
        """
        taken = f"{path}: is there already; expected the name of a new file"
        if path.exists():
            raise StoreError(taken)
        # SQLite would write the content of such a log into the new file.
        log = path.with_name(f"{path.name}-wal")
        if log.exists():
            raise StoreError(
                f"{log}: the file it belongs to is gone; bring that back, or remove this"
            )
        # Under another name first, so that no incomplete file ever has this name.
        draft = path.with_name(f".{path.name}.{token_hex(4)}")
        try:
            make_folder(path.parent)
            # SQLite gives the files that it puts beside this one the same permissions.
            os.close(open_private(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            with closing(sqlite3.connect(draft)) as connection, connection:
                _begin(connection, tournament)
            put_new(draft, path)
            sync_folder(path.parent)
        except FileExistsError:
            raise StoreError(taken) from None
        except (OSError, sqlite3.Error) as fault:
            raise StoreError(f"{path}: cannot be written: {fault}") from None
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        return cls.open_file(path)

    @classmethod
    def create_temporary(cls, path: Path, tournament: Tournament) -> "Store":
        """Create a file without a name, which is gone once it is closed.

        Errors call it ``path``.
        """
        connection = sqlite3.connect("")
        _begin(connection, tournament)
        return cls(path, connection)

    @classmethod
    def open_file(cls, path: Path, *, read_only: bool = False) -> "Store":
        """Open a file; one that is ``read_only`` stays as it is, byte for byte.

        Raises:
            StoreError: The file is no tournament, or has a newer format.
        """
        if path.is_dir():
            raise StoreError(f"{path}: expected the file of a tournament, got a folder")
        if not path.is_file():
            raise StoreError(f"{path}: there is no such file")
        try:
            with ExitStack() as refused:
                writable = not read_only and _writable(path)
                connection = refused.enter_context(closing(_connect(path, writable=writable)))
                # Checked first, so that nothing is written into a file that is no tournament.
                ((mark,),) = connection.execute("PRAGMA application_id")
                if mark != APPLICATION_ID:
                    raise StoreError(f"{path}: expected the file of a tournament")
                _prepare(connection, temporary=not writable)
                store = cls(path, connection)
                refused.pop_all()
                return store
        except DAMAGED as fault:
            raise StoreError(f"{path}: expected the file of a tournament: {fault}") from None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def sync_always(self) -> None:
        """Have everything that is written from here on on the disk before play goes on."""
        self._connection.execute("PRAGMA synchronous = FULL")

    def extend(self, tournament: Tournament) -> None:
        """Append a plan and roster that are in force from here on.

        Raises:
            StoreError: The file was begun by an older release, or cannot be written.
        """
        if self.format < FORMAT:
            raise StoreError(
                f"{self.path}: expected format {FORMAT}, got {self.format}: it was begun by an "
                "older release; 'parlour tournament report' takes it together with a new file"
            )
        with self._writing() as connection:
            ((count,),) = connection.execute("SELECT count(*) FROM head WHERE name != 'format'")
            row = (f"{HEAD} {count + 1}", _encode(tournament))
            connection.execute("INSERT INTO head VALUES (?, ?)", row)
        self.tournament = tournament

    def extensions(self) -> int:
        """Return how often the tournament has been extended, by any process."""
        return self._number_of("head") - 2

    def newest(self) -> Tournament:
        """Return the plan and roster in force, which another process may have appended."""
        with self._reading():
            return _newest(self._connection)

    def note_run(self, run: Provenance) -> None:
        """Append a note of a run that begins.

        Raises:
            StoreError: The file cannot be written.
        """
        with self._writing() as connection:
            connection.execute("INSERT INTO runs (value) VALUES (?)", (_encode(run),))

    def runs(self) -> tuple[Provenance, ...]:
        """Return the notes of all runs, the first first; none in files of older releases."""
        return tuple(self._read("runs ORDER BY number", _run.decode))

    def add(self, matches: Iterable[PlayedMatch]) -> None:
        """Append matches; a match that the file holds already stays unchanged.

        Raises:
            StoreError: The file cannot be written.
        """
        rows: dict[str, list[tuple[object, ...]]] = {table: [] for table in (*TABLES, "errors")}
        for match in matches:
            key = match.result.key
            rows["results"].append((*key, _encode(match.result)))
            rows["timings"].append((*key, _encode(match.timing)))
            rows["records"].append((*key, match.record))
            if match.errors:
                rows["errors"].append((*key, zlib.compress(_encode(match.errors))))
        with self._writing() as connection:
            for table, values in rows.items():
                connection.executemany(
                    f"INSERT INTO {table} VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",  # noqa: S608  our own names
                    values,
                )

    def count(self) -> int:
        """Return the number of matches in the file."""
        return self._number_of("results")

    def results(self, contest: int | None = None) -> Iterator[MatchResult]:
        """Yield the results of one contest or of all, by contest, block and match."""
        return self._read(_rows("results", contest), partial(read_result, self.tournament.plan))

    def timings(self, contest: int | None = None) -> Iterator[Timing]:
        """Yield the timings of one contest or of all, by contest, block and match."""
        return self._read(_rows("timings", contest), _timing.decode)

    def record(self, key: MatchKey) -> bytes:
        """Return the record of the match with a key, as JSON lines.

        Raises:
            StoreError: The match has not been played.
        """
        return self._record(key, decompress)

    def packed_record(self, key: MatchKey) -> bytes:
        """Return the record of the match with a key as the file holds it, compressed.

        Raises:
            StoreError: The match has not been played.
        """
        return self._record(key, bytes)

    def _record(self, key: MatchKey, decode: Callable[[bytes], bytes]) -> bytes:
        found = next(self._read(f"records {OF_MATCH}", decode, key), None)
        if found is None:
            name = self.tournament.plan.match_name(key)
            raise StoreError(f"{self.path}: no match {name} has been played")
        return found

    def replay_command(self, key: MatchKey) -> str:
        """Return the command that plays a match again, in the file that it was played in."""
        store, place = self.origins.get(key, (self, key))
        return store.tournament.plan.replay_command(place, store.path.name)

    def errors(self) -> Iterator[tuple[MatchKey, tuple[StderrTail, ...]]]:
        """Yield the keys of matches with errors, and the errors of their bots, by key."""
        return self._read(
            "errors ORDER BY contest, block, match",
            lambda *row: (row[:3], _read_errors(row[3])),
            what="*",
        )

    def errors_of(self, key: MatchKey) -> tuple[StderrTail, ...]:
        """Return the errors of the bots in one match, by seat; seats without any are left out."""
        return next(self._read(f"errors {OF_MATCH}", _read_errors, key), ())

    def count_errors(self, contest: int) -> int:
        """Return the number of matches of a contest whose bots wrote on standard error."""
        return self._number_of(f"errors WHERE contest = {contest:d}")

    def _number_of(self, rows: str) -> int:
        return next(self._read(rows, int, what="count(*)"))

    def _read(
        self, rows: str, decode: Callable[..., T], given: tuple[int, ...] = (), what: str = "value"
    ) -> Iterator[T]:
        """Yield a column of some rows, decoded; name the file in the error if it is damaged."""
        query = f"SELECT {what} FROM {rows}"  # noqa: S608  our own words
        with self._reading():
            for row in self._connection.execute(query, given):
                yield decode(*row)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Write in one transaction; name the file in the error where that fails."""
        try:
            with self._connection:
                yield self._connection
        except sqlite3.Error as fault:
            raise StoreError(f"{self.path}: cannot be written: {fault}") from None

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Name the file in the error where its content cannot be read."""
        try:
            yield
        except DAMAGED as fault:
            raise StoreError(f"{self.path}: the file is damaged: {fault}") from None


def _begin(connection: sqlite3.Connection, tournament: Tournament) -> None:
    """Write the tables and the head of a new file."""
    connection.execute("PRAGMA page_size = 8192")
    for statement in (*SCHEMA, *ADDED):
        connection.execute(statement)
    head = {"format": _encode(FORMAT), HEAD: _encode(tournament)}
    connection.executemany("INSERT INTO head VALUES (?, ?)", head.items())
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _rows(table: str, contest: int | None) -> str:
    """Return the rows of a table, of one contest or of all, in order."""
    where = "" if contest is None else f"WHERE contest = {contest:d} "
    return f"{table} {where}ORDER BY contest, block, match"


def _newest(connection: sqlite3.Connection) -> Tournament:
    """Return the plan and roster in force; later ones have a number behind their name."""
    head = dict(connection.execute("SELECT name, value FROM head"))
    numbers = {int(n.removeprefix(HEAD) or 1): n for n in head if n.startswith(HEAD)}
    return msgspec.json.decode(head[numbers[max(numbers)]], type=Tournament)


def _read_errors(raw: bytes) -> tuple[StderrTail, ...]:
    return _errors.decode(decompress(raw))


def _connect(path: Path, *, writable: bool) -> sqlite3.Connection:
    """Connect to a file, to write into it or to read only."""
    if writable:
        return sqlite3.connect(path, timeout=30.0)
    log = path.with_name(f"{path.name}-wal")
    how = "mode=ro" if log.exists() else "immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _prepare(connection: sqlite3.Connection, *, temporary: bool) -> None:
    """Add the tables of this release that a file lacks; have one that can be written keep a log.

    A file that cannot be written gets empty ``temporary`` tables, outside it.
    """
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if temporary:
        for table, columns in ADDED_TABLES.items():
            if table not in there:
                connection.execute(f"CREATE TEMP TABLE {table} ({columns})")
        return
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    for statement in ADDED:
        connection.execute(statement)
