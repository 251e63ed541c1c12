"""The store of tables: those of one folder. A table is opened when somebody sits down at it."""

import asyncio
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import choice
from typing import IO, NamedTuple, TypeVar

from msgspec import Struct

from parlour.match.game import Game, Match
from parlour.match.record import SUFFIX, Header, Line, Record, lock_file, open_record
from parlour.match.replay import game_of, replayed
from parlour.players.included import name_in
from parlour.players.levels import Level
from parlour.players.time_control import TimeControl
from parlour.plugins.catalog import Catalog
from parlour.rules.errors import MisuseError
from parlour.rules.one_line import is_name, writing
from parlour.rules.phases import replaced
from parlour.rules.seats import Seat
from parlour.table.acts import Face, Fork, Rename
from parlour.table.opening.tables import Tables, record_match
from parlour.table.seating import HUMAN, names_for_seats
from parlour.table.table import Table
from parlour.web.tables import metadata
from parlour.web.tables.house import House
from parlour.web.tables.keys import hash_of, new_key, opens
from parlour.web.tables.metadata import TableFile, TableMetadata
from parlour.web.tables.orders import TableOrder, header_for
from parlour.web.tables.table import LiveTable, Place, TableThreads

A = TypeVar("A")

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of the names of tables; no two of them look the same."""

LOCK = ".parlour-serve.lock"
"""Name of the file that tells another server that the folder is taken."""

MAX_TABLES = 500
"""Maximum number of tables of a folder."""

QUICK_BOTS = frozenset({"greedy", "uniform"})
"""Bots that answer in a moment; a process for each would cost more than it saves."""


class ServerSettings(Struct, frozen=True, kw_only=True):
    """Settings of a server."""

    times: TimeControl = TimeControl()
    """Clocks of bots."""
    pace: float = 0.5
    """Minimum seconds between two moves of bots, so that people can follow."""
    name: str = ""
    """Name of the host; may be empty."""
    level: Level = "hard"
    """Level of bots that a form proposes."""
    analysis: float = 30.0
    """Seconds for the analysis of a finished match."""
    house_key: str = ""
    """The key of the host, who creates tables; empty if nobody has it."""
    open_house: bool = False
    """Whether everybody may create tables."""
    tables_a_minute: int = 30
    """Maximum number of new tables a minute for one address."""
    commands: tuple[str, ...] = ()
    """The commands that tables may seat as bots: ``exec:python3 my_bot.py``."""


class Keys(NamedTuple):
    """The keys of a new table, which are saved nowhere."""

    host: str
    seats: Mapping[Seat, str]


class Admission(NamedTuple):
    """The rights that a key gives."""

    place: Place
    """The place of its holder."""
    is_host: bool = False
    """Whether its holder may change keys."""


class TableStore:
    """All tables of a folder."""

    def __init__(
        self,
        folder: Path,
        catalog: Catalog,
        settings: ServerSettings,
        on_turn: Callable[[str, Table, Seat], None] = lambda *_: None,
    ) -> None:
        """Serve the tables in ``folder``.

        ``on_turn`` is called with a table and a seat whose person is asked and has no page open.
        """
        self.catalog = catalog
        self.settings = settings
        self.house = House(
            settings.tables_a_minute, settings.house_key, is_open=settings.open_house
        )
        self._folder = folder
        self._on_turn = on_turn
        self._live: dict[str, LiveTable] = {}
        self._files: dict[str, TableFile] = {}
        self._opening = asyncio.Lock()
        self._file: IO[bytes] | None = None
        self._threads = TableThreads(
            reading=ThreadPoolExecutor(2, "table"), thinking=ThreadPoolExecutor(64, "bot")
        )

    def take(self) -> None:
        """Take the folder.

        Raises:
            MisuseError: Another server has it, or it cannot be written.
        """
        with writing(self._folder / LOCK):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = (self._folder / LOCK).open("wb")
        if not lock_file(self._file):
            raise MisuseError(f"{self._folder}: is being served by another program")

    async def close(self) -> None:
        """Close all tables; their records stay."""
        for table in list(self._live.values()):
            await table.close("The server stops. The match is kept.", again=True)
        self._live.clear()
        self._threads.reading.shutdown(wait=False)
        self._threads.thinking.shutdown(wait=False, cancel_futures=True)
        if self._file is not None:
            self._file.close()

    # Tables

    async def create(self, order: TableOrder) -> tuple[str, Keys]:
        """Open a new table, and return its name and its keys.

        Raises:
            ParlourError: The game is unknown or does not take the order, or nothing can be written.
        """
        return await self.in_thread(self._create, order)

    def add(
        self,
        header: Header,
        lines: tuple[Line, ...] = (),
        *,
        watched: bool = True,
        delay: int = 0,
    ) -> tuple[str, Keys]:
        """Add a new table: its record, and the metadata with new keys.

        Raises:
            ParlourError: There are too many, or nothing can be written.
        """
        if len(list(self._folder.glob(f"*{metadata.SUFFIX}"))) >= MAX_TABLES:
            raise MisuseError(f"expected at most {MAX_TABLES} tables in a folder")
        name = self._new_name(header.game)
        _begin(self.record(name), header, self.catalog, lines)
        people = [seat for seat, player in enumerate(header.players) if player == HUMAN]
        keys = Keys(new_key(), {seat: new_key() for seat in people})
        hashes = (keys.seats.get(seat, "") for seat in range(header.seats))
        saved = TableMetadata(
            host=hash_of(keys.host),
            seats=tuple(hash_of(key) if key else "" for key in hashes),
            names=tuple(header.names or ("",) * header.seats),
            watched=watched,
            delay=delay,
        )
        metadata.write(metadata.path_of(self._folder, name), saved)
        return name, keys

    async def fork(self, name: str, place: Place, at: int) -> tuple[str, Keys]:
        """Open a new table that begins at a position of another.

        The seats of people stay theirs; the person who asks gets all their keys.

        Raises:
            ParlourError: The match goes on and hides something, or nothing can be written.
        """
        table = await self.live(name)
        header, lines = await table.read(table.chair(place).fork, Fork(at))
        return await self.in_thread(partial(self.add, header, lines, watched=False))

    async def live(self, name: str) -> LiveTable:
        """Return a table, with its match in memory.

        Raises:
            ParlourError: Its match does not replay, or its record is being played elsewhere.
        """
        async with self._opening:
            table = self._live.get(name)
            if table is not None and table.fault:
                await self._forget(name)
                table = None
            if table is None:
                file = self.file(name)
                path, times = self.record(name), self.settings.times
                names = file.metadata.names
                opened = await self.in_thread(_open_table, path, self.catalog, times, names)
                on_turn = partial(self._on_turn, name, opened)
                table = LiveTable(opened, file, self._threads, self.settings.pace, on_turn)
                self._live[name] = table
            return table

    async def unload(self, name: str) -> None:
        """Close a table that nobody looks at."""
        async with self._opening:
            table = self._live.get(name)
            if table is not None and table.is_idle:
                await self._forget(name)

    def has(self, name: str) -> bool:
        """Return whether there is a table of this name."""
        return is_name(name) and metadata.path_of(self._folder, name).is_file()

    def names(self) -> list[str]:
        """Return the names of all tables; that of the newest move is first."""
        dated = []
        for path in self._folder.glob(f"*{metadata.SUFFIX}"):
            name = path.name.removesuffix(metadata.SUFFIX)
            with suppress(OSError):
                dated.append((self.record(name).stat().st_mtime, name))
        return [name for _, name in sorted(dated, reverse=True)]

    def record(self, name: str) -> Path:
        """Return the path of the record of a table."""
        return self._folder / f"{name}{SUFFIX}"

    def game_of(self, name: str) -> Game:
        """Return the game of a table.

        Raises:
            ParlourError: Its record cannot be read, or no plugin brings the game.
        """
        with open_record(self.record(name)) as record:
            return game_of(record, name, self.catalog.game_named)

    # Keys

    def file(self, name: str) -> TableFile:
        """Return the metadata of a table.

        Raises:
            RecordError: It cannot be read.
        """
        if name not in self._files:
            path = metadata.path_of(self._folder, name)
            self._files[name] = TableFile(path, metadata.read(path))
        return self._files[name]

    def admission(self, name: str, key: str) -> Admission | None:
        """Return the rights that a key gives, or None if it gives none or there is no such table.

        Raises:
            RecordError: The metadata of the table cannot be read.
        """
        if not self.has(name):
            return None
        saved = self.file(name).metadata
        if not key:
            return Admission(None) if saved.watched else None
        for seat, seat_hash in enumerate(saved.seats):
            if opens(key, seat_hash):
                return Admission(seat)
        return Admission(None, is_host=True) if opens(key, saved.host) else None

    def new_key_of(self, name: str, seat: Seat) -> str:
        """Give a seat a new key, cut off pages with the old one, and return it.

        Raises:
            MisuseError: No person plays there.
            RecordError: It cannot be saved.
        """
        self._change_key(name, seat, key := new_key(), "The host has given out a new link.")
        return key

    def revoke(self, name: str, seat: Seat) -> None:
        """Let no key open a seat, and cut off its pages.

        Raises:
            MisuseError: No person plays there.
            RecordError: It cannot be saved.
        """
        self._change_key(name, seat, "", "The host has revoked this link.")

    async def rename(self, name: str, seat: Seat, wanted: str) -> None:
        """Call the person at a seat by another name.

        Raises:
            ParlourError: The name cannot be shown, is another's, or cannot be saved.
        """
        table = await self.live(name)
        table.chair(seat).check(Rename(wanted))
        names = replaced(table.file.metadata.names, seat, wanted.strip())
        given = [one for one in names if one]
        names_for_seats((HUMAN,) * len(given), given)
        await self.in_thread(table.file.change, "names", seat, wanted.strip())
        table.table.call_people(names)
        await table.show_all()

    async def in_thread(self, call: Callable[..., A], *given: object) -> A:
        """Call a function that reads or computes in a thread, and return its result."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads.reading, call, *given)

    # Inside

    def _change_key(self, name: str, seat: Seat, key: str, why: str) -> None:
        with open_record(self.record(name)) as record:
            players = record.header.players
        if not 0 <= seat < len(players) or players[seat] != HUMAN:
            raise MisuseError(f"expected the seat of a person, got {seat}")
        self.file(name).change("seats", seat, hash_of(key) if key else "")
        if name in self._live:
            self._live[name].cut_off(seat, why)

    async def _forget(self, name: str) -> None:
        table = self._live.pop(name)
        await table.close(table.fault or "The table is closed. The match is kept.", again=True)

    def _create(self, order: TableOrder) -> tuple[str, Keys]:
        game = self.catalog.game_named(order.game)
        header = header_for(game, order, self.settings.commands, self.catalog.bots)
        return self.add(header, (), watched=order.spectators, delay=order.delay)

    def _new_name(self, game: str) -> str:
        while True:
            name = f"{game}-{''.join(choice(LETTERS) for _ in range(6))}"
            if not self.record(name).exists():
                return name


def _begin(path: Path, header: Header, catalog: Catalog, lines: tuple[Line, ...] = ()) -> None:
    """Write the record of a match that begins, or goes on from ``lines`` of another.

    Raises:
        ParlourError: The game does not take the players or options, or the record cannot be
            written.
    """
    game = catalog.game_named(header.game)
    match = (
        replayed(game, Record(header, lines), str(path))
        if lines
        else Match(game, header, dealing=False)
    )
    record_match(match, path).close()


def _open_table(path: Path, catalog: Catalog, times: TimeControl, names: tuple[str, ...]) -> Table:
    """Return the table of a recorded match, with its bots at their seats.

    Quick bots think in a thread, all others in a process of their own.

    Raises:
        ParlourError: The record does not replay, or is being played elsewhere, or a bot cannot
            be made.
    """
    table = Tables(
        catalog=catalog,
        face=Face.PAGE,
        times=times,
        isolate=sys.platform != "win32",
        isolates=lambda spec: name_in(spec) not in QUICK_BOTS,
        # The host chose the commands of a record with --bot, and this server wrote it.
        check_commands=lambda *_: None,
    ).open(path)
    table.call_people(names)
    try:
        return table.__enter__()
    except BaseException:
        table.__exit__(None, None, None)
        raise
