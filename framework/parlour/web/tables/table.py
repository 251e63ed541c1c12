"""A table: one match in the memory of the server, and the pages that show it.

One task at a time is at its session: pages wait for one another, and for no other table. The
session computes in threads, so that the loop that serves all pages never does.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeAlias, TypeVar

from msgspec import Struct

from parlour.rules.errors import MisuseError, RecordError
from parlour.rules.one_line import one_line
from parlour.rules.seats import Seat
from parlour.table.session import Session
from parlour.web import messages
from parlour.web.limits import Rate
from parlour.web.messages import ByeMessage, PageMessage, ReplyMessage
from parlour.web.shown.history import MatchHistory
from parlour.web.shown.onlookers import may_look_on, onlooker_sight
from parlour.web.shown.sights import sight_of
from parlour.web.tables.answering import STALE, answer, is_slow
from parlour.web.tables.outlet import Outlet
from parlour.web.tables.sidecar import TableFile

A = TypeVar("A")

log = logging.getLogger("parlour.web")

Place: TypeAlias = Seat | None
"""The place from which a page looks: a seat, or None for onlookers."""

MOST_PAGES = 8
"""Pages at one seat, at most."""
MOST_ONLOOKERS = 500
"""Pages of onlookers, at most."""

HASTY = "Too many messages at once."
"""The good-bye to a page that sends more than its seat may."""


class TableThreads(Struct, frozen=True):
    """The threads of a server."""

    reading: Executor
    """For sessions."""
    thinking: Executor
    """For bots, which may take their time."""


class LiveTable:
    """One table, as long as somebody looks at it or a bot has to move."""

    def __init__(
        self,
        session: Session,
        file: TableFile,
        threads: TableThreads,
        pace: float,
        on_turn: Callable[[Seat], None] = lambda _: None,
    ) -> None:
        """Show ``session``; bots move at most once in ``pace`` seconds.

        ``on_turn`` is called with the seat of a person who is asked and has no page open.
        """
        self.name = file.name
        self.session = session
        self.file = file
        self.history = MatchHistory(session.match)
        self.fault = ""
        """The reason why the table was closed by an error; empty if none did."""
        self._threads = threads
        self._pace = pace
        self._on_turn = on_turn
        self._lock = asyncio.Lock()
        self._pages: dict[Outlet, Place] = {}
        self._rates: dict[Place | Outlet, Rate] = {}
        self._sights: dict[Place, str] = {}
        self._asked: frozenset[Seat] = frozenset()
        self._bots: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """Whether no page shows it and no bot has to move."""
        return not self._pages and (self._bots is None or self._bots.done())

    async def join(self, outlet: Outlet, place: Place) -> None:
        """Let a page look from a place.

        Raises:
            MisuseError: There are too many pages, or the game shows onlookers nothing.
        """
        async with self._lock:
            most = MOST_ONLOOKERS if place is None else MOST_PAGES
            if list(self._pages.values()).count(place) >= most:
                raise MisuseError(f"expected at most {most} pages here; close one of them")
            if place is None and not may_look_on(self.session):
                title = self.session.game.title
                raise MisuseError(f"nobody may look on at {title} before the match is over")
            self._pages[outlet] = place
            await self._guarded(self._show_to, outlet)
        self._go_on()

    def leave(self, outlet: Outlet) -> None:
        """Let a page go."""
        self._pages.pop(outlet, None)
        self._rates.pop(outlet, None)

    def cut_off(self, seat: Seat, why: str) -> None:
        """Send all pages at a seat away."""
        self._part([outlet for outlet, place in self._pages.items() if place == seat], why)

    def may_ask(self, outlet: Outlet) -> bool:
        """Count a message from a page; a page whose seat sends too many is sent away."""
        if outlet not in self._pages:
            return False
        place = self._pages[outlet]
        rate = self._rates.setdefault(outlet if place is None else place, Rate())
        if rate.takes_one_more():
            return True
        self._part([outlet], HASTY)
        return False

    async def ask(self, outlet: Outlet, asked: PageMessage) -> None:
        """Answer a message from a page, and show all pages what has changed for them."""
        if outlet not in self._pages:
            return
        place = self._pages[outlet]
        async with self._lock:
            said = await self._guarded(self._answered, place, asked, slow=is_slow(asked))
            if said is None or outlet not in self._pages:
                return
            outlet.put(messages.text(said))
            await self._guarded(self._show_to_all)
            if said == STALE and outlet in self._pages:
                outlet.show(self._sights[place], again=True)
        self._go_on()

    async def read(self, call: Callable[..., A], *given: object) -> A:
        """Return what a call returns that reads the session."""
        async with self._lock:
            return await self._in_thread(call, *given)

    async def show_again(self, outlet: Outlet) -> None:
        """Send a page its sight once more."""
        async with self._lock:
            if outlet in self._pages:
                await self._guarded(self._show_to, outlet)

    async def show_all(self) -> None:
        """Show all pages what has changed for them."""
        async with self._lock:
            await self._guarded(self._show_to_all)

    async def close(self, why: str, *, again: bool = False) -> None:
        """Say good-bye to all pages, and let the bots leave; the record stays."""
        if self._bots is not None:
            self._bots.cancel()
        async with self._lock:
            self._part(list(self._pages), why, again=again)
            await self._in_thread(self.session.__exit__, None, None, None)

    # Inside, with the lock held

    def _answered(self, place: Place, asked: PageMessage) -> Struct:
        try:
            return answer(self.session, self.history, place, asked)
        except MisuseError as fault:
            return ReplyMessage((f"Not possible: {one_line(fault)}.",), refused=True)

    def _show_to(self, outlet: Outlet) -> None:
        place = self._pages[outlet]
        if place not in self._sights:  # it is made anew with every change
            self._sights[place] = self._sight(place)
        outlet.show(self._sights[place], again=True)

    def _show_to_all(self) -> None:
        self._sights = {place: self._sight(place) for place in set(self._pages.values())}
        for outlet, place in list(self._pages.items()):
            outlet.show(self._sights[place])

    def _sight(self, place: Place) -> str:
        if place is not None:
            return messages.text(sight_of(self.session, place))
        sight = onlooker_sight(self.session, self.history, self.file.kept.delay)
        return messages.text(sight) if sight is not None else self._sights.get(None, "")

    def _part(self, outlets: list[Outlet], why: str, *, again: bool = False) -> None:
        for outlet in outlets:
            outlet.put(messages.text(ByeMessage(why, again)))
            outlet.close()
            self.leave(outlet)

    async def _guarded(
        self, call: Callable[..., A], *given: object, slow: bool = False
    ) -> A | None:
        """Call in a thread; an error closes the table, whose record holds all that was played."""
        try:
            return await self._in_thread(call, *given, slow=slow)
        except Exception as fault:  # noqa: BLE001  a game or a bot may raise anything
            self._fail(fault)
            return None

    def _fail(self, fault: Exception) -> None:
        log.warning("table %s: %s: %s", self.name, type(fault).__name__, one_line(fault))
        self.fault = _worded(fault)
        self._part(list(self._pages), self.fault)

    async def _in_thread(self, call: Callable[..., A], *given: object, slow: bool = False) -> A:
        threads = self._threads.thinking if slow else self._threads.reading
        return await asyncio.get_running_loop().run_in_executor(threads, call, *given)

    # Turns

    def _go_on(self) -> None:
        """Let bots and standing orders move until a person is asked, who is then told."""
        if self.fault:
            return
        self._tell_turns()
        if (self._bots is None or self._bots.done()) and self.session.turn().is_automatic:
            self._bots = asyncio.create_task(self._play_bots())

    def _tell_turns(self) -> None:
        """Tell whose turn has begun, unless a page of theirs is open."""
        match, people = self.session.match, self.session.people
        asked = frozenset(seat for seat in match.awaited.seats if seat in people)
        for seat in sorted(asked - self._asked - set(self._pages.values())):
            self._on_turn(seat)
        self._asked = asked

    async def _play_bots(self) -> None:
        loop = asyncio.get_running_loop()
        while not self.fault and (turn := self.session.turn()).is_automatic:
            earliest = loop.time() + (0.0 if turn.offers else self._pace)
            try:
                thinking = self._threads.thinking
                thought = await loop.run_in_executor(thinking, self.session.think, turn)
            except Exception as fault:  # noqa: BLE001  a game may raise anything
                self._fail(fault)
                return
            await asyncio.sleep(max(0.0, earliest - loop.time()))
            async with self._lock:
                if not self.fault:
                    await self._guarded(self.session.make, thought)
                    await self._guarded(self._show_to_all)
        self._tell_turns()


def _worded(fault: Exception) -> str:
    """Return what pages are told of an error, which may name what only one seat may know."""
    if isinstance(fault, RecordError):
        reason = one_line(fault).rpartition(": ")[2]
        return f"The move was not saved: {reason}. The match is kept as it was before."
    return "The game failed, and the server's log says how. The match is kept."
