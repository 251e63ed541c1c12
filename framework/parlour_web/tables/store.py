"""The store of the tables in one folder. A table is opened when somebody sits down at it."""

import asyncio
import errno
import logging
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import choice
from shutil import disk_usage
from threading import Lock
from typing import IO, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from parlour.catalog.catalog import Catalog
from parlour.match import (
    SUFFIX,
    Game,
    Header,
    Line,
    Record,
    create_record,
    game_of,
    is_seat_record,
    open_record,
    open_seat_record,
)
from parlour.match.replay import check_header
from parlour.rules import (
    NO_LINK,
    UNREADABLE,
    MisuseError,
    ParlourError,
    RecordError,
    RecordInUse,
    Seat,
    is_name,
    lock_file,
    make_folder,
    one_line,
    open_file,
    open_private,
    replaced,
    writing,
)
from parlour.table import HUMAN, Fork, Rename, Table, checked_names
from parlour.table.opening.saved_matches import newest_first
from parlour.words import Phrase, phrase, say
from parlour_web.house.audit import AuditLog
from parlour_web.house.faults import Told, told
from parlour_web.house.revoking import order_path, read_order
from parlour_web.limits import AttemptLimiter
from parlour_web.options import ServerSettings
from parlour_web.replays import RECORD, header_of, replay_in
from parlour_web.tables import metadata
from parlour_web.tables.keys import Admission, Keys, hash_of, new_key, opens
from parlour_web.tables.metadata import Forget, Hold, TableFile, TableMetadata, TableSettings
from parlour_web.tables.opening import StandIns, begin_record, open_table, players_of
from parlour_web.tables.orders import TableOrder, header_for, named, turned
from parlour_web.tables.quota import BUSY, CONFLICT, ServerQuota, demand_of, read_house_key
from parlour_web.tables.table import MAX_UNDONE, LiveTable, Place
from parlour_web.tables.threads import (
    MATCH_THREADS,
    MAX_QUEUE,
    CountHint,
    Entrance,
    TableThreads,
    Threads,
)
from parlour_web.talk.rooms import MAX_PER_MINUTE, TalkRooms
from parlour_web.talk.said import path_of

A = TypeVar("A")

log = logging.getLogger("parlour_web")

MEBIBYTE = 1 << 20
"""Number of bytes of a mebibyte."""

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of the names of tables; no two of them look the same."""

LOCK = ".parlour-serve.lock"
"""Name of the file that tells other programs that the folder is taken, and by which site."""

GUEST = "guest-"
"""The beginning of the names of tables where guests take a lesson."""
MAX_GUESTS = 50
"""Maximum number of such tables; the oldest is deleted for a new one."""
REPLAY_LETTERS = 12
"""Number of letters of the hash of a record that names the table of its replay."""
ORDER_SECONDS = 0.5
"""Seconds until orders of a command line are looked for again."""
UNLOAD_SECONDS = 600.0
"""Seconds until a table that no page shows is unloaded."""
DEFAULT_SETTINGS = TableSettings()
"""The choices of a host who has chosen nothing."""
IN_USE = phrase("limit.in_use")
"""The reason if another program has the record of a table open."""


class TableStore:
    """All tables of a folder."""

    def __init__(
        self,
        folder: Path,
        catalog: Catalog,
        settings: ServerSettings,
        on_turn: Callable[[str, Table, Seat, str, Forget], None] = lambda *_: None,
        threads: Callable[[CountHint], Threads] = TableThreads,
    ) -> None:
        """Serve the tables in ``folder``.

        ``on_turn`` is called with a table, a seat whose person is asked and has no page open, and
        the address that this person has given, with what forgets it. ``threads`` makes the threads
        where matches compute, given how hints are counted; a program with one thread gives
        ``OneThread``.
        """
        self.catalog = catalog
        self.settings = settings
        self.quota = ServerQuota(settings.limits, settings.house_key, is_open=settings.open_house)
        self._folder = folder
        self._on_turn = on_turn
        self._live: dict[str, LiveTable] = {}
        self._opening: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._file: IO[bytes] | None = None
        self._wrong_keys = AttemptLimiter()
        self._finding_room = Lock()
        self._laid: set[str] = set()
        """The names of the tables that are being laid."""
        self._unloading: asyncio.Task[None] | None = None
        self._following: asyncio.Task[None] | None = None
        self.audit = AuditLog(folder)
        """The log of acts that let somebody in or out."""
        self._threads = threads(self.quota.hint)
        self.entrance = Entrance(self._threads, settings.limits.wait, self.quota.too_busy)
        self._own()

    def take(self) -> None:
        """Take the folder, or a share of it.

        Raises:
            MisuseError: Another server has it, or it cannot be written.
        """
        with writing(self._folder / LOCK):
            make_folder(self._folder)
            # Neither the file that a link names is opened, nor a pipe that nobody reads.
            flags = os.O_RDWR | os.O_CREAT | NO_LINK
            self._file = os.fdopen(open_private(self._folder / LOCK, flags), "r+b", 0)
        if not lock_file(self._file, shared=self.settings.shared):
            raise MisuseError(f"{self._folder}: is being served by another program")

    def announce(self, base: str) -> None:
        """Tell other programs the address of the site that has the folder.

        Raises:
            MisuseError: It cannot be written.
        """
        if self._file is not None:
            with writing(self._folder / LOCK):
                self._file.truncate(0)
                self._file.write(base.encode())

    def told(self, fault: Exception) -> Told:
        """Return what a page is told of an error: nothing of the files of this machine."""
        return told(fault, self._folder)

    def follow(self) -> None:
        """Carry out orders of a command line from now on: keys that it revokes."""
        self._following = asyncio.create_task(self._follow_orders())

    async def close(self) -> None:
        """Close all tables; their records stay."""
        if self._following is not None:
            self._following.cancel()
        if self._unloading is not None:
            self._unloading.cancel()
        for table in list(self._live.values()):
            await table.close(phrase("bye.server_stops"), again=True)
        self._live.clear()
        self._threads.close()
        if self._file is not None:
            self._file.close()

    # Tables

    async def create(self, order: TableOrder, *, is_guest: bool = False) -> tuple[str, Keys]:
        """Open a new table, and return its name and its keys; the tables of guests are few.

        Raises:
            ParlourError: The game is unknown or does not take the order, or nothing can be written.
        """
        async with self.entrance.let_in():
            header = await self.in_thread(self._header, order)
            await self._check_room(header.players)
            held: Hold | UnsetType = "start" if order.waits else UNSET
            add = partial(self.add, header, settings=order.settings, held=held)
            if is_guest:
                await self._make_room_for_guest()
                add = partial(add, prefix=GUEST)
            return await self.in_thread(add)

    def add(
        self,
        header: Header,
        lines: tuple[Line, ...] = (),
        *,
        settings: TableSettings = DEFAULT_SETTINGS,
        held: Hold | UnsetType = UNSET,
        prefix: str = "",
    ) -> tuple[str, Keys]:
        """Add a new table: its record, and the metadata with new keys.

        Its name begins with ``prefix``.

        Raises:
            ParlourError: There are too many, or nothing can be written.
        """
        name = self._new_name(f"{prefix}{header.game}")
        people = [seat for seat, player in enumerate(header.players) if player == HUMAN]
        keys = Keys(new_key(), {seat: new_key() for seat in people})
        hashes = (keys.seats.get(seat, "") for seat in range(header.seats))
        with self._laying(name):
            begin_record(self.record(name), header, self.catalog, lines)
            saved = TableMetadata(
                host=hash_of(keys.host),
                seats=tuple(hash_of(key) if key else "" for key in hashes),
                names=named(header),
                held=held,
                **asdict(settings),
            )
            metadata.write(metadata.path_of(self._folder, name), saved)
        return name, keys

    async def show(self, raw: bytes) -> str:
        """Lay the table of a replay, and return its name; the same record has the same table.

        Raises:
            ParlourError: It is no record, or its game is unknown, or nothing can be written.
        """
        digest = sha256(raw).hexdigest()[:REPLAY_LETTERS]
        try:
            async with self.entrance.let_in(), self._opening[digest]:
                return await self.in_thread(self._show_record, raw, digest)
        finally:
            self._opening.pop(digest, None)  # who still waits finds the table

    async def fork(self, name: str, place: Place, at: int) -> tuple[str, Keys]:
        """Open a new table that begins at a position of another.

        The seats of people stay theirs; the person who asks gets all their keys.

        Raises:
            ParlourError: The match goes on and hides something, or nothing can be written.
        """
        table = await self.live(name)
        async with self.entrance.let_in():
            header, lines = await table.read(table.chair(place).fork, Fork(at))
            await self._check_room(header.players)
            settings = replace(table.file.metadata.settings, watched=False, delay=0)
            add = partial(self.add, header, lines, settings=settings)
            return await self.in_thread(add)

    async def rematch(self, name: str) -> tuple[str, Keys]:
        """Open a table for another match of the same people and bots, each a seat further on.

        So the seat after the first begins.

        Raises:
            ParlourError: The match is not over, or nothing can be written.
        """
        table = await self.live(name)
        if not table.table.is_over:
            raise MisuseError(say("rematch.not_yet"))
        saved = table.file.metadata
        header = turned(table.table.new_header(), saved.names)
        add = partial(self.add, header, settings=saved.settings)
        async with self.entrance.let_in():
            await self._check_room(header.players)
            return await self.in_thread(add)

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

    async def delete(self, name: str, *, also_busy: bool = True) -> bool:
        """Delete a table: its record, its metadata, and all files beside them.

        Return whether it is deleted: ``also_busy`` says whether one that somebody looks at is.

        Raises:
            ParlourError: Another program has it open, or it cannot be deleted.
        """
        async with self._opening[name]:
            if not also_busy and name in self._live and not self._live[name].is_idle:
                return False
            if name in self._live:
                await self._forget(name, phrase("bye.deleted"))
            await self.in_thread(self._delete_files, name)
        return True

    def check_newcomer(self, name: str) -> None:
        """Check that somebody may come to a table; to one that is open, everybody may.

        Raises:
            Declined: Those who play wait themselves.
        """
        if name not in self._live:
            self.entrance.check()

    def has(self, name: str) -> bool:
        """Return whether there is a table of this name."""
        try:
            return is_name(name) and metadata.path_of(self._folder, name).is_file()
        except OSError:  # no file has so long a name
            return False

    def count(self) -> int:
        """Return the number of all tables."""
        return sum(1 for _ in self._folder.glob(f"*{metadata.SUFFIX}"))

    def names(self) -> list[str]:
        """Return the names of all tables; the table with the newest move is first."""
        tables = self._folder.glob(f"*{metadata.SUFFIX}")
        named = (self.record(path.name.removesuffix(metadata.SUFFIX)) for path in tables)
        return [path.name.removesuffix(SUFFIX) for path in newest_first(named)]

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
        return self._head_of(self.record(name))[0]

    # Keys

    def file(self, name: str) -> TableFile:
        """Return the metadata of a table.

        Raises:
            RecordError: It cannot be read.
        """
        if name in self._live:
            return self._live[name].file
        path = metadata.path_of(self._folder, name)
        return TableFile(path, metadata.read(path))

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

    def wrong_key(self, name: str, address: str) -> MisuseError:
        """Return the error of a key that opens nothing at a table, and count it.

        The log has a line of it if there is such a table: names of no table could fill it.
        """
        knocker = (address, name)
        if wait := self._wrong_keys.wait_of(knocker):
            return self.quota.declined(phrase("limit.keys"), wait=wait)
        self._wrong_keys.add(knocker)
        if self.has(name):
            self.audit.note("refused", name, None, address)
        return MisuseError(say("bye.no_key"))

    def new_key_of(self, name: str, seat: Seat) -> str:
        """Give a seat a new key, cut off pages with the old one, and return it.

        Raises:
            MisuseError: No person plays there.
            RecordError: It cannot be saved.
        """
        self._change_key(name, seat, key := new_key(), phrase("bye.new_link"))
        return key

    def revoke(self, name: str, seat: Seat) -> None:
        """Let no key open a seat, and cut off its pages.

        Raises:
            MisuseError: No person plays there.
            RecordError: It cannot be saved.
        """
        self._change_key(name, seat, "", phrase("bye.revoked"))

    async def rename(self, name: str, seat: Seat, wanted: str) -> None:
        """Call the person at a seat by another name.

        Raises:
            ParlourError: The name cannot be shown, is another's, or cannot be saved.
        """
        table = await self.live(name)
        table.chair(seat).check(Rename(wanted))
        players = await self.in_thread(players_of, self.record(name))
        async with table.deciding:
            names = checked_names(players, replaced(table.file.metadata.names, seat, wanted))
            await self.in_thread(table.file.change, "names", seat, names[seat])
            table.table.call_people(names)
        await table.show_all()
        table.tell_hold()

    async def in_thread(self, call: Callable[..., A], *given: object) -> A:
        """Call a function that reads or computes in a thread, and return its result."""
        return await self._threads.read(call, *given)

    async def think(self, call: Callable[..., A], *given: object) -> A:
        """Call a function that may take its time in a thread, and return its result."""
        return await self._threads.think(call, *given)

    # Inside

    def _own(self) -> None:
        """Add what the store has a limited amount of to the resources of the server."""
        resources = self.quota.resources
        resources.add("tables", self.settings.limits.tables, self.count)
        resources.add("newcomers", MAX_QUEUE, lambda: self.entrance.waiting, BUSY)
        resources.add("threads", MATCH_THREADS, lambda: self._threads.load.now, BUSY)
        resources.add("undone", MAX_UNDONE, self._most_undone)
        resources.add("talk", MAX_PER_MINUTE, self._most_said)
        # Somebody may still have to make the folder.
        above = next(
            place for place in (self._folder, *self._folder.absolute().parents) if place.exists()
        )
        with suppress(OSError):
            size = disk_usage(above).total // MEBIBYTE
            resources.add("disk", size, lambda: disk_usage(self._folder).used // MEBIBYTE)

    def _check_new(self) -> None:
        """Check that the folder takes another table.

        Raises:
            RecordError: It has vanished; another one in its place would have no lock.
            Declined: A limit is reached.
        """
        if not self._folder.is_dir():
            raise RecordError(f"{self._folder}: is there no more") from FileNotFoundError(
                errno.ENOENT, os.strerror(errno.ENOENT)
            )
        self.quota.check_free("files")
        unseen = sum(not self.has(name) for name in self._laid)
        self.quota.check("tables", self.count() + unseen + 1)

    @contextmanager
    def _laying(self, name: str) -> Iterator[None]:
        """Keep room for a new table until its files are there; threads lay several at once.

        Raises:
            ParlourError: There is none.
        """
        with self._finding_room:
            self._check_new()
            self._laid.add(name)
        try:
            yield
        finally:
            with self._finding_room:
                self._laid.discard(name)

    def _most_undone(self) -> int:
        """Return the number of moves that were taken back at the table with the most."""
        return max((table.undone for table in self._open_tables()), default=0)

    def _most_said(self) -> int:
        """Return the number of lines of the last minute in the room with the most."""
        return max((table.talk.busiest for table in self._open_tables()), default=0)

    def _open_tables(self) -> list[LiveTable]:
        """Return the tables that are open now; others may open while a thread looks at them."""
        return list(self._live.values())

    def _show_record(self, raw: bytes, digest: str) -> str:
        """Lay the table of a replay: everybody may look on, and no key opens a seat."""
        replay = replay_in(raw)
        game = game_of(replay, RECORD, self.catalog.game_named)
        check_header(game, replay.header, RECORD)
        name = f"{game.id}-{digest}"
        if self.has(name):
            return name
        path = self.record(name)
        nobody = ("",) * replay.header.seats
        saved = TableMetadata(host="", seats=nobody, names=nobody)
        with self._laying(name):
            if isinstance(replay, Record):
                header = header_of(replay, named(replay.header))
                begin_record(path, header, self.catalog, replay.lines)
            else:
                list(replay.steps(game))
                create_record(path, raw)
            metadata.write(metadata.path_of(self._folder, name), saved)
        return name

    def _delete_files(self, name: str) -> None:
        # The metadata go first: without them there is no table, whatever else is left.
        first = metadata.path_of(self._folder, name)
        with writing(first, RecordError):
            with self._kept_shut(name):
                first.unlink(missing_ok=True)
            for path in self._folder.glob(f"{name}.*"):
                path.unlink(missing_ok=True)

    @contextmanager
    def _kept_shut(self, name: str) -> Iterator[None]:
        """Let no server open a table meanwhile.

        Raises:
            Declined: A server has it open.
        """
        with open_file(self.record(name)) as record:
            if not lock_file(record):
                raise self.quota.declined(IN_USE, CONFLICT)
            yield

    async def _make_room_for_guest(self) -> None:
        """Delete the oldest tables of guests that nobody looks at, until there is room for one.

        Raises:
            Declined: Guests look at all of them.
        """
        names = [name for name in self.names() if name.startswith(GUEST)]
        left = len(names)
        for name in names[::-1]:
            if left >= MAX_GUESTS and await self.delete(name, also_busy=False):
                left -= 1
        if left >= MAX_GUESTS:
            raise self.quota.too_busy()

    def _change_key(self, name: str, seat: Seat, key: str, why: Phrase) -> None:
        players = players_of(self.record(name))
        if not 0 <= seat < len(players) or players[seat] != HUMAN:
            raise MisuseError(f"expected the seat of a person, got {seat}")
        if name in self._live:
            self.file(name).change_key(seat, key)
            self._live[name].cut_off(seat, why)
            return
        with self._kept_shut(name):
            self.file(name).change_key(seat, key)

    async def _open(self, name: str) -> LiveTable:
        path = self.record(name)
        times = self.settings.times
        self.quota.check_free("files")
        async with self.entrance.let_in():
            # A slow bot, or a long record, keeps a thread for bots, of which there are more.
            game, players = await self._threads.think(self._head_of, path)
            await self._check_room(players)
            self.quota.open(name, demand_of(players, times))
            advice = self.file(name).metadata.advice_within(self.settings.advice)
            bots = StandIns(self.quota, self.catalog, times, name=name, game=game, players=players)
            opened = partial(open_table, path, game, self.catalog, times)
            reopen = partial(opened, advice=advice, stand_ins=bots)
            try:
                table = await self._threads.think(reopen)
                return self._show(name, table, reopen, bots)
            except RecordInUse:
                self.quota.close(name)
                raise self.quota.declined(IN_USE, CONFLICT) from None
            except BaseException:
                self.quota.close(name)
                raise

    def _show(
        self, name: str, table: Table, reopen: Callable[[], Table], bots: StandIns
    ) -> LiveTable:
        """Let pages look at a table; its metadata may have changed while it was opened."""
        try:
            file = self.file(name)
        except BaseException:
            table.__exit__(None, None, None)
            raise
        path = None if self.settings.no_talk else path_of(self._folder, name)
        live = LiveTable(
            table,
            file,
            self._threads,
            self.settings.pace,
            on_turn=partial(self._on_turn, name),
            reopen=reopen,
            talk=TalkRooms(
                path,
                table.people,
                lambda: file.metadata.names,
                lambda: file.metadata.is_silent,
            ),
            stand_ins=bots,
        )
        self._live[name] = live
        self._unloading = self._unloading or asyncio.create_task(self._unload_idle())
        return live

    async def _unload_idle(self) -> None:
        """Unload each table when nobody has looked at it for a while."""
        while True:
            await asyncio.sleep(UNLOAD_SECONDS / 10)
            latest = asyncio.get_running_loop().time() - UNLOAD_SECONDS
            for name in [name for name, one in self._live.items() if one.left_at <= latest]:
                with suppress(Exception):  # a table that fails keeps no other in memory
                    await self.unload(name)

    async def _follow_orders(self) -> None:
        while True:
            await asyncio.sleep(ORDER_SECONDS)
            for name in list(self._live):
                self._follow_order(name)
            if self.settings.key_file:
                with suppress(ParlourError):
                    self.quota.change_key(read_house_key(self._folder))

    def _follow_order(self, name: str) -> None:
        """Carry out the order to a table; it stays until that succeeds, or it is withdrawn."""
        path = order_path(self._folder, name)
        try:
            if path.exists():
                with suppress(*UNREADABLE):  # no order
                    self._revoke_all(name, read_order(path))
                path.unlink(missing_ok=True)
        except (OSError, ParlourError) as fault:
            log.warning("table %s: keys are not revoked: %s", name, one_line(fault))

    def _revoke_all(self, name: str, seats: Sequence[Seat]) -> None:
        live = self._live[name]
        live.file.revoke(seats)
        for seat in seats:
            live.cut_off(seat, phrase("bye.revoked"))

    def _head_of(self, path: Path) -> tuple[Game, tuple[str, ...]]:
        with open_seat_record(path) if is_seat_record(path) else open_record(path) as record:
            return game_of(record, str(path), self.catalog.game_named), record.header.players

    async def _check_room(self, players: Sequence[str]) -> None:
        """Check that another table can be opened; tables that nobody looks at make room.

        Raises:
            Declined: It cannot.
        """
        demand = demand_of(players, self.settings.times)
        for name in [name for name, table in self._live.items() if table.is_idle]:
            if not self.quota.has_room(demand):
                await self.unload(name)
        self.quota.check_room(demand)

    async def _forget(self, name: str, why: Phrase | None = None) -> None:
        """Close a table, for good if there is a reason why."""
        table = self._live.pop(name)
        self.quota.close(name)
        await table.close(why or table.fault or phrase("bye.closed"), again=why is None)

    def _header(self, order: TableOrder) -> Header:
        return header_for(order, self.catalog, self.settings.commands, self.settings.times)

    def _new_name(self, beginning: str) -> str:
        while True:
            name = f"{beginning}-{''.join(choice(LETTERS) for _ in range(6))}"
            if not self.record(name).exists():
                return name
