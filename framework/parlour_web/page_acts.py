"""The acts of pages: what a page asks outside its session, by method and path.

``PageActs`` answers with bytes and a status. It knows no library of the web, so that the server
and the worker of a browser give the same answers to the same paths.

The page of a table is one file for all games where no server makes it: ``/t/TABLE/face`` tells
such a page its game. A server that makes the page writes the same ``TableFace`` into it.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from math import inf
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from parlour.match import Game
from parlour.rules import (
    UNREADABLE,
    MisuseError,
    ParlourError,
    Seat,
    decoder_problem,
)
from parlour.words import own_words, say
from parlour_analysis.player_statistics import player_statistics
from parlour_web.front import FrontOffers, front_offers, inks_of
from parlour_web.messages import SeatLink
from parlour_web.replays import MAX_REPLAY_BYTES
from parlour_web.tables import keys
from parlour_web.tables.analysing import Analyst, ShownAnalysis
from parlour_web.tables.hosting import (
    HoldOrder,
    HostedTable,
    MinutesOrder,
    RematchOrder,
    TalkOrder,
    hosted,
    lay_rematch,
)
from parlour_web.tables.opening import record_of_seat, whole_record
from parlour_web.tables.orders import MAX_ORDER_BYTES, TableOrder
from parlour_web.tables.quota import CONFLICT, FORBIDDEN, Declined
from parlour_web.tables.store import TableStore
from parlour_web.tables.table import LiveTable

A = TypeVar("A")

CREATED = 201
"""Status of an answer with something new."""
REFUSED = 400
"""Status of an answer to an act that is not possible, unless its error has another."""
MISSING = 404
"""Status of an answer to an act that there is not."""


class Body(Protocol):
    """The body of a request, which may still have to come."""

    async def __call__(self, most: int = MAX_ORDER_BYTES, /) -> bytes:
        """Return it.

        Raises:
            MisuseError: It is longer than so many bytes.
        """
        ...


def whole(body: bytes) -> Body:
    """Return a body that has come."""

    async def read(most: int = MAX_ORDER_BYTES, /) -> bytes:
        if len(body) > most:
            raise MisuseError(too_long(most))
        return body

    return read


def too_long(most: int) -> str:
    """Return the error of a body that is longer than so many bytes."""
    return f"expected an order of at most {most} bytes"


class PageAsks(NamedTuple):
    """An act that a page asks for."""

    method: str
    """``GET``, ``POST`` or ``DELETE``."""
    path: str
    """The path of the act: ``/t/maori-abc/record``."""
    key: str = ""
    """The key of who asks; empty for a spectator or a guest."""
    body: Body = whole(b"")
    """Reads the body, once it is known that this person may ask."""
    address: str = ""
    """The address that the request comes from, which limits count."""
    query: Mapping[str, str] = {}
    """The values behind the path."""


class PageAnswer(NamedTuple):
    """The answer to a page."""

    status: int
    body: bytes
    media_type: str = "application/json"
    file_name: str = ""
    """The name of the file if the body is one to keep."""
    wait: float = inf
    """Seconds until it is worth asking again; infinite if nobody knows."""


class LaidTable(Struct, frozen=True):
    """A new table and the links to its seats."""

    table: str
    links: tuple[SeatLink, ...]


class NewLink(Struct, frozen=True):
    """A new link to a seat."""

    url: str


class Done(Struct, frozen=True):
    """An answer that says no more than that it is done."""


class Figures(Struct, frozen=True):
    """Figures of one person, in tables."""

    tables: tuple["FigureTable", ...]


class FigureTable(Struct, frozen=True):
    """A table of such figures."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class TableFace(Struct, frozen=True):
    """The parts of a game that the page of a table shows before any view comes."""

    id: str
    title: str
    words: Mapping[str, str]
    """Words of moves, each with its word in the language of the page."""
    rules: tuple[tuple[str, str], ...]
    """Rules of things: a part of a name, key or address, and the number of the rule."""
    has_lessons: bool
    inks: str = ""
    """The style sheet of its picture; empty if the page links to it."""


def face_of(game: Game, inks: str = "") -> TableFace:
    """Return what the page of a table shows of its game, with a style sheet unless it has one."""
    return TableFace(
        game.id,
        game.title,
        own_words(game.words.phrasebook),
        tuple(game.display.rules.items()),
        bool(game.lessons),
        inks,
    )


class Make(Protocol):
    """A way to call a function, which may take its time, and to return its result."""

    async def __call__(self, call: Callable[..., A], /, *given: Any) -> A:
        """Call a function, and return its result."""
        ...


async def _at_once(call: Callable[..., A], /, *given: Any) -> A:
    return call(*given)


class PageActs:
    """Answers pages of the tables of a store."""

    def __init__(self, store: TableStore, base: str, make: Make = _at_once) -> None:
        """``base`` begins the links to tables; ``make`` calls what takes a while for a page."""
        self._store = store
        self._base = base
        self._make = make
        self._analyst = Analyst(store)

    async def answer(self, asked: PageAsks) -> PageAnswer:
        """Do what a page asks, or say why not."""
        for act in ACTS:
            given = act.pattern.fullmatch(f"{asked.method} {asked.path}")
            if given is not None:
                return await self._answer(act, asked, given.groupdict())
        return _error(say("site.no_page"), MISSING)

    async def _answer(self, act: "Act", asked: PageAsks, given: Mapping[str, str]) -> PageAnswer:
        try:
            done = await act.do(self, asked, **given)
        except ParlourError as fault:
            why, status, wait = self._store.told(fault)
            return _error(why, status or act.refused, wait)
        except UNREADABLE as fault:
            return _error(decoder_problem(fault), REFUSED)
        if isinstance(done, PageAnswer):
            return done
        return PageAnswer(act.status, msgspec.json.encode(done))

    # The acts

    async def house(self, asked: PageAsks) -> FrontOffers:
        """Return what the holder of a key may do here."""
        return await self._make(front_offers, self._store, asked.key)

    async def figures(self, asked: PageAsks) -> Figures:
        """Return how somebody has done, for the host.

        Raises:
            Declined: Somebody else asks.
        """
        store = self._store
        if not store.quota.is_host(asked.key):
            raise Declined(say("site.host_figures"), FORBIDDEN)
        find = store.catalog.game_named
        name = asked.query.get("name", "")
        figures = await self._make(player_statistics, store.records(), find, name)
        tables = (
            FigureTable(tuple(heads), tuple(map(tuple, rows))) for heads, rows in figures.tables()
        )
        return Figures(tuple(tables))

    async def create(self, asked: PageAsks) -> LaidTable:
        """Lay a table; a lesson everybody may begin.

        Raises:
            ParlourError: The game does not take the order, or a limit is reached.
        """
        quota = self._store.quota
        body = await asked.body()
        is_guest = not quota.may_create(asked.key) and _is_of_lesson(body)
        if is_guest:
            quota.count_new_table(asked.address)
        else:
            quota.check_new_table(asked.key, asked.address)
        order = msgspec.json.decode(body, type=TableOrder)
        name, made = await self._store.create(order, is_guest=is_guest)
        self._store.audit.note("laid", name, None, asked.address)
        links = [
            SeatLink(
                seat,
                "me" if order.lesson else order.seats[seat].who,
                keys.link(self._base, name, key),
            )
            for seat, key in made.seats.items()
        ]
        host = SeatLink(None, "host", keys.link(self._base, f"{name}/host", made.host))
        return LaidTable(name, (*links, host))

    async def replay(self, asked: PageAsks) -> LaidTable:
        """Lay the table of a record from a link or a file, to be stepped through.

        Raises:
            ParlourError: It is no record, or a limit is reached.
        """
        self._store.quota.check_new_table(asked.key, asked.address)
        return LaidTable(await self._store.show(await asked.body(MAX_REPLAY_BYTES)), ())

    async def face(self, asked: PageAsks, table: str) -> TableFace:
        """Return what the page of a table shows of its game.

        Raises:
            ParlourError: There is no such table, or its game does not load.
        """
        if not self._store.has(table):
            raise Declined(say("site.no_table"), MISSING)
        game = self._store.game_of(table)
        return face_of(game, await self._make(inks_of, game))

    async def record(self, asked: PageAsks, table: str) -> PageAnswer:
        """Return the record: the whole after the end, before it the record of a seat.

        Raises:
            ParlourError: It cannot be read, or a spectator asks before the end.
        """
        if not asked.key:
            raise Declined(say("site.no_key"), FORBIDDEN)
        place = self._admitted(asked, table).place
        live = await self._store.live(table)
        path = self._store.record(table)
        if live.table.is_over:
            file = await self._store.in_thread(whole_record, path)
        elif place is None:
            raise MisuseError(say("site.record_later"))
        else:
            file = await self._store.in_thread(record_of_seat, path, live.table.game, place)
        return PageAnswer(200, file, "application/jsonl", f"{table}.jsonl")

    async def analysis(self, asked: PageAsks, table: str) -> ShownAnalysis:
        """Return the analysis of a finished match.

        Raises:
            ParlourError: It cannot be analysed now.
        """
        place = self._admitted(asked, table).place
        return await self._analyst.analysis(table, place, may_begin=bool(asked.key))

    async def people(self, asked: PageAsks, table: str) -> HostedTable:
        """Return a table as its host sees it.

        Raises:
            ParlourError: Somebody else asks, or it cannot be opened.
        """
        self.check_host(asked.key, table, asked.address)
        return await hosted(self._store, table)

    async def hold(self, asked: PageAsks, table: str) -> HostedTable:
        """Let nobody move, or everybody; only the host may.

        Raises:
            ParlourError: Somebody else asks, or it cannot be opened.
        """
        wanted, live = await self._hosts_order(asked, table, HoldOrder)
        await live.hold(wanted.held)
        return await hosted(self._store, table)

    async def talk(self, asked: PageAsks, table: str) -> HostedTable:
        """Let people talk at a table, or nobody; only the host may.

        Raises:
            ParlourError: Somebody else asks, or it cannot be opened.
        """
        wanted, live = await self._hosts_order(asked, table, TalkOrder)
        await live.silence(is_silent=not wanted.talk)
        return await hosted(self._store, table)

    async def limit(self, asked: PageAsks, table: str) -> HostedTable:
        """Set the minutes a move, after which others may let a bot play; only the host may.

        Raises:
            ParlourError: Somebody else asks, or it cannot be opened.
        """
        wanted, live = await self._hosts_order(asked, table, MinutesOrder)
        await live.limit(wanted.minutes)
        return await hosted(self._store, table)

    async def rematch(self, asked: PageAsks, table: str) -> LaidTable:
        """Return the links of a rematch, and lay its table unless it is there; only the host may.

        Raises:
            ParlourError: Somebody else asks, or the match is not over, or a limit is reached.
        """
        wanted, live = await self._hosts_order(asked, table, RematchOrder)
        laid = await lay_rematch(self._store, self._base, live, wanted.key, asked.address)
        if laid.is_new:
            live.tell(laid.messages())
        admitted = (self._store.admission(table, key) for key in wanted.own)
        own = {one.place for one in admitted if one is not None}
        seats = live.table.seats
        links = [
            SeatLink((seat - 1) % seats, "me" if seat in own else "friend", url)
            for seat, url in laid.links.items()
        ]
        return LaidTable(laid.name, (*links, SeatLink(None, "host", laid.host)))

    async def new_key(self, asked: PageAsks, table: str, seat: str) -> NewLink:
        """Give a seat a new key; only the host may.

        Raises:
            ParlourError: Somebody else asks, or no person plays there.
        """
        self.check_host(asked.key, table, asked.address, "site.host_links")
        number = msgspec.convert(seat, Seat, strict=False)
        key = self._store.new_key_of(table, number)
        self._store.audit.note("new link", table, number, asked.address)
        return NewLink(keys.link(self._base, table, key))

    async def revoke(self, asked: PageAsks, table: str, seat: str) -> Done:
        """Let no key open a seat; only the host may.

        Raises:
            ParlourError: Somebody else asks, or no person plays there.
        """
        self.check_host(asked.key, table, asked.address, "site.host_links")
        number = msgspec.convert(seat, Seat, strict=False)
        self._store.revoke(table, number)
        self._store.audit.note("revoked", table, number, asked.address)
        return Done()

    async def leave(self, asked: PageAsks, table: str) -> Done:
        """Let the key of a seat open it no more: its person gives it up.

        Raises:
            ParlourError: It is no key of a seat.
        """
        place = self._admitted(asked, table).place
        if place is None:
            raise Declined(say("site.no_key"), FORBIDDEN)
        self._store.revoke(table, place)
        self._store.audit.note("revoked", table, place, asked.address)
        return Done()

    async def delete(self, asked: PageAsks, table: str) -> Done:
        """Delete a table and its match; only a host may.

        Raises:
            ParlourError: Somebody else asks, or another program has it open.
        """
        if not (self._store.quota.is_host(asked.key) and self._store.has(table)):
            self.check_host(asked.key, table, asked.address)
        await self._store.delete(table)
        self._store.audit.note("deleted", table, None, asked.address)
        return Done()

    # Who asks

    def check_host(
        self, key: str, table: str, address: str, why_not: str = "site.host_only"
    ) -> None:
        """Check that a key belongs to a table's host; a wrong one from an address is counted.

        Raises:
            Declined: It does not, or too many wrong keys came from there.
        """
        admission = self._admission(key, table, address)
        if admission is None or not admission.is_host:
            raise Declined(say(why_not), FORBIDDEN)

    def _admission(self, key: str, table: str, address: str) -> keys.Admission | None:
        admission = self._store.admission(table, key)
        if admission is None and key:
            fault = self._store.wrong_key(table, address)
            if isinstance(fault, Declined):
                raise fault
        return admission

    async def _hosts_order(self, asked: PageAsks, table: str, kind: type[A]) -> tuple[A, LiveTable]:
        """Return what the host of a table orders, and the table.

        Raises:
            ParlourError: Somebody else asks, or it cannot be opened.
        """
        self.check_host(asked.key, table, asked.address)
        wanted = msgspec.json.decode(await asked.body(), type=kind)
        return wanted, await self._store.live(table)

    def _admitted(self, asked: PageAsks, table: str) -> keys.Admission:
        admission = self._admission(asked.key, table, asked.address)
        if admission is None:
            raise Declined(say("site.no_key"), FORBIDDEN)
        return admission


Do: TypeAlias = Callable[..., Awaitable[Struct | PageAnswer]]


class Act(NamedTuple):
    """An act of pages."""

    method: str
    path: str
    """Its path, with names of what differs in braces."""
    do: Do
    status: int = 200
    """Status of its answer."""
    refused: int = REFUSED
    """Status of an answer that it is not possible, unless its error has another."""

    @property
    def pattern(self) -> re.Pattern[str]:
        """The pattern of its method and path."""
        return re.compile(f"{self.method} " + re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path))


ACTS = (
    Act("GET", "/house", PageActs.house),
    Act("GET", "/figures", PageActs.figures),
    Act("POST", "/tables", PageActs.create, CREATED),
    Act("POST", "/replays", PageActs.replay, CREATED),
    Act("GET", "/t/{table}/face", PageActs.face),
    Act("GET", "/t/{table}/record", PageActs.record, refused=FORBIDDEN),
    Act("POST", "/t/{table}/analysis", PageActs.analysis, refused=CONFLICT),
    Act("GET", "/t/{table}/people", PageActs.people),
    Act("POST", "/t/{table}/hold", PageActs.hold),
    Act("POST", "/t/{table}/talk", PageActs.talk),
    Act("POST", "/t/{table}/minutes", PageActs.limit),
    Act("POST", "/t/{table}/rematch", PageActs.rematch, CREATED),
    Act("POST", "/t/{table}/seats/{seat}/key", PageActs.new_key, CREATED),
    Act("DELETE", "/t/{table}/seats/{seat}/key", PageActs.revoke),
    Act("DELETE", "/t/{table}/seat", PageActs.leave),
    Act("DELETE", "/t/{table}", PageActs.delete),
)
"""All acts of pages; a path beside them is a page or a file."""


def _is_of_lesson(order: bytes) -> bool:
    with suppress(*UNREADABLE):
        return bool(msgspec.json.decode(order, type=TableOrder).lesson)
    return False


def _error(why: str, status: int, wait: float = inf) -> PageAnswer:
    return PageAnswer(status, msgspec.json.encode({"error": why}), wait=wait)
