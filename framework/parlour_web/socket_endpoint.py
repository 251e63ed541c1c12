"""The socket of a table: one page of a seat or of a spectator."""

import asyncio
import logging
import re
from contextlib import nullcontext, suppress
from dataclasses import dataclass

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.rules import MisuseError, ParlourError, Seat, decoder_problem, one_line
from parlour.words import offered, phrase, preferred, say, speaking, spoken
from parlour_web import messages
from parlour_web.connection import DECLINED
from parlour_web.limits import AttemptLimiter
from parlour_web.messages import (
    MAX_MESSAGE_BYTES,
    ByeMessage,
    ForkedMessage,
    ForkRequest,
    NameRequest,
    PageMessage,
    RematchMessage,
    RematchRequest,
    ReplyMessage,
    SeatLink,
    SitRequest,
    WebhookRequest,
)
from parlour_web.notices.turns import checked_address
from parlour_web.tables.keys import link
from parlour_web.tables.quota import Declined
from parlour_web.tables.send_queue import SendQueue
from parlour_web.tables.store import TableStore
from parlour_web.tables.table import LiveTable, Place

log = logging.getLogger("parlour_web")

NO_KEY = phrase("bye.no_key")
"""The good-bye to a page with a wrong key."""
TOO_MANY_KEYS = phrase("limit.keys")
"""The good-bye to a page after several wrong keys."""
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""Errors of a message that cannot be read."""
SIT_SECONDS = 10.0
"""Seconds until a page that has not said who looks is sent away."""


class SocketEndpoint:
    """Serves the sockets of pages that sit down at tables."""

    def __init__(self, store: TableStore, base: str) -> None:
        """``base`` begins the links to tables."""
        self._store = store
        self._base = base
        self._wrong_keys = AttemptLimiter()

    def beside(self, app: ASGIApp) -> ASGIApp:
        """Return an application with the sockets of tables.

        They stay open: as routes, each would hold all layers of Starlette in memory.
        """

        async def serve(scope: Scope, receive: Receive, send: Send) -> None:
            found = re.fullmatch("/t/([^/]+)/socket", scope["path"]) if "path" in scope else None
            if scope["type"] == "websocket" and found:
                await self.serve(WebSocket(scope, receive, send), found[1])
            else:
                await app(scope, receive, send)

        return serve

    async def serve(self, socket: WebSocket, table: str) -> None:
        """Serve one page of a table until it leaves or is sent away."""
        await socket.accept()
        with suppress(WebSocketDisconnect, RuntimeError):
            try:
                await self._serve(socket, table)
            except (*UNREADABLE, TimeoutError, ParlourError) as fault:
                why = decoder_problem(fault) if isinstance(fault, UNREADABLE) else one_line(fault)
                again = isinstance(fault, Declined)
                bye = ByeMessage(say("bye.why", why=why or say("bye.nothing")), again)
                await socket.send_bytes(messages.sent(bye))
            await socket.close()

    async def _serve(self, socket: WebSocket, name: str) -> None:
        first = await _first(socket)
        if declined := socket.scope["state"].get(DECLINED):
            raise declined
        self._store.check_newcomer(name)
        with speaking(_language(socket, first)), self._store.quota.page(address_of(socket)):
            await self._seat(socket, name, first)

    async def _seat(self, socket: WebSocket, name: str, sit: SitRequest) -> None:
        """Let a page look and play until it leaves."""
        place = self._admitted(name, sit.key, socket)
        table = await self._live(name)
        queue = SendQueue(spoken())
        try:
            async with self._store.entrance.let_in() if place is None else nullcontext():
                await table.join(queue, place)
        except BaseException:
            table.leave(queue)
            raise
        address = address_of(socket)
        page = _Page(self._store, self._base, name, table, queue, place, address)
        sending = asyncio.create_task(_send_all(socket, queue))
        reading = asyncio.create_task(page.read(socket))
        try:
            await asyncio.wait((sending, reading), return_when=asyncio.FIRST_COMPLETED)
            if reading.done() and reading.exception() is None:
                await sending  # it says good-bye
            if reading.done() and (fault := reading.exception()) is not None:
                raise fault
        finally:
            table.leave(queue)
            reading.cancel()
            sending.cancel()

    async def _live(self, name: str) -> LiveTable:
        """Return a table.

        Raises:
            MisuseError: It cannot be opened; the log says why, since that may tell too much.
        """
        try:
            return await self._store.live(name)
        except Declined:
            raise
        except Exception as fault:  # noqa: BLE001  a game may raise anything on an old record
            log.warning("table %s: %s: %s", name, type(fault).__name__, one_line(fault))
            raise MisuseError(say("bye.table_shut")) from None

    def _admitted(self, name: str, key: str, socket: WebSocket) -> Place:
        """Return the place that a key opens.

        Raises:
            MisuseError: It opens none, or too many wrong keys came from there.
        """
        admission = self._store.admission(name, key)
        if admission is not None:
            return admission.place
        address = (address_of(socket), name)
        if self._wrong_keys.is_blocked(address):
            raise MisuseError(str(self._store.quota.declined(TOO_MANY_KEYS)))
        self._wrong_keys.add(address)
        raise MisuseError(str(NO_KEY))


@dataclass(frozen=True)
class _Page:
    """A page that sits at a table."""

    store: TableStore
    base: str
    """The beginning of links."""
    name: str
    """The name of the table."""
    table: LiveTable
    queue: SendQueue
    place: Place
    address: str
    """The address of the page."""

    async def read(self, socket: WebSocket) -> None:
        """Answer what the page sends, until it leaves; first tell a seat of a rematch."""
        if self.table.rematch and self.place is not None:
            await self._rematch(RematchRequest())
        while True:
            asked = messages.decode(await _received(socket))
            if not self.table.may_ask(self.queue):
                return
            # What a page has begun is done and shown to the others, also if it leaves meanwhile.
            await asyncio.shield(self._answer(asked))

    async def _answer(self, asked: PageMessage) -> None:
        try:
            if isinstance(asked, ForkRequest):
                await self._fork(asked)
            elif isinstance(asked, WebhookRequest) and self.place is not None:
                await self._set_webhook(self.place, asked.url)
            elif isinstance(asked, RematchRequest):
                await self._rematch(asked)
            elif isinstance(asked, NameRequest) and self.place is not None:
                await self.store.rename(self.name, self.place, asked.name)
            else:
                await self.table.ask(self.queue, asked)
        except ParlourError as fault:
            reply = ReplyMessage((say("line.not_possible", why=one_line(fault)),), refused=True)
            self.queue.put(messages.sent(reply))

    async def _fork(self, asked: ForkRequest) -> None:
        self.store.quota.check_new_table(asked.key, self.address)
        name, made = await self.store.fork(self.name, self.place, asked.at)
        links = tuple(
            SeatLink(seat, "me", link(self.base, name, key)) for seat, key in made.seats.items()
        )
        urls = {one.seat: one.url for one in links}
        first = next(iter(urls.values()), link(self.base, name, made.host))
        url = urls.get(self.place, first)
        self.queue.put(messages.sent(ForkedMessage(url, links)))

    async def _set_webhook(self, seat: Seat, url: str) -> None:
        """Have an address told of the turns of a seat."""
        settings = self.store.settings
        kept = await self.store.in_thread(checked_address, url.strip(), settings)
        await self.store.in_thread(self.table.file.change, "webhooks", seat, kept)
        said = say("web.webhook_told" if kept else "web.webhook_none")
        self.queue.put(messages.sent(ReplyMessage((said,))))

    async def _rematch(self, asked: RematchRequest) -> None:
        """Lay the table of a rematch, and give everybody present the link to their seat.

        Somebody who asks later gets a link to that table.
        """
        is_host = self.store.quota.is_host(asked.key)
        if self.place is None and not is_host:
            raise MisuseError(say("only_players"))
        async with self.table.rematch_lock:
            is_first = self.table.rematch is None
            if self.table.rematch is None:
                self.store.quota.check_new_table(asked.key, self.address)
                self.table.rematch = await self.store.rematch(self.name)
        name, made = self.table.rematch
        urls = {
            (seat + 1) % self.table.table.seats: link(self.base, name, key)
            for seat, key in made.seats.items()
        }
        host = link(self.base, f"{name}/host", made.host) if is_first or is_host else ""
        others = {seat: RematchMessage(url) for seat, url in urls.items() if seat != self.place}
        self.table.tell(others if is_first else {})
        self.queue.put(
            messages.sent(RematchMessage(host if self.place is None else urls[self.place], host))
        )


def address_of(asker: HTTPConnection) -> str:
    """Return the address that a request or a socket comes from."""
    return asker.client.host if asker.client else ""


def _language(socket: WebSocket, sit: SitRequest) -> str:
    """Return the language of a page, as it says or as its request does."""
    wanted = sit.language or socket.headers.get("accept-language", "")
    return preferred(wanted, offered())


async def _first(socket: WebSocket) -> SitRequest:
    """Return the first message.

    Raises:
        MisuseError: It is another message.
        TimeoutError: No message has come.
    """
    first = messages.decode(await asyncio.wait_for(_received(socket), SIT_SECONDS))
    if not isinstance(first, SitRequest):
        raise MisuseError("expected 'sit' as the first message")
    return first


async def _received(socket: WebSocket) -> str:
    """Return the next message.

    Raises:
        MisuseError: It is too long, or no text.
    """
    try:
        text = await socket.receive_text()
    except KeyError:
        raise MisuseError("expected a message of text, got bytes") from None
    if len(text) > MAX_MESSAGE_BYTES:
        raise MisuseError(f"expected a message of at most {MAX_MESSAGE_BYTES} bytes")
    return text


async def _send_all(socket: WebSocket, queue: SendQueue) -> None:
    while await _send_next(socket, queue):
        pass


async def _send_next(socket: WebSocket, queue: SendQueue) -> bool:
    """Send the next message, and keep it no longer; return whether there was one."""
    message = await queue.next()
    if message is not None:
        await socket.send_bytes(message)
    return message is not None
