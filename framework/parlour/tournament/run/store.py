"""The file of a tournament: SQLite, append only, every record inside.

Tables hold results, timings and records of matches, and what bots wrote on standard error,
each under contest, block and match. Triggers refuse to change or remove a row. The file is
written through a log, and one transaction takes a whole batch of matches, so that a kill loses
what was being played and nothing else.
"""

import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Any, Self

import msgspec

from parlour.rules.errors import StoreError
from parlour.tournament.plan.plan import Tournament
from parlour.tournament.run.results import MatchResult, Played, Timing, Wrote

FORMAT = 1
"""The version of this file format; raised when older releases could not read it."""
MARK = 0x5041524C
"""Tells SQLite files of tournaments from all others."""
KEY = "contest INTEGER, block INTEGER, match INTEGER"
TABLES = ("results", "timings", "records")
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
    # A match without an error has no row here, and files from before it have no such table.
    f"CREATE TABLE IF NOT EXISTS errors ({KEY}, value BLOB, PRIMARY KEY (contest, block, match))",
    *(
        f"CREATE TRIGGER IF NOT EXISTS errors_no_{how} BEFORE {how} ON errors "
        "BEGIN SELECT RAISE(ABORT, 'append only'); END"
        for how in ("update", "delete")
    ),
)
LATER = SCHEMA[-3:]

_encode = msgspec.json.Encoder().encode
_result = msgspec.json.Decoder(MatchResult)
_timing = msgspec.json.Decoder(Timing)
_errors = msgspec.json.Decoder(tuple[Wrote, ...])


class Store:
    """A tournament on disk."""

    def __init__(self, path: Path, connection: sqlite3.Connection, tournament: Tournament) -> None:
        self.path = path
        self.tournament = tournament
        self._connection = connection

    @classmethod
    def made(cls, path: Path, tournament: Tournament) -> "Store":
        """Make a new file.

        Raises:
            StoreError: It is there already, or cannot be written.
        """
        taken = f"{path}: is there already; expected the name of a new file"
        if path.exists():
            raise StoreError(taken)
        # SQLite would write what stands in such a log into the new file.
        log = path.with_name(f"{path.name}-wal")
        if log.exists():
            raise StoreError(
                f"{log}: the file it belongs to is gone; bring that back, or remove this"
            )
        # Under another name first, so that no half-made file ever bears this one.
        draft = path.with_name(f".{path.name}.{token_hex(4)}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(draft)) as connection, connection:
                connection.execute("PRAGMA page_size = 8192")
                for statement in SCHEMA:
                    connection.execute(statement)
                head = {"format": _encode(FORMAT), "tournament": _encode(tournament)}
                connection.executemany("INSERT INTO head VALUES (?, ?)", head.items())
                connection.execute(f"PRAGMA application_id = {MARK}")
            _named(draft, path)
        except FileExistsError:
            raise StoreError(taken) from None
        except (OSError, sqlite3.Error) as fault:
            raise StoreError(f"{path}: cannot be written: {fault}") from None
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        return cls.opened(path)

    @classmethod
    def opened(cls, path: Path) -> "Store":
        """Open a file.

        Raises:
            StoreError: It is no tournament, or one of a newer release.
        """
        if path.is_dir():
            raise StoreError(f"{path}: expected the file of a tournament, got a folder")
        if not path.is_file():
            raise StoreError(f"{path}: there is no such file")
        try:
            connection = _connected(path)
            if _mark(connection) != MARK:
                raise StoreError(f"{path}: expected the file of a tournament")
            head = dict(connection.execute("SELECT name, value FROM head"))
            version = msgspec.json.decode(head["format"])
            if version != FORMAT:
                raise StoreError(f"{path}: expected format {FORMAT}, got {version}")
            return cls(path, connection, msgspec.json.decode(head["tournament"], type=Tournament))
        except (sqlite3.Error, msgspec.DecodeError, KeyError) as fault:
            raise StoreError(f"{path}: expected the file of a tournament: {fault}") from None

    def __enter__(self) -> Self:
        return self

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

    def add(self, matches: Iterable[Played]) -> None:
        """Append matches; one that is there already stays as it is.

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
        try:
            with self._connection:
                for table, values in rows.items():
                    self._connection.executemany(
                        f"INSERT INTO {table} VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",  # noqa: S608  our own names
                        values,
                    )
        except sqlite3.Error as fault:
            raise StoreError(f"{self.path}: cannot be written: {fault}") from None

    def count(self) -> int:
        """Return how many matches have been played."""
        with self._reading():
            ((count,),) = self._connection.execute("SELECT count(*) FROM results")
            return int(count)

    def results(self, contest: int | None = None) -> Iterator[MatchResult]:
        """Yield the results, in the order of contest, block and match, whenever they came."""
        with self._reading():
            for value in self._values("results", contest):
                yield _result.decode(value)

    def timings(self, contest: int | None = None) -> Iterator[Timing]:
        """Yield the timings, in the same order as the results."""
        with self._reading():
            for value in self._values("timings", contest):
                yield _timing.decode(value)

    def record(self, key: tuple[int, int, int]) -> bytes:
        """Return the record of one match.

        Raises:
            StoreError: It has not been played.
        """
        with self._reading():
            rows = self._connection.execute(
                "SELECT value FROM records WHERE contest = ? AND block = ? AND match = ?", key
            ).fetchall()
            if rows:
                return zlib.decompress(rows[0][0])
        raise StoreError(f"{self.path}: no match {key} has been played")

    def errors(self) -> Iterator[tuple[tuple[int, int, int], tuple[Wrote, ...]]]:
        """Yield what bots wrote on standard error, match by match; of most there is nothing."""
        for contest, block, match, value in self._with_errors(
            "*", "ORDER BY contest, block, match"
        ):
            with self._reading():
                yield (contest, block, match), _errors.decode(zlib.decompress(value))

    def errors_of(self, key: tuple[int, int, int]) -> tuple[Wrote, ...]:
        """Return what the bots of one match wrote on standard error."""
        rows = self._with_errors("value", "WHERE (contest, block, match) = (?, ?, ?)", key)
        with self._reading():
            return next((_errors.decode(zlib.decompress(value)) for (value,) in rows), ())

    def count_errors(self, contest: int) -> int:
        """Return in how many matches of a contest some bot wrote on standard error."""
        return sum(n for (n,) in self._with_errors("count(*)", "WHERE contest = ?", (contest,)))

    def _with_errors(self, what: str, which: str, given: tuple[int, ...] = ()) -> Iterator[Any]:
        with self._reading():
            there = "SELECT 1 FROM sqlite_master WHERE name = 'errors'"
            if self._connection.execute(there).fetchall():
                yield from self._connection.execute(f"SELECT {what} FROM errors {which}", given)  # noqa: S608  our own words

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Name the file where what stands in it cannot be read."""
        try:
            yield
        except (sqlite3.Error, msgspec.DecodeError, zlib.error) as fault:
            raise StoreError(f"{self.path}: the file is damaged: {fault}") from None

    def _values(self, table: str, contest: int | None) -> Iterator[bytes]:
        where = "" if contest is None else f" WHERE contest = {contest:d}"
        query = f"SELECT value FROM {table}{where} ORDER BY contest, block, match"  # noqa: S608  our own names
        for (value,) in self._connection.execute(query):
            yield value


def _connected(path: Path) -> sqlite3.Connection:
    """Connect to a file; to read it only, where neither it nor a log beside it can be written."""
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        connection = sqlite3.connect(path, timeout=30.0)
        # Checked first, so that nothing is written into a file that is no tournament.
        if _mark(connection) == MARK:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            for statement in LATER:
                connection.execute(statement)
        return connection
    log = path.with_name(f"{path.name}-wal")
    how = "mode=ro" if log.exists() else "immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)


def _mark(connection: sqlite3.Connection) -> int:
    ((mark,),) = connection.execute("PRAGMA application_id")
    return int(mark)


def _named(draft: Path, path: Path) -> None:
    """Give a file its name, unless another file has got it in the meantime.

    Raises:
        FileExistsError: One has.
    """
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:
        # A file system without links, where two that begin at once might meet.
        draft.rename(path)
