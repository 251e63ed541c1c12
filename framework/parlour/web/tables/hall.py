"""The hall: all tables of one folder. Each is opened when somebody sits down at it."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import choice
from typing import IO, NamedTuple

from msgspec import Struct

from parlour.match.game import Game
from parlour.match.record import SUFFIX, Header, lock_file, open_record
from parlour.match.replay import game_of
from parlour.players.time_control import TimeControl
from parlour.plugins.catalog import Catalog
from parlour.rules.errors import MisuseError
from parlour.rules.one_line import is_name, writing
from parlour.session.seating import HUMAN
from parlour.web.tables import sidecar
from parlour.web.tables.keys import hash_of, new_key, opens
from parlour.web.tables.opening import begin, open_session
from parlour.web.tables.orders import TableOrder, header_for
from parlour.web.tables.sidecar import Sidecar
from parlour.web.tables.table import LiveTable, Place, TableThreads

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of the names of tables, none of which looks like another."""

LOCK = ".parlour-serve.lock"
"""Name of the file that tells another server that the folder is taken."""

MOST_TABLES = 500
"""Number of tables of a folder, at most."""


class HallSettings(Struct, frozen=True, kw_only=True):
    """HallSettings of a server."""

    times: TimeControl = TimeControl()
    """Clocks of bots."""
    pace: float = 0.5
    """Seconds between two moves of bots, at least, so that people can follow."""
    commands: tuple[str, ...] = ()
    """The bots outside that tables may seat: ``exec:python3 my_bot.py``."""


class Keys(NamedTuple):
    """The keys of a new table, which are kept nowhere."""

    host: str
    seats: Mapping[int, str]


class Hall:
    """All tables of a folder; use it in an ``async with`` statement."""

    def __init__(self, folder: Path, catalog: Catalog, settings: HallSettings) -> None:
        self.catalog = catalog
        self.settings = settings
        self._folder = folder
        self._live: dict[str, LiveTable] = {}
        self._opening = asyncio.Lock()
        self._file: IO[bytes] | None = None
        self._workers = TableThreads(
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
        self._workers.reading.shutdown(wait=False)
        self._workers.thinking.shutdown(wait=False, cancel_futures=True)
        if self._file is not None:
            self._file.close()

    # Tables

    async def create(self, order: TableOrder) -> tuple[str, Keys]:
        """Open a new table, and return its name and its keys.

        Raises:
            ParlourError: The game is unknown or does not take the order, or nothing can be written.
        """
        return await asyncio.get_running_loop().run_in_executor(
            self._workers.reading, self._create, order
        )

    async def live(self, name: str) -> LiveTable:
        """Return a table, with its match in memory.

        Raises:
            ParlourError: Its match does not replay, or its record is being played elsewhere.
        """
        async with self._opening:
            table = self._live.get(name)
            if table is None or table.fault:
                if table is not None:
                    await table.close(table.fault)
                kept = self.sidecar(name)
                session = await asyncio.get_running_loop().run_in_executor(
                    self._workers.reading,
                    open_session,
                    self._record(name),
                    self.catalog,
                    self.settings.times,
                    kept.names,
                )
                table = LiveTable(name, session, self._workers, self.settings.pace)
                self._live[name] = table
            return table

    def has(self, name: str) -> bool:
        """Return whether there is a table of this name."""
        return is_name(name) and sidecar.path_of(self._folder, name).is_file()

    def game_of(self, name: str) -> Game:
        """Return the game of a table.

        Raises:
            ParlourError: Its record cannot be read, or no plugin brings the game.
        """
        with open_record(self._record(name)) as record:
            return game_of(record, name, self.catalog.game_named)

    def sidecar(self, name: str) -> Sidecar:
        """Read what is kept of a table.

        Raises:
            RecordError: It cannot be read.
        """
        return sidecar.read(sidecar.path_of(self._folder, name))

    def place_of(self, name: str, key: str) -> tuple[Place, bool] | None:
        """Return the place that a key opens, and whether it is the host's; None where it is none.

        Raises:
            RecordError: What is kept of the table cannot be read.
        """
        kept = self.sidecar(name)
        for seat, seat_hash in enumerate(kept.seats):
            if opens(key, seat_hash):
                return seat, False
        if opens(key, kept.host):
            return None, True
        return None

    # Inside

    def _create(self, order: TableOrder) -> tuple[str, Keys]:
        if len(list(self._folder.glob(f"*{sidecar.SUFFIX}"))) >= MOST_TABLES:
            raise MisuseError(f"expected at most {MOST_TABLES} tables in a folder")
        game = self.catalog.game_named(order.game)
        header = header_for(game, order, self.settings.commands)
        name = self._new_name(header.game)
        begin(self._record(name), header, self.catalog)
        return name, self._keep(name, header, order)

    def _keep(self, name: str, header: Header, order: TableOrder) -> Keys:
        """Write the sidecar of a table, with new keys."""
        people = [seat for seat, player in enumerate(header.players) if player == HUMAN]
        keys = Keys(new_key(), {seat: new_key() for seat in people})
        kept = Sidecar(
            host=hash_of(keys.host),
            seats=tuple(
                hash_of(keys.seats[seat]) if seat in keys.seats else ""
                for seat in range(header.seats)
            ),
            names=tuple(header.names or ("",) * header.seats),
            watched=order.onlookers,
            delay=order.delay,
        )
        sidecar.write(sidecar.path_of(self._folder, name), kept)
        return keys

    def _new_name(self, game: str) -> str:
        while True:
            name = f"{game}-{''.join(choice(LETTERS) for _ in range(6))}"
            if not self._record(name).exists():
                return name

    def _record(self, name: str) -> Path:
        return self._folder / f"{name}{SUFFIX}"
