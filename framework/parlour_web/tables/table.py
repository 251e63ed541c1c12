"""A table: one match in the memory of the server, and the pages that show it.

One task at a time uses a table: its pages wait for each other, and for no other table. The match
computes in threads, so that the loop that serves all pages stays free.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import NamedTuple, TypeAlias, TypeVar

from msgspec import UNSET, Struct

from parlour.match import AWAY, BACK, Forfeit
from parlour.players import Player
from parlour.rules import MisuseError, RecordError, Seat, one_line
from parlour.table import BotAnswer, Chair, Reading, Table, TableView, Turn, Undo, Who
from parlour.words import Phrase, phrase, say, speaking
from parlour_web import messages
from parlour_web.house.faults import is_shortage
from parlour_web.limits import RateLimiter
from parlour_web.messages import (
    AbsenceMessage,
    ByeMessage,
    EnterRequest,
    PageMessage,
    PausedMessage,
    ReplyMessage,
    SayRequest,
    WaitedMessage,
)
from parlour_web.tables.answering import (
    LateReply,
    answer,
    is_held_back,
    is_slow,
    read_line,
    waits_for_nobody,
    why_held,
)
from parlour_web.tables.keys import Keys
from parlour_web.tables.metadata import Forget, Hold, TableFile
from parlour_web.tables.opening import StandIns, undone_in
from parlour_web.tables.quota import Declined
from parlour_web.tables.send_queue import Digests, SendQueue, ViewChanges
from parlour_web.tables.threads import Threads
from parlour_web.talk.rooms import MINUTE_SECONDS, TalkRooms
from parlour_web.talk.said import SaidLine

A = TypeVar("A")

log = logging.getLogger("parlour_web")

Place: TypeAlias = Seat | None
"""The place of a page: a seat, or None for spectators."""

MAX_PAGES = 8
"""Maximum number of pages at one seat."""
MAX_UNDONE = 1000
"""Maximum number of moves that one match takes back: each stays in its record and in memory."""
MAX_SPECTATORS = 500
"""Maximum number of pages of spectators."""


class Update(NamedTuple):
    """A view for one page."""

    queue: SendQueue
    view: Digests
    changes: Mapping[int, bytes]
    """The message, by the ``id`` of the view that the page has."""


class LiveTable:
    """One table, while somebody looks at it or a bot has to move."""

    def __init__(
        self,
        table: Table,
        file: TableFile,
        threads: Threads,
        pace: float,
        *,
        on_turn: Callable[[Table, Seat, str, Forget], None] = lambda *_: None,
        reopen: Callable[[], Table] | None = None,
        talk: TalkRooms | None = None,
        stand_ins: StandIns | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Show ``table``; bots move at most once in ``pace`` seconds.

        ``on_turn`` is called with the seat and the address of a person asked without an open
        page, and what forgets an address; ``reopen`` returns the table as its record has it.
        Without ``talk``, nobody talks, and without ``stand_ins`` no bot plays for people who are
        away. ``clock`` tells how long people think.
        """
        self.name = file.name
        self.table = table
        table.call_people(file.metadata.names)
        self.file = file
        self.talk = talk or TalkRooms(None)
        self.fault: Phrase | None = None
        """The error that closed the table, in words; None while it is open."""
        self.rematch: tuple[str, Keys] | None = None
        """The name and the keys of the table of a rematch, once somebody has asked for one."""
        self.deciding = asyncio.Lock()
        """Held by who looks at the metadata, decides by them, and changes them."""
        self.wishes = set[Seat]()
        """The seats whose person wishes a rematch and may not create tables."""
        self.undone = 0
        """Number of moves that were taken back, when somebody last wanted to."""
        self._threads = threads
        self._pace = pace
        self._on_turn = on_turn
        self._reopen = reopen
        self._clock = clock
        self._stand_ins = stand_ins
        self._opened = clock() - (0.0 if stand_ins is None else stand_ins.waited)
        """When the match came to the position that it had when it was opened."""
        self._since: dict[Place, tuple[int, float]] = {}
        self._lock = asyncio.Lock()
        self._pages: dict[SendQueue, Place] = {}
        self._rates: dict[Place | SendQueue, RateLimiter] = {}
        self._told: frozenset[Seat] = frozenset()
        self._asked: frozenset[Seat] = frozenset()
        self._turn = Turn(Who.NOBODY)
        self._bots: asyncio.Task[None] | None = None
        self.left_at = asyncio.get_running_loop().time()
        """The last time that a page left, or else when it was opened."""

    @property
    def is_idle(self) -> bool:
        """Whether no page shows it and no bot has to move."""
        return not self._pages and (self._bots is None or self._bots.done())

    def chair(self, place: Place) -> Chair:
        """Return the chair at a place."""
        return self.table.chair(place, self.file.metadata.delay if place is None else 0)

    async def join(self, queue: SendQueue, place: Place, *, hears: bool = False) -> None:
        """Let a page look from a place, and hear what people say if it ``hears``.

        Raises:
            MisuseError: There are too many pages, or the game shows spectators nothing.
        """
        async with self._lock:
            if self.fault:
                raise MisuseError(str(self.fault))
            maximum = MAX_SPECTATORS if place is None else MAX_PAGES
            if list(self._pages.values()).count(place) >= maximum:
                raise MisuseError(say("bye.pages", most=maximum))
            await self._threads.read(self.chair(place).check_sight)
            is_alone = place is not None and place not in self.present
            self._pages[queue] = place
            await self._update(self._updates, queue)
            if queue not in self._pages:  # the table has failed, and told it why
                return
            if waits_for_nobody(self.file, self.table, self.present):
                await self._threads.read(self.file.hold, None)
                self.tell_hold()
            else:
                # Spectators come and go in any number, and nobody waits for them.
                self.tell_hold(self._pages if place is not None and self.why_held else (queue,))
            self._tell_presence(self._pages if is_alone else (queue,))
            if self.away or self.file.metadata.minutes is not UNSET:
                self.tell_absence((queue,))
            queue.put(messages.sent(WaitedMessage(self._waited(place))))
            if hears:
                await self._threads.read(self.talk.load)
                self.talk.hear(queue, place)
        self._go_on()

    def leave(self, queue: SendQueue) -> None:
        """Let a page go."""
        place = self._pages.pop(queue, None)
        self._rates.pop(queue, None)
        self.talk.leave(queue)
        self.left_at = asyncio.get_running_loop().time()
        if place is not None and self.why_held:
            self.tell_hold()
        if place is not None and place not in self.present:
            self._tell_presence(self._pages)

    @property
    def present(self) -> list[Place]:
        """The place of each page."""
        return list(self._pages.values())

    @property
    def why_held(self) -> str:
        """The reason why nobody may move, in a sentence; empty if everybody may."""
        return why_held(self.file, self.table, self.present)

    async def hold(self, why: Hold | None) -> None:
        """Let nobody move for a reason, or everybody."""
        async with self._lock:
            await self._threads.read(self.file.hold, why)
            self.tell_hold()
        self._go_on()

    def tell_hold(self, pages: Collection[SendQueue] | None = None) -> None:
        """Tell pages, all unless given, why nobody may move, or that everybody may."""
        names = self.file.metadata.names
        for queue in self._pages if pages is None else pages:
            place = self._pages[queue]
            with speaking(queue.language):
                asks = place is not None and not names[place] and len(self.table.people) > 1
                queue.put(messages.sent(PausedMessage(self.why_held, asks)))

    def _tell_presence(self, pages: Collection[SendQueue]) -> None:
        """Tell pages the people present."""
        seats = sorted({place for place in self.present if place is not None})
        for queue in pages:
            queue.put(messages.sent(messages.PresenceMessage(tuple(seats))))

    @property
    def away(self) -> frozenset[Seat]:
        """The seats of people who are away: a bot plays for each until they are back."""
        return frozenset(() if self._stand_ins is None else self._stand_ins.away)

    def tell_absence(self, pages: Iterable[SendQueue]) -> None:
        """Tell pages who is away, and after how many minutes others may say so."""
        minutes = self.file.metadata.minutes
        told = AbsenceMessage(tuple(sorted(self.away)), 0 if minutes is UNSET else minutes)
        for queue in pages:
            queue.put(messages.sent(told))

    async def limit(self, minutes: int) -> None:
        """Let others have a bot play after so many minutes; 0 for never."""
        async with self._lock:
            await self._threads.read(self.file.limit, minutes)
            self.tell_absence(self._pages)

    async def sit_in(self, queue: SendQueue, seat: Seat) -> None:
        """Let a bot play for a person who has thought for too long, as the person at a page wishes.

        Raises:
            ParlourError: That person may not wish it now, or the server has no room for the bot.
        """
        async with self._lock:
            stand_ins = self._checked_stand_ins(self._pages.get(queue), seat)
            bot = await self._threads.think(stand_ins.make, self.table, seat)
            await self._seat(stand_ins, Forfeit(seat, AWAY, stand_ins.spec), bot)
        self._go_on()

    async def come_back(self, seat: Seat) -> None:
        """Let a person who is back play again, if a bot plays for them."""
        async with self._lock:
            stand_ins = self._stand_ins
            if stand_ins is not None and seat in stand_ins.away and not self.table.is_over:
                await self._seat(stand_ins, Forfeit(seat, BACK, BACK))
        self._go_on()

    def wish(self, seat: Seat) -> None:
        """Let the person at a seat wish a rematch, and tell everybody.

        Raises:
            MisuseError: The match is not over.
        """
        if not self.table.is_over:
            raise MisuseError(say("rematch.not_yet"))
        self.wishes.add(seat)
        self.tell_wishes(self._pages)

    def tell_wishes(self, pages: Iterable[SendQueue], *, is_laid: bool = False) -> None:
        """Tell pages who wishes a rematch, and whether its table is there."""
        for queue in pages:
            queue.put(messages.sent(messages.WishMessage(tuple(sorted(self.wishes)), is_laid)))

    def tell(self, messages_to: Mapping[Seat, Struct]) -> None:
        """Send the pages at each seat a message."""
        for queue, place in self._pages.items():
            if place is not None and place in messages_to:
                queue.put(messages.sent(messages_to[place]))

    def cut_off(self, seat: Seat, why: Phrase) -> None:
        """Send all pages at a seat away."""
        self._part([queue for queue, place in self._pages.items() if place == seat], why)

    def may_ask(self, queue: SendQueue) -> bool:
        """Count a message from a page; a page whose seat sends too many is sent away."""
        if queue not in self._pages:
            return False
        place = self._pages[queue]
        rate = self._rates.setdefault(queue if place is None else place, RateLimiter())
        if rate.allow():
            return True
        self._part([queue], phrase("bye.too_fast"))
        return False

    async def ask(self, queue: SendQueue, asked: PageMessage) -> None:
        """Answer a message from a page, and show all pages their changes."""
        if queue not in self._pages:
            return
        place = self._pages[queue]
        if place is not None and isinstance(asked, EnterRequest):
            await self.come_back(place)
        async with self._lock:
            done = await self._guarded(self._done, queue, asked)
            if isinstance(done, Reading):
                done = await self._thought(queue, asked, done)
            if isinstance(done, tuple):
                message, updates = done
                if queue in self._pages:
                    queue.put(message)
                self._show(updates)
        self._go_on()

    async def say(self, queue: SendQueue, asked: SayRequest) -> None:
        """Let the person at a page say a line to all in the same room, or tell the page why not."""
        async with self._lock:
            try:
                line = await self._threads.read(self._said, queue, asked)
            except MisuseError as why:
                self.talk.decline(queue, str(why))
                return
            self.talk.tell(line)

    async def silence(self, *, is_silent: bool) -> None:
        """Let nobody talk at this table, or everybody."""
        async with self._lock:
            await self._threads.read(self.file.silence, is_silent)
            self.talk.tell_may()

    async def read(self, call: Callable[..., A], *given: object) -> A:
        """Call a function that reads the table in a thread, and return its result."""
        async with self._lock:
            return await self._threads.read(call, *given)

    async def show_all(self) -> None:
        """Show all pages their changes."""
        async with self._lock:
            await self._update(self._updates)

    async def close(self, why: Phrase, *, again: bool = False) -> None:
        """Say good-bye to all pages, and let the bots leave; the record stays."""
        if self._bots is not None:
            self._bots.cancel()
        self.fault = why
        async with self._lock:
            self._part(list(self._pages), why, again=again)
            await self._threads.read(self.table.__exit__, None, None, None)

    # Inside, with the lock held

    def _checked_stand_ins(self, place: Place, seat: Seat) -> StandIns:
        """Return the bots that play for people who are away, if a person may let one sit down now.

        Raises:
            MisuseError: The person may not, or the server has no room.
        """
        minutes = self.file.metadata.minutes
        if place is None or place not in self.table.people:
            raise MisuseError(say("only_players"))
        if minutes is UNSET or self._stand_ins is None:
            raise MisuseError(say("absence.off"))
        if self.why_held:
            raise MisuseError(self.why_held.rstrip("."))
        is_asked = seat in self.table.awaited and seat in self.table.people - self.away
        if seat == place or not is_asked or self._waited(place) < minutes * MINUTE_SECONDS:
            raise MisuseError(say("absence.not_yet", minutes=minutes))
        self._stand_ins.check()
        return self._stand_ins

    async def _seat(self, stand_ins: StandIns, left: Forfeit, bot: Player | None = None) -> None:
        """Let a bot play for a person who is away, or again the person who is back."""
        updates = await self._guarded(self._seated, stand_ins, left, bot, slow=True)
        if updates is None and bot is not None:
            bot.dismiss()
        self._show(updates or [])
        self.tell_absence(self._pages)

    def _seated(self, stand_ins: StandIns, left: Forfeit, bot: Player | None) -> list[Update]:
        self.table.sit_in(left, bot)
        stand_ins.away ^= {left.seat}
        stand_ins.count()
        return self._updates()

    def _said(self, queue: SendQueue, asked: SayRequest) -> SaidLine:
        positions = [self.table.chair(seat).position for seat in range(self.table.seats)]
        return self.talk.keep(queue, asked, [*positions, self.chair(None).position])

    def _done(
        self, queue: SendQueue, asked: PageMessage, reading: Reading | None = None
    ) -> tuple[bytes, list[Update]] | Reading:
        """Do what a page asks; return the answer and what all pages are to be shown.

        If the answer takes a while, return the reading of the line, to be given again.
        """
        with speaking(queue.language):
            answered = self._answered(queue, asked, reading)
        if isinstance(answered, Reading | tuple):
            return answered
        updates = list[Update]()
        if isinstance(asked, EnterRequest):
            updates = self._updates(queue if isinstance(answered, LateReply) else None)
        return messages.sent(answered), updates

    def _answered(
        self, queue: SendQueue, asked: PageMessage, reading: Reading | None
    ) -> tuple[bytes, list[Update]] | Reading | Struct:
        """Return the answer to a page, or the reading of a line whose answer takes a while."""
        chair = self.chair(self._pages.get(queue))
        if reading is None:
            reading = read_line(chair, asked)
            if self.why_held and is_held_back(reading):
                return ReplyMessage((self.why_held,), refused=True)
            if is_slow(reading):
                return reading
        if isinstance(reading.act, Undo):
            self.undone = undone_in(self.table.path)
            if self.undone >= MAX_UNDONE:
                return ReplyMessage((say("limit.undone", limit=MAX_UNDONE),), refused=True)
        try:
            shown = answer(chair, asked, reading)
        except MisuseError as fault:
            shown = ReplyMessage((say("line.not_possible", why=one_line(fault)),), refused=True)
        if isinstance(shown, TableView):
            return ViewChanges(shown).since(queue.newest), []
        return shown

    async def _thought(
        self, queue: SendQueue, asked: PageMessage, reading: Reading
    ) -> tuple[bytes, list[Update]] | Reading | None:
        """Do what takes a while, if the server has room for it."""
        try:
            with self._threads.hint():
                return await self._guarded(self._done, queue, asked, reading, slow=True)
        except Declined as why:
            said = say("line.not_possible", why=why)
            return messages.sent(ReplyMessage((said,), refused=True)), []

    def _updates(self, again: SendQueue | None = None) -> list[Update]:
        """Return the changes for each page, or the whole view for one page ``again``."""
        pages = dict(self._pages) if again is None else {again: self._pages.get(again)}
        updates = list[Update]()
        self._note_positions()
        self._turn = self.table.turn()
        self._asked = (self.table.people & set(self.table.awaited)) - self.away
        looking = {(place, queue.language): list[SendQueue]() for queue, place in pages.items()}
        for queue, place in pages.items():
            looking[place, queue.language].append(queue)
        for (place, language), queues in looking.items():
            try:
                with speaking(language):
                    view = ViewChanges(self.chair(place).view())
            except MisuseError:  # a spectator may see nothing now
                continue
            for queue in queues:
                if queue is again or queue.newest != view.digests:
                    changes = {id(base): view.since(base) for base in queue.bases}
                    updates.append(Update(queue, view.digests, changes))
        return updates

    def _note_positions(self) -> None:
        """Note since when each place is at its position, also a place without a page."""
        for place in (*range(self.table.seats), None):
            position = self.chair(place).position
            if place not in self._since:
                self._since[place] = position, self._opened
            elif self._since[place][0] != position:
                self._since[place] = position, self._clock()

    def _waited(self, place: Place) -> int:
        """Return the seconds since a place came to its position: others' secrets change no time."""
        return int(self._clock() - self._since[place][1])

    def _applied(self, answered: BotAnswer) -> list[Update]:
        self.table.apply(answered)
        return self._updates()

    async def _update(self, call: Callable[..., list[Update]], *given: object) -> None:
        """Show pages what a call in a thread returns for them."""
        self._show(await self._guarded(call, *given) or [])

    def _show(self, updates: list[Update]) -> None:
        for queue, view, changes in updates:
            if queue in self._pages:  # it may have left meanwhile
                queue.show(view, changes)

    def _part(self, queues: list[SendQueue], why: Phrase, *, again: bool = False) -> None:
        for queue in queues:
            queue.put(messages.sent(ByeMessage(queue.worded(why), again)))
            queue.close()
            self.leave(queue)

    async def _guarded(
        self, call: Callable[..., A], *given: object, slow: bool = False
    ) -> A | None:
        """Call in a thread; after an error, the table is as in its record, or closed."""
        run = self._threads.think if slow else self._threads.read
        try:
            return await run(call, *given)
        except Exception as fault:  # noqa: BLE001  a game or a bot may raise anything
            await self._fail(fault)
            return None

    async def _fail(self, fault: Exception) -> None:
        log.warning("table %s: %s: %s", self.name, type(fault).__name__, one_line(fault))
        why = _worded(fault)
        is_for_now = is_shortage(fault) or isinstance(fault, RecordError)
        if is_for_now and self._reopen is not None:
            with suppress(Exception):  # without room on the disk it may not open either
                await self._threads.read(self.table.__exit__, None, None, None)
                self.table = await self._threads.think(self._reopen)
                self.table.call_people(self.file.metadata.names)
                for queue in list(self._pages):
                    queue.put(messages.sent(ReplyMessage((queue.worded(why),), refused=True)))
                    self._show(await self._threads.read(self._updates, queue))
                return
        self.fault = why
        self._part(list(self._pages), why, again=is_for_now)

    # Turns

    def _go_on(self) -> None:
        """Let bots and standing orders move until a person is asked; then tell that person."""
        if self.fault or self.why_held:
            return
        self._tell_turns()
        if (self._bots is None or self._bots.done()) and self._turn.is_automatic:
            self._bots = asyncio.create_task(self._play_bots())

    def _tell_turns(self) -> None:
        """Call ``on_turn`` for people whose turn has begun without an open page."""
        for seat in sorted(self._asked - self._told - set(self._pages.values())):
            address = self.file.metadata.webhook(seat)
            self._on_turn(self.table, seat, address, partial(self.file.forget, seat))
        self._told = self._asked

    async def _play_bots(self) -> None:
        loop = asyncio.get_running_loop()
        while not (self.fault or self.why_held) and self._turn.is_automatic:
            turn = self._turn
            earliest = loop.time() + (0.0 if turn.offers else self._pace)
            try:
                answered = await self._threads.think(self.table.ask_bot, turn)
            except Exception as fault:  # noqa: BLE001  a game may raise anything
                async with self._lock:
                    if turn == self._turn:
                        await self._fail(fault)
                        return
                continue  # a person came back while the bot thought for them
            await asyncio.sleep(max(0.0, earliest - loop.time()))
            async with self._lock:
                if not self.fault and not self.why_held:
                    updates = await self._guarded(self._applied, answered)
                    if updates is None:  # the bot is asked again once somebody does something
                        return
                    self._show(updates)
        self._tell_turns()


def _worded(fault: Exception) -> Phrase:
    """Return what pages are told of an error; the error itself may name a seat's secret."""
    if isinstance(fault, RecordError):
        reason = one_line(fault).rpartition(": ")[2]
        return phrase("bye.unsaved", reason=reason)
    if is_shortage(fault):
        return phrase("bye.short")
    return phrase("bye.failed")
