"""A page at a table: its session is the same over a socket and in the worker of a browser.

The session reads and writes lines of messages. It knows no library of the web: an adapter brings
the line, and ends it when the session has ended.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from typing import Protocol

import msgspec

from parlour.rules import (
    MisuseError,
    ParlourError,
    Seat,
    decoder_problem,
    one_line,
)
from parlour.words import offered, preferred, say, speaking, spoken
from parlour_web import messages
from parlour_web.house.faults import is_shortage
from parlour_web.messages import (
    MAX_MESSAGE_BYTES,
    BackRequest,
    ByeMessage,
    ForkedMessage,
    ForkRequest,
    NameRequest,
    PageMessage,
    RematchMessage,
    RematchRequest,
    ReplyMessage,
    SayRequest,
    SeatLink,
    SitInRequest,
    SitRequest,
    WebhookRequest,
)
from parlour_web.notices.turns import checked_address, scheme_of
from parlour_web.tables.hosting import kept_rematch, lay_rematch
from parlour_web.tables.keys import link
from parlour_web.tables.quota import TOO_MANY, Declined
from parlour_web.tables.send_queue import SendQueue
from parlour_web.tables.store import TableStore
from parlour_web.tables.table import LiveTable, Place

log = logging.getLogger("parlour_web")

UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""Errors of a message that cannot be read."""
SIT_SECONDS = 10.0
"""Seconds until a page that has not said who looks is sent away."""


class LineClosed(Exception):
    """The page has left, or the network has lost it."""


class PageLine(Protocol):
    """The messages between one page and its table."""

    @property
    def address(self) -> str:
        """The address of the page, which limits count; may be empty."""
        ...

    @property
    def language(self) -> str:
        """The languages that the page would like, as a browser names them; may be empty."""
        ...

    async def receive(self) -> str:
        """Return the next message of the page.

        Raises:
            LineClosed: No message will come.
            ParlourError: The page is to be sent away, for this reason.
        """
        ...

    async def send(self, message: bytes) -> None:
        """Send a message to the page.

        Raises:
            LineClosed: No message can be sent any more.
        """
        ...


class PageSession:
    """Lets pages sit down at the tables of a store."""

    def __init__(self, store: TableStore, base: str) -> None:
        """``base`` begins the links to tables."""
        self._store = store
        self._base = base

    async def serve(self, line: PageLine, table: str) -> None:
        """Serve one page of a table until it leaves or is told why it must.

        Raises:
            LineClosed: It has left.
        """
        try:
            await self._serve(line, table)
        except LineClosed:
            raise
        except (*UNREADABLE, TimeoutError, ParlourError) as fault:
            why = "" if isinstance(fault, TimeoutError) else self._why(fault)
            bye = say("bye.why", why=why or say("bye.nothing"))
            await line.send(messages.sent(ByeMessage(bye, isinstance(fault, Declined))))
        except Exception as fault:  # noqa: BLE001  a game may raise anything
            log.warning("table %s: %s: %s", table, type(fault).__name__, one_line(fault))
            is_short = is_shortage(fault)
            bye = say("bye.short" if is_short else "bye.failed")
            await line.send(messages.sent(ByeMessage(bye, is_short)))

    def _why(self, fault: Exception) -> str:
        """Return what a page is told of an error."""
        if isinstance(fault, UNREADABLE):
            return decoder_problem(fault)
        return self._store.told(fault).text

    async def _serve(self, line: PageLine, name: str) -> None:
        first = await _first(line)
        self._store.check_newcomer(name)
        with speaking(_language(line, first)), self._store.quota.page(line.address):
            await self._seat(line, name, first)

    async def _seat(self, line: PageLine, name: str, sit: SitRequest) -> None:
        """Let a page look and play until it leaves."""
        queue = SendQueue(spoken())
        async with self.seated(queue, name, sit.key, line.address, hears=sit.talk) as page:
            await _exchange(line, page)

    @asynccontextmanager
    async def seated(
        self, queue: SendQueue, name: str, key: str, address: str, *, hears: bool = False
    ) -> AsyncIterator["SeatedPage"]:
        """Let a page look and play at the place that a key opens, and send it messages by a queue.

        Raises:
            ParlourError: It opens none, or the table cannot be opened, or takes no more pages.
        """
        place = self._admitted(name, key, address)
        table = await self._live(name)
        try:
            async with self._store.entrance.let_in() if place is None else nullcontext():
                await table.join(queue, place, hears=hears)
            yield SeatedPage(self._store, self._base, name, table, queue, place, address)
        finally:
            table.leave(queue)

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
            if is_shortage(fault):
                raise Declined(say("bye.short"), TOO_MANY) from None
            raise MisuseError(say("bye.table_shut")) from None

    def _admitted(self, name: str, key: str, address: str) -> Place:
        """Return the place that a key opens.

        Raises:
            MisuseError: It opens none, or too many wrong keys came from there.
        """
        admission = self._store.admission(name, key)
        if admission is not None:
            if admission.place is not None:
                self._store.audit.note("sat", name, admission.place, address)
            return admission.place
        raise self._store.wrong_key(name, address)


@dataclass(frozen=True)
class SeatedPage:
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

    async def read(self, line: PageLine) -> None:
        """Answer what the page sends, until it leaves; first tell a seat of a rematch."""
        if self.table.rematch and self.place is not None:
            await self._rematch(RematchRequest())
        elif self.table.wishes or self._kept_rematch:
            self.table.tell_wishes((self.queue,), is_laid=bool(self._kept_rematch))
        while True:
            asked = messages.decode(await _received(line))
            if not self.table.may_ask(self.queue):
                return
            # What a page has begun is done and shown to the others, also if it leaves meanwhile.
            await asyncio.shield(self.answer(asked))

    async def answer(self, asked: PageMessage) -> None:
        """Do what the page asks, and put the answer into its queue."""
        try:
            if isinstance(asked, ForkRequest):
                await self._fork(asked)
            elif isinstance(asked, WebhookRequest) and self.place is not None:
                await self._set_webhook(self.place, asked)
            elif isinstance(asked, SitInRequest):
                await self.table.sit_in(self.queue, asked.seat)
            elif isinstance(asked, BackRequest) and self.place is not None:
                await self.table.come_back(self.place)
            elif isinstance(asked, SayRequest):
                await self.table.say(self.queue, asked)
            elif isinstance(asked, RematchRequest):
                await self._rematch(asked)
            elif isinstance(asked, NameRequest) and self.place is not None:
                await self.store.rename(self.name, self.place, asked.name)
            else:
                await self.table.ask(self.queue, asked)
        except ParlourError as fault:
            why = self.store.told(fault).text
            reply = ReplyMessage((say("line.not_possible", why=why),), refused=True)
            self.queue.put(messages.sent(reply))

    async def _fork(self, asked: ForkRequest) -> None:
        self.store.quota.check_new_table(asked.key, self.address)
        name, made = await self.store.fork(self.name, self.place, asked.at)
        self.store.audit.note("laid", name, None, self.address)
        links = tuple(
            SeatLink(seat, "me", link(self.base, name, key)) for seat, key in made.seats.items()
        )
        urls = {one.seat: one.url for one in links}
        first = next(iter(urls.values()), link(self.base, name, made.host))
        url = urls.get(self.place, first)
        self.queue.put(messages.sent(ForkedMessage(url, links)))

    async def _set_webhook(self, seat: Seat, asked: WebhookRequest) -> None:
        """Have an address told of the turns of a seat."""
        settings = self.store.settings
        url = asked.url.strip()
        former = self.table.file.metadata.webhook(seat)
        is_kept = url == former or scheme_of(former) not in {"", scheme_of(url)}
        if asked.quiet and is_kept:
            return
        kept = await self.store.in_thread(checked_address, url, settings)
        await self.store.in_thread(self.table.file.change, "webhooks", seat, kept)
        if asked.quiet:
            return
        said = say("web.webhook_told" if kept else "web.webhook_none")
        self.queue.put(messages.sent(ReplyMessage((said,))))

    @property
    def _kept_rematch(self) -> str:
        return kept_rematch(self.store, self.table)

    async def _rematch(self, asked: RematchRequest) -> None:
        """Lay the table of a rematch, and give everybody present the link to their seat.

        Somebody who asks later gets a link to that table. A person who may create no table wishes
        the rematch.
        """
        is_host = self.store.quota.is_host(asked.key)
        if self.place is None and not is_host:
            raise MisuseError(say("only_players"))
        if self.place is not None and self._kept_rematch:
            seat = (self.place - 1) % self.table.table.seats
            key = self.store.new_key_of(self._kept_rematch, seat)
            url = link(self.base, self._kept_rematch, key)
            self.queue.put(messages.sent(RematchMessage(url, "")))
            return
        may_create = self.store.quota.may_create(asked.key)
        if self.place is not None and self.table.rematch is None and not may_create:
            self.table.wish(self.place)
            return
        laid = await lay_rematch(self.store, self.base, self.table, asked.key, self.address)
        host = laid.host if laid.is_new or is_host else ""
        if laid.is_new:
            self.table.tell(laid.messages(but=self.place))
        url = host if self.place is None else laid.links[self.place]
        self.queue.put(messages.sent(RematchMessage(url, host)))


async def _exchange(line: PageLine, page: SeatedPage) -> None:
    """Carry messages between a line and its page, until one of them has no more."""
    sending = asyncio.create_task(_send_all(line, page.queue))
    reading = asyncio.create_task(page.read(line))
    try:
        await asyncio.wait((sending, reading), return_when=asyncio.FIRST_COMPLETED)
        if reading.done() and reading.exception() is None:
            await sending  # it says good-bye
        for task in (reading, sending):
            if task.done():
                task.result()
    finally:
        reading.cancel()
        sending.cancel()


def _language(line: PageLine, sit: SitRequest) -> str:
    """Return the language of a page, as it says or as its request does."""
    return preferred(sit.language or line.language, offered())


async def _first(line: PageLine) -> SitRequest:
    """Return the first message.

    Raises:
        MisuseError: It is another message.
        TimeoutError: No message has come.
    """
    first = messages.decode(await asyncio.wait_for(_received(line), SIT_SECONDS))
    if not isinstance(first, SitRequest):
        raise MisuseError("expected 'sit' as the first message")
    return first


async def _received(line: PageLine) -> str:
    """Return the next message.

    Raises:
        MisuseError: It is too long.
    """
    text = await line.receive()
    if len(text) > MAX_MESSAGE_BYTES:
        raise MisuseError(f"expected a message of at most {MAX_MESSAGE_BYTES} bytes")
    return text


async def _send_all(line: PageLine, queue: SendQueue) -> None:
    while await _send_next(line, queue):
        pass


async def _send_next(line: PageLine, queue: SendQueue) -> bool:
    """Send the next message, and keep it no longer; return whether there was one."""
    message = await queue.next()
    if message is not None:
        await line.send(message)
    return message is not None
