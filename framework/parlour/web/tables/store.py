"""The store of tables: those of one folder. A table is opened when somebody sits down at it."""

import asyncio
import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from secrets import choice
from typing import IO, TypeVar

from msgspec import UNSET, Struct, UnsetType

from parlour.match.game import Game
from parlour.match.record import SUFFIX, Header, Line, open_record
from parlour.match.replay import game_of
from parlour.players.levels import Level
from parlour.players.time_control import TimeControl
from parlour.plugins.catalog import Catalog
from parlour.rules.errors import MisuseError
from parlour.rules.one_line import is_name, lock_file, writing
from parlour.rules.phases import replaced
from parlour.rules.seats import Seat
from parlour.table.acts import Fork, Rename
from parlour.table.seating import HUMAN, checked_names
from parlour.table.table import Table
from parlour.web.options import Limits
from parlour.web.tables import metadata
from parlour.web.tables.house import House, demand_of
from parlour.web.tables.keys import Admission, Keys, hash_of, new_key, opens
from parlour.web.tables.metadata import Hold, TableFile, TableMetadata
from parlour.web.tables.opening import begin_record, open_table, players_of
from parlour.web.tables.orders import TableOrder, header_for, named, turned
from parlour.web.tables.table import LiveTable, Place, TableThreads

A = TypeVar("A")

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of the names of tables; no two of them look the same."""

LOCK = ".parlour-serve.lock"
"""Name of the file that tells another server that the folder is taken."""


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
    shared: bool = False
    """Whether other servers may take the folder too."""
    limits: Limits = Limits()
    """Limits on what everybody together may use."""
    notices: tuple[str, ...] = ()
    """Hosts where people may have an address that is told of their turns."""
    commands: tuple[str, ...] = ()
    """The commands that tables may seat as bots: ``exec:python3 my_bot.py``."""


class TableStore:
    """All tables of a folder."""

    def __init__(
        self,
        folder: Path,
        catalog: Catalog,
        settings: ServerSettings,
        on_turn: Callable[[str, Table, Seat, str], None] = lambda *_: None,
    ) -> None:
        """Serve the tables in ``folder``.

        ``on_turn`` is called with a table, a seat whose person is asked and has no page open, and
        the address that this person has given.
        """
        self.catalog = catalog
        self.settings = settings
        self.house = House(settings.limits, settings.house_key, is_open=settings.open_house)
        self._folder = folder
        self._on_turn = on_turn
        self._live: dict[str, LiveTable] = {}
        self._files: dict[str, TableFile] = {}
        self._opening: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._file: IO[bytes] | None = None
        self._threads = TableThreads(  # more for matches than processors: some wait for the disk
            reading=ThreadPoolExecutor(8, "table"),
            thinking=ThreadPoolExecutor(64, "bot"),
            hint=self.house.hint,
        )

    def take(self) -> None:
        """Take the folder, or a share of it.

        Raises:
            MisuseError: Another server has it, or it cannot be written.
        """
        with writing(self._folder / LOCK):
            self._folder.mkdir(parents=True, exist_ok=True)
            # Neither the file that a link names is opened, nor a pipe that nobody reads.
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            self._file = os.fdopen(os.open(self._folder / LOCK, flags, 0o666), "r+b", 0)
        if not lock_file(self._file, shared=self.settings.shared):
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
        await self.check_calm()
        header = await self.in_thread(self._header, order)
        await self._check_room(header.players)
        given = partial(self.add, header, watched=order.spectators, delay=order.delay)
        return await self.in_thread(partial(given, held="start" if order.waits else UNSET))

    def add(
        self,
        header: Header,
        lines: tuple[Line, ...] = (),
        *,
        watched: bool = True,
        delay: int = 0,
        held: Hold | UnsetType = UNSET,
    ) -> tuple[str, Keys]:
        """Add a new table: its record, and the metadata with new keys.

        Raises:
            ParlourError: There are too many, or nothing can be written.
        """
        self.house.check("tables", self.count() + 1)
        name = self._new_name(header.game)
        begin_record(self.record(name), header, self.catalog, lines)
        people = [seat for seat, player in enumerate(header.players) if player == HUMAN]
        keys = Keys(new_key(), {seat: new_key() for seat in people})
        hashes = (keys.seats.get(seat, "") for seat in range(header.seats))
        saved = TableMetadata(
            host=hash_of(keys.host),
            seats=tuple(hash_of(key) if key else "" for key in hashes),
            names=named(header),
            watched=watched,
            delay=delay,
            held=held,
        )
        metadata.write(metadata.path_of(self._folder, name), saved)
        return name, keys

    async def fork(self, name: str, place: Place, at: int) -> tuple[str, Keys]:
        """Open a new table that begins at a position of another.

        The seats of people stay theirs; the person who asks gets all their keys.

        Raises:
            ParlourError: The match goes on and hides something, or nothing can be written.
        """
        await self.check_calm()
        table = await self.live(name)
        header, lines = await table.read(table.chair(place).fork, Fork(at))
        await self._check_room(header.players)
        return await self.in_thread(partial(self.add, header, lines, watched=False))

    async def rematch(self, name: str) -> tuple[str, Keys]:
        """Open a table for another match of the same people and bots, each a seat further on.

        So the seat after the first begins.

        Raises:
            ParlourError: The match is not over, or nothing can be written.
        """
        await self.check_calm()
        table = await self.live(name)
        if not table.table.is_over:
            raise MisuseError("expected the end of the match before a rematch")
        header = turned(table.table.new_header(), table.file.metadata.names)
        await self._check_room(header.players)
        saved = table.file.metadata
        shown = partial(self.add, header, watched=saved.watched, delay=saved.delay)
        return await self.in_thread(shown)

    async def live(self, name: str) -> LiveTable:
        """Return a table, with its match in memory.

        Raises:
            ParlourError: Its match does not replay, or its record is being played elsewhere.
        """
        async with self._opening[name]:
            table = self._live.get(name)
            if table is not None and table.fault:
                await self._forget(name)
                table = None
            return table or await self._open(name)

    async def unload(self, name: str) -> None:
        """Close a table that nobody looks at."""
        async with self._opening[name]:
            table = self._live.get(name)
            if table is not None and table.is_idle:
                await self._forget(name)

    async def check_calm(self) -> None:
        """Check that a newcomer keeps nobody from playing.

        Raises:
            Declined: Those who play wait for a thread themselves.
        """
        try:
            await asyncio.wait_for(self.in_thread(int), self.house.limits.wait)
        except TimeoutError:
            self.house.check("wait", inf)

    def has(self, name: str) -> bool:
        """Return whether there is a table of this name."""
        return is_name(name) and metadata.path_of(self._folder, name).is_file()

    def count(self) -> int:
        """Return the number of all tables."""
        return sum(1 for _ in self._folder.glob(f"*{metadata.SUFFIX}"))

    def names(self) -> list[str]:
        """Return the names of all tables; that of the newest move is first."""
        dated = []
        for path in self._folder.glob(f"*{metadata.SUFFIX}"):
            name = path.name.removesuffix(metadata.SUFFIX)
            with suppress(OSError):
                dated.append((self.record(name).stat().st_mtime, name))
        return [name for _, name in sorted(dated, reverse=True)]

    def records(self) -> list[Path]:
        """Return the paths of all records in the folder."""
        return sorted(self._folder.glob(f"*{SUFFIX}"))

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
        given = replaced(table.file.metadata.names, seat, wanted)
        names = checked_names(await self.in_thread(players_of, self.record(name)), given)
        await self.in_thread(table.file.change, "names", seat, names[seat])
        table.table.call_people(names)
        await table.show_all()
        if table.why_held:
            table.tell_hold()

    async def in_thread(self, call: Callable[..., A], *given: object) -> A:
        """Call a function that reads or computes in a thread, and return its result."""
        return await self._in(self._threads.reading, call, *given)

    # Inside

    async def _in(self, threads: Executor, call: Callable[..., A], *given: object) -> A:
        return await asyncio.get_running_loop().run_in_executor(threads, call, *given)

    def _change_key(self, name: str, seat: Seat, key: str, why: str) -> None:
        with open_record(self.record(name)) as record:
            players = record.header.players
        if not 0 <= seat < len(players) or players[seat] != HUMAN:
            raise MisuseError(f"expected the seat of a person, got {seat}")
        self.file(name).change_key(seat, hash_of(key) if key else "")
        if name in self._live:
            self._live[name].cut_off(seat, why)

    async def _open(self, name: str) -> LiveTable:
        file, path = self.file(name), self.record(name)
        await self.check_calm()
        players = await self.in_thread(players_of, path)
        await self._check_room(players)
        self.house.open(name, demand_of(players, self.settings.times))
        try:
            given = path, self.catalog, self.settings.times, file.metadata.names
            # A slow bot, or a long record, keeps a thread for bots, of which there are more.
            opened = await self._in(self._threads.thinking, open_table, *given)
        except BaseException:
            self.house.close(name)
            raise

        def on_turn(seat: Seat) -> None:
            self._on_turn(name, opened, seat, file.metadata.webhook(seat))

        table = LiveTable(opened, file, self._threads, self.settings.pace, on_turn)
        self._live[name] = table
        return table

    async def _check_room(self, players: Sequence[str]) -> None:
        """Check that another table can be opened; tables that nobody looks at make room.

        Raises:
            Declined: It cannot.
        """
        demand = demand_of(players, self.settings.times)
        for name in [name for name, table in self._live.items() if table.is_idle]:
            if not self.house.has_room(demand):
                await self.unload(name)
        self.house.check_room(demand)

    async def _forget(self, name: str) -> None:
        table = self._live.pop(name)
        self.house.close(name)
        await table.close(table.fault or "The table is closed. The match is kept.", again=True)

    def _header(self, order: TableOrder) -> Header:
        game = self.catalog.game_named(order.game)
        settings = self.settings
        return header_for(game, order, settings.commands, settings.times, self.catalog.bots)

    def _new_name(self, game: str) -> str:
        while True:
            name = f"{game}-{''.join(choice(LETTERS) for _ in range(6))}"
            if not self.record(name).exists():
                return name
