"""A table: one match in the memory of the server, and the pages that show it.

One task at a time is at its session: pages wait for one another, and for no other table. The
session computes in threads, so that the loop that serves all pages never does.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeAlias, TypeVar

from msgspec import Struct

from parlour.rules.errors import ParlourError, RecordError
from parlour.rules.one_line import one_line
from parlour.rules.seats import Seat
from parlour.session.session import Session
from parlour.web import messages
from parlour.web.messages import ByeMessage, EnterRequest, ReplyMessage
from parlour.web.shown.sights import sight_of
from parlour.web.tables.entering import entered
from parlour.web.tables.outlet import Outlet

A = TypeVar("A")

Place: TypeAlias = Seat | None
"""Where a page looks from: a seat, or None for onlookers."""

STALE = "The table has changed since; nothing was done. Look again."
"""The answer to a line for an older position."""


class TableThreads(Struct, frozen=True):
    """The threads of a server."""

    reading: Executor
    """For sessions."""
    thinking: Executor
    """For bots, which may take their time."""


class LiveTable:
    """One table, as long as somebody looks at it or a bot has to move."""

    def __init__(self, name: str, session: Session, workers: TableThreads, pace: float) -> None:
        """Show ``session``; bots move at most once in ``pace`` seconds."""
        self.name = name
        self.session = session
        self.fault = ""
        """The reason why the table was closed by an error; empty if none did."""
        self._workers = workers
        self._pace = pace
        self._lock = asyncio.Lock()
        self._pages: dict[Outlet, Place] = {}
        self._sights: dict[Place, bytes] = {}
        self._bots: asyncio.Task[None] | None = None

    @property
    def is_watched(self) -> bool:
        """Whether any page shows it."""
        return bool(self._pages)

    async def join(self, outlet: Outlet, place: Place) -> None:
        """Let a page look from a place."""
        async with self._lock:
            self._pages[outlet] = place
            await self._guarded(self._show_to, outlet)
        self._let_bots_go_on()

    def leave(self, outlet: Outlet) -> None:
        """Let a page go."""
        self._pages.pop(outlet, None)

    async def enter(self, outlet: Outlet, asked: EnterRequest) -> None:
        """Enter a line that was typed on a page."""
        seat = self._pages.get(outlet)
        async with self._lock:
            if seat is None or outlet not in self._pages:
                return
            reply = await self._guarded(self._entered, seat, asked)
            if reply is None:
                return
            outlet.put(messages.encode(reply))
            await self._guarded(self._show_to_all)
            if reply.lines == (STALE,):
                outlet.show(self._sights[seat], again=True)
        self._let_bots_go_on()

    async def read(self, outlet: Outlet, reading: Callable[[Session, Place], Struct]) -> None:
        """Answer a page with what ``reading`` returns of the session for its place."""
        async with self._lock:
            if outlet in self._pages:
                place = self._pages[outlet]
                answer = await self._guarded(reading, self.session, place)
                if answer is not None:
                    outlet.put(messages.encode(answer))

    async def close(self, why: str, *, again: bool = False) -> None:
        """Say good-bye to all pages, and let the bots leave; the record stays."""
        if self._bots is not None:
            self._bots.cancel()
        async with self._lock:
            self._part(why, again=again)
            await self._in_thread(self.session.__exit__, None, None, None)

    # Inside, with the lock held

    def _entered(self, seat: Seat, asked: EnterRequest) -> ReplyMessage:
        if asked.position != len(self.session.match.events(seat)):
            return ReplyMessage((STALE,), refused=True)
        return entered(self.session, seat, asked.text)

    def _show_to(self, outlet: Outlet) -> None:
        place = self._pages[outlet]
        self._sights[place] = sight = self._sight(place)
        outlet.show(sight, again=True)

    def _show_to_all(self) -> None:
        self._sights = {place: self._sight(place) for place in set(self._pages.values())}
        for outlet, place in self._pages.items():
            outlet.show(self._sights[place])

    def _sight(self, place: Place) -> bytes:
        if place is None:
            raise ParlourError("nobody may look on here")
        return messages.encode(sight_of(self.session, place))

    def _part(self, why: str, *, again: bool) -> None:
        for outlet in self._pages:
            outlet.put(messages.encode(ByeMessage(why, again)))
            outlet.close()
        self._pages.clear()

    async def _guarded(self, call: Callable[..., A], *given: object) -> A | None:
        """Call in a thread; an error closes the table, whose record holds all that was played."""
        try:
            return await self._in_thread(call, *given)
        except Exception as fault:  # noqa: BLE001  a game or a bot may raise anything
            self.fault = _worded(fault)
            self._part(self.fault, again=False)
            return None

    async def _in_thread(self, call: Callable[..., A], *given: object) -> A:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._workers.reading, call, *given)

    # Bots

    def _let_bots_go_on(self) -> None:
        """Let bots and standing orders move until a person is asked."""
        is_idle = self._bots is None or self._bots.done()
        if is_idle and not self.fault and self.session.turn().is_automatic:
            self._bots = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        loop = asyncio.get_running_loop()
        while not self.fault and (turn := self.session.turn()).is_automatic:
            earliest = loop.time() + (0.0 if turn.offers else self._pace)
            try:
                thinking = loop.run_in_executor(self._workers.thinking, self.session.think, turn)
                thought = await thinking
            except Exception as fault:  # noqa: BLE001  a game may raise anything
                self.fault = _worded(fault)
                self._part(self.fault, again=False)
                return
            await asyncio.sleep(max(0.0, earliest - loop.time()))
            async with self._lock:
                if not self.fault:
                    await self._guarded(self.session.make, thought)
                    await self._guarded(self._show_to_all)


def _worded(fault: Exception) -> str:
    """Return the reason why a table was closed."""
    if isinstance(fault, RecordError):
        return f"The move was not saved: {one_line(fault)}. The match is kept as it was before."
    if isinstance(fault, ParlourError):
        return f"The game failed: {one_line(fault)}."
    return f"The game failed: {type(fault).__name__}: {one_line(fault)}."
