"""An assistant that plays at a table of the server, from one call of a tool to the next.

It is one more page at its seat, so that the others see it come and go, a match that waits for its
people begins, and every limit on pages counts it. Nothing is sent to it between two calls.
"""

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, Struct
from typing_extensions import override

from parlour.rules import MatchError, MisuseError, ParlourError, one_line
from parlour.words import say, speaking
from parlour_adapters.seat_tools import Position, confirming
from parlour_web.assistants.live_seat import LiveSeat, ShownMoves
from parlour_web.house.faults import is_shortage
from parlour_web.messages import (
    MAX_MESSAGE_BYTES,
    ByeMessage,
    EnterRequest,
    NameRequest,
    PageMessage,
    RematchMessage,
    RematchRequest,
    ReplyMessage,
    encode,
)
from parlour_web.page_session import PageSession, SeatedPage
from parlour_web.tables.send_queue import Digests, SendQueue
from parlour_web.tables.store import TableStore

A = TypeVar("A")

log = logging.getLogger("parlour_web")

TURN_SECONDS = 45.0
"""Seconds until a tool no longer waits for others: many clients give a tool a minute."""

SHOWING = frozenset({"look", "moves", "play", "wait", "undo"})
"""The tools that show the legal moves."""

INSTRUCTIONS = """\
You sit at a table with people or other programs and play one seat of one match. Look at the \
table, read the rules, and play moves by their texts or numbers. You see what your seat may know, \
and nothing else. After a move you are told what the others did and what you may do now. If it is \
not your turn, wait, and wait again until it is. After the end, wait for another match.\
"""
"""Text for a model about how to use the tools."""

READ: Mapping[str, type[Struct]] = {
    "bye": ByeMessage,
    "rematch": RematchMessage,
    "reply": ReplyMessage,
}
"""The messages that matter to an assistant, by their types; it hears no talk."""


class AssistantQueue(SendQueue):
    """The messages to an assistant; only the newest of each kind are kept."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.changed = asyncio.Event()
        """Set by every message."""
        self.reply = ReplyMessage()
        self.rematch = ""
        """The link to the seat in another match."""
        self.bye: str | None = None
        """The reason why the table has sent the assistant away; None while it sits there."""

    @override
    def put(self, message: bytes) -> None:
        told = msgspec.json.decode(zlib.decompress(message, -zlib.MAX_WBITS))
        kind = READ.get(told["type"])
        told = kind and msgspec.convert(told, kind)
        if isinstance(told, ReplyMessage):
            self.reply = told
        if isinstance(told, RematchMessage):
            self.rematch = told.url
        if isinstance(told, ByeMessage):
            self.bye = told.why
        self.changed.set()

    @property
    @override
    def bases(self) -> tuple[Digests, ...]:
        return ()

    @override
    def show(self, view: Digests, changes: Mapping[int, bytes]) -> None:
        self.newest = view
        self.changed.set()


class Asker(NamedTuple):
    """The sender of a request: the key opens a seat at the table."""

    table: str
    key: str
    address: str
    language: str


class AssistantSession:
    """One assistant at the seat that a key opens, and at its seat in the next matches."""

    def __init__(self, store: TableStore, pages: PageSession, asker: Asker) -> None:
        self._store = store
        self._pages = pages
        self._name = asker.table
        self._key = asker.key
        self._address = asker.address
        self._language = asker.language
        self._lock = asyncio.Lock()
        self._leaving = AsyncExitStack()
        self._queue = AssistantQueue(asker.language)
        self._page: SeatedPage | None = None
        self._shown: ShownMoves | None = None
        self.called_at = 0.0
        """The time of the loop when a tool was last called."""
        self.waiting = 0
        """Number of calls that have begun and not ended."""

    async def call(self, tool: str, given: Mapping[str, object]) -> tuple[str, Position | None]:
        """Call a tool, after the one that runs; return its text and the match as the seat sees it.

        Raises:
            MatchError: The tool is not possible; the sentence says why.
        """
        self.waiting += 1
        try:
            async with self._lock:
                with speaking(self._language):
                    return await self._guarded(tool, given)
        finally:
            self.waiting -= 1
            self.called_at = asyncio.get_running_loop().time()

    async def close(self) -> None:
        """Leave the table."""
        self._page = None
        await self._leaving.aclose()

    # The tools that do more than read

    async def play(self, move: str) -> str:
        """Make a move; the others then move, and you see the table again.

        Several have commas between them. If the table asks something first, the move is ``yes``
        or ``no``.
        """
        before = self._shown
        if before is None:
            if any(part.strip().isdecimal() for part in move.split(",")):
                return await self._told(say("line.stale"))  # a number of moves that it has not seen
            before = await self._reading(lambda: self._seat.shown)
        reply = await self._entered(move, before.position)
        now = await self._reading(lambda: self._seat.shown)
        if reply.lines == (say("line.stale"),) and now.moves == before.moves:
            before = now
            reply = await self._entered(move, before.position)
        lines = (*reply.lines, *confirming(reply.question))
        if (await self._reading(lambda: self._seat.shown)).position == before.position:
            return "\n".join(lines)
        await self._wait_until(self._is_asked, self._end())
        return await self._told(*lines)

    async def wait(self) -> str:
        """Wait until you are asked, or the match is over; after its end, for another match."""
        end = self._end()
        if await self._reading(lambda: self._seat.is_over):
            if self._sits.table.file.metadata.rematch is not UNSET:
                await self._sits.answer(RematchRequest())
            await self._wait_until(self._has_rematch, end)
        if self._queue.rematch:
            _, _, at = self._queue.rematch.rpartition("/t/")
            self._name, _, self._key = at.partition("#")
            await self.close()
            await self._sit_down()
        await self._wait_until(self._is_asked, end)
        return await self._told()

    async def undo(self) -> str:
        """Take your last move back, if nobody has learnt anything by it."""
        return await self.play("undo")

    async def rename(self, name: str) -> str:
        """Choose the name that the others read; a person has one, and so may you."""
        return await self._asked_for(NameRequest(name))

    async def rematch(self) -> str:
        """Ask for another match with the others, each a seat further on; then wait for it."""
        return await self._asked_for(RematchRequest())

    # Inside

    async def _guarded(self, tool: str, given: Mapping[str, object]) -> tuple[str, Position | None]:
        """Call a tool; a fault is said as pages are told it."""
        try:
            await self._sit_down()
            self._sits.table.may_ask(self._queue)
            return await self._called(tool, given)
        except ParlourError as fault:
            raise MatchError(self._store.told(fault).text) from None
        except Exception as fault:  # noqa: BLE001  a game may raise anything
            log.warning("table %s: %s: %s", self._name, type(fault).__name__, one_line(fault))
            raise MatchError(say("bye.short" if is_shortage(fault) else "bye.failed")) from None

    async def _called(self, tool: str, given: Mapping[str, object]) -> tuple[str, Position | None]:
        own = getattr(self, tool, None)
        if own is not None:
            text: str = await own(**given)
            position, now = await self._reading(lambda: (self._seat.position(), self._seat.shown))
        else:
            asked = getattr(self._seat, tool)
            text, position, now = await self._reading(
                lambda: (asked(**given), self._seat.position(), self._seat.shown)
            )
            await self._sits.table.show_all()  # a question ends a standing order
        if tool in SHOWING:
            self._shown = now
        return text, position

    async def _sit_down(self) -> None:
        """Sit down, unless the assistant sits at its table.

        Raises:
            ParlourError: The key opens no seat, or the table takes no more pages.
        """
        if self._page is not None and self._queue.bye is None:
            return
        await self.close()
        self._shown = None
        self._queue = AssistantQueue(self._language)
        self._store.check_newcomer(self._name)
        async with AsyncExitStack() as entering:
            entering.enter_context(self._store.quota.page(self._address))
            page = await entering.enter_async_context(
                self._pages.seated(self._queue, self._name, self._key, self._address)
            )
            if page.place is None:
                raise MisuseError(say("only_players"))
            if self._queue.bye is not None:
                raise self._sent_away()
            self._leaving = entering.pop_all()
        self._page = page

    @property
    def _sits(self) -> SeatedPage:
        """The page as which the assistant sits at its table."""
        if self._page is None or self._queue.bye is not None:
            raise self._sent_away()
        return self._page

    @property
    def _seat(self) -> LiveSeat:
        page = self._sits
        return LiveSeat(page.table, page.place or 0)

    def _sent_away(self) -> MatchError:
        return MatchError(one_line(self._queue.bye or say("bye.closed")).rstrip("."))

    async def _reading(self, call: Callable[[], A]) -> A:
        """Call a function that reads the table, in the language of the assistant."""

        def read() -> A:
            with speaking(self._language):
                return call()

        return await self._sits.table.read(read)

    async def _entered(self, text: str, position: int) -> ReplyMessage:
        """Enter a line as a page would that shows a position; return the answer.

        Raises:
            MisuseError: It is longer than a server takes.
        """
        asked = EnterRequest(text, position)
        if len(encode(asked)) > MAX_MESSAGE_BYTES:
            raise MisuseError(f"expected a line of at most {MAX_MESSAGE_BYTES} bytes")
        self._queue.reply = ReplyMessage()
        await asyncio.shield(self._sits.answer(asked))
        return self._queue.reply

    async def _asked_for(self, asked: PageMessage) -> str:
        """Ask for something that is no line; return the table, or why it is not possible."""
        self._queue.reply = ReplyMessage()
        await asyncio.shield(self._sits.answer(asked))
        if self._queue.reply.refused:
            return "\n".join(self._queue.reply.lines)
        return await self._told()

    async def _told(self, *lines: str) -> str:
        """Return the table as the seat sees it, below some lines."""
        return await self._reading(lambda: self._seat.said(lines))

    def _end(self) -> float:
        return asyncio.get_running_loop().time() + TURN_SECONDS

    async def _wait_until(self, is_so: Callable[[], Awaitable[bool]], end: float) -> None:
        """Wait until something is so, or until a time of the loop."""
        loop = asyncio.get_running_loop()
        while True:
            self._queue.changed.clear()
            if await is_so():
                return
            try:
                await asyncio.wait_for(self._queue.changed.wait(), end - loop.time())
            except TimeoutError:
                return

    async def _is_asked(self) -> bool:
        """Return whether the seat can act now, or the match is over."""
        return await self._reading(lambda: self._seat.is_asked)

    async def _has_rematch(self) -> bool:
        return bool(self._queue.rematch) or self._queue.bye is not None
