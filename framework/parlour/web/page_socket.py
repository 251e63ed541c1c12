"""The socket of a table: one page that sits at a seat, or looks on."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.rules.errors import MisuseError, ParlourError
from parlour.rules.one_line import decoder_problem, one_line
from parlour.web import messages
from parlour.web.limits import Strikes
from parlour.web.messages import (
    LONGEST,
    ByeMessage,
    ForkedMessage,
    ForkRequest,
    NameRequest,
    PageMessage,
    ReplyMessage,
    ReviewRequest,
    SeatLink,
    SitRequest,
)
from parlour.web.tables.hall import Hall
from parlour.web.tables.keys import link
from parlour.web.tables.outlet import Outlet
from parlour.web.tables.table import LiveTable, Place

log = logging.getLogger("parlour.web")

NO_KEY = "this link opens no seat here; ask the host for a new one"
"""The good-bye to a page with a wrong key."""
TOO_MANY_KEYS = "too many wrong keys came from your address; wait a minute"
"""The good-bye to a page after several wrong keys."""
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""Errors of a message that is none."""
SLOW = 10.0
"""Seconds in which a page must say who it is."""
IDLE = 600.0
"""Seconds for which a table is kept in memory after the last page has left."""


class Doorkeeper:
    """Lets pages sit down at the tables of a hall."""

    def __init__(self, hall: Hall, base: str, new_tables: Strikes) -> None:
        """``base`` begins the links to tables; ``new_tables`` counts them by address."""
        self._hall = hall
        self._base = base
        self._new_tables = new_tables
        self._wrong_keys = Strikes()

    async def serve(self, socket: WebSocket) -> None:
        """Serve one page until it leaves or is sent away."""
        await socket.accept()
        with suppress(WebSocketDisconnect, RuntimeError):
            try:
                await self._serve(socket)
            except (*UNREADABLE, TimeoutError, ParlourError) as fault:
                why = decoder_problem(fault) if isinstance(fault, UNREADABLE) else one_line(fault)
                bye = ByeMessage(f"Closed: {why or 'nothing came'}.")
                await socket.send_text(messages.text(bye))
            await socket.close()

    async def _serve(self, socket: WebSocket) -> None:
        name, key = socket.path_params["table"], await _first(socket)
        place = self._admitted(name, key, socket)
        table, outlet = await self._live(name), Outlet()
        await table.join(outlet, place)
        address = socket.client.host if socket.client else ""
        page = _Page(self._hall, self._base, name, table, outlet, place, address, self._new_tables)
        sending = asyncio.create_task(_send_all(socket, outlet))
        reading = asyncio.create_task(page.read(socket))
        try:
            await asyncio.wait((sending, reading), return_when=asyncio.FIRST_COMPLETED)
            if reading.done() and reading.exception() is None:
                await sending  # it says good-bye
            if reading.done() and (fault := reading.exception()) is not None:
                raise fault
        finally:
            table.leave(outlet)
            reading.cancel()
            sending.cancel()
            if table.is_idle:
                asyncio.get_running_loop().call_later(IDLE, self._let_rest, name)

    async def _live(self, name: str) -> LiveTable:
        """Return a table.

        Raises:
            MisuseError: It cannot be opened; the log says why, since that may tell too much.
        """
        try:
            return await self._hall.live(name)
        except Exception as fault:  # noqa: BLE001  a game may raise anything on an old record
            log.warning("table %s: %s: %s", name, type(fault).__name__, one_line(fault))
            raise MisuseError("the table cannot be opened, and the server's log says why") from None

    def _admitted(self, name: str, key: str, socket: WebSocket) -> Place:
        """Return the place that a key opens.

        Raises:
            MisuseError: It opens none, or too many wrong keys came from there.
        """
        address = (socket.client.host if socket.client else "", name)
        if self._wrong_keys.is_out(address):
            raise MisuseError(TOO_MANY_KEYS)
        found = self._hall.admission(name, key)
        if found is None:
            self._wrong_keys.add(address)
            raise MisuseError(NO_KEY)
        return found.place

    def _let_rest(self, name: str) -> None:
        task = asyncio.ensure_future(self._hall.rest(name))
        task.add_done_callback(lambda done: done.exception())


@dataclass(frozen=True)
class _Page:
    """A page that sits at a table."""

    hall: Hall
    base: str
    """The beginning of links."""
    name: str
    """The name of the table."""
    table: LiveTable
    outlet: Outlet
    place: Place
    address: str
    """The address of the page."""
    new_tables: Strikes
    """The new tables of each address."""

    async def read(self, socket: WebSocket) -> None:
        """Answer what the page sends, until it leaves."""
        while True:
            asked = messages.decode(await _received(socket))
            if not self.table.may_ask(self.outlet):
                return
            await self._answer(asked)

    async def _answer(self, asked: PageMessage) -> None:
        try:
            if isinstance(asked, ForkRequest):
                await self._fork(asked)
            elif isinstance(asked, NameRequest) and self.place is not None:
                await self.hall.rename(self.name, self.place, asked.name)
            elif isinstance(asked, ReviewRequest) and asked.at is None:
                await self.table.show_again(self.outlet)
            else:
                await self.table.ask(self.outlet, asked)
        except ParlourError as fault:
            reply = ReplyMessage((f"Not possible: {one_line(fault)}.",), refused=True)
            self.outlet.put(messages.text(reply))

    async def _fork(self, asked: ForkRequest) -> None:
        if self.new_tables.is_out(self.address):
            raise MisuseError("too many new tables; wait a minute")
        self.new_tables.add(self.address)
        name, made = await self.hall.fork(self.name, self.place, asked.at)
        links = tuple(
            SeatLink(seat, "me", link(self.base, name, key)) for seat, key in made.seats.items()
        )
        own = [one.url for one in links if one.seat == self.place] or [one.url for one in links]
        url = own[0] if own else link(self.base, name, made.host)
        self.outlet.put(messages.text(ForkedMessage(url, links)))


async def _first(socket: WebSocket) -> str:
    """Return the key in the first message.

    Raises:
        MisuseError: It is another message.
        TimeoutError: None has come.
    """
    first = messages.decode(await asyncio.wait_for(_received(socket), SLOW))
    if not isinstance(first, SitRequest):
        raise MisuseError("expected 'sit' as the first message")
    return first.key


async def _received(socket: WebSocket) -> str:
    """Return the next message.

    Raises:
        MisuseError: It is too long, or no text.
    """
    try:
        text = await socket.receive_text()
    except KeyError:
        raise MisuseError("expected a message of text, got bytes") from None
    if len(text) > LONGEST:
        raise MisuseError(f"expected a message of at most {LONGEST} bytes")
    return text


async def _send_all(socket: WebSocket, outlet: Outlet) -> None:
    while (message := await outlet.next()) is not None:
        await socket.send_text(message)
