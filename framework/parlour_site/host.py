"""The host of a site's tables: it runs in the worker of a browser, and answers as a server does.

The worker makes a ``Host`` and calls it; what it gives are functions of JavaScript.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias

import msgspec

from parlour.catalog.catalog import Catalog
from parlour.match import Record
from parlour.players import is_external
from parlour.rules import ParlourError, RecordError, one_line, write_whole
from parlour.surroundings import HERE
from parlour.words import offered, preferred, speaking
from parlour_web.messages import SeatLink
from parlour_web.options import Limits, ServerSettings
from parlour_web.page_acts import (
    CREATED,
    REFUSED,
    LaidTable,
    PageActs,
    PageAnswer,
    PageAsks,
    whole,
)
from parlour_web.page_session import LineClosed, PageSession
from parlour_web.replays import RECORD, replay_in
from parlour_web.tables.keys import link
from parlour_web.tables.store import TableStore
from parlour_web.tables.threads import OneThread

OWNER_KEY = "owner"
"""The key of the host, who may see how everybody has done: each page here is the host's."""
BREATH_SECONDS = 0.05
"""Seconds of thinking until others are heard."""
ANALYSIS_SECONDS = 10.0
"""Seconds for the analysis of a match: the page waits for it."""
REPLAYS = "/replays"
"""The path of the act that brings a record."""
FIGURES = "/figures"
"""The path of the act that tells how somebody has done."""

Keep: TypeAlias = Callable[[], Awaitable[None]]
"""Keeps all files in the browser."""


class Host:
    """Plays all tables of one page."""

    def __init__(
        self,
        folder: str,
        keep: Keep,
        tell: Callable[[int, bytes], None],
        close: Callable[[int], None],
        pace: float = 0.5,
    ) -> None:
        """Play the matches of a folder; bots move at most once in ``pace`` seconds.

        ``keep`` has the folder outlive the page; ``tell`` sends a message over a line, and
        ``close`` says that a line has ended. Lines have numbers.
        """
        limits = Limits(new_tables=1000, thinking=3600.0)
        settings = ServerSettings(
            open_house=True,
            no_talk=True,
            house_key=OWNER_KEY,
            limits=limits,
            analysis=ANALYSIS_SECONDS,
            pace=pace,
        )
        catalog = Catalog()
        self._store = TableStore(Path(folder), catalog, settings, threads=OneThread)
        self._session = PageSession(self._store, "")
        self._acts = PageActs(self._store, "")
        self._keep = keep
        self._keeping = asyncio.Lock()
        self._tell = tell
        self._close = close
        self._lines: dict[int, _WorkerLine] = {}
        self._serving: set[asyncio.Task[None]] = set()
        HERE.breathe = Breath()

    def open(self, number: int, table: str) -> None:
        """Let a page sit down at a table, over a new line."""
        self._lines[number] = _WorkerLine(number, self.kept, self._tell)
        serving = asyncio.ensure_future(self._serve(self._lines[number], table))
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)

    def hear(self, number: int, text: str) -> None:
        """Take a message from a page."""
        if number in self._lines:
            self._lines[number].messages.put_nowait(text)

    async def ask(
        self, method: str, path: str, key: str, body: str, language: str
    ) -> tuple[int, str, bytes]:
        """Return status, media type and body of the answer to what a page asks outside its line."""
        path, _, query = path.partition("?")
        values = dict(pair.partition("=")[::2] for pair in query.split("&") if pair)
        # Only how somebody has done is for a host: who asks for anything else has a seat.
        by = OWNER_KEY if path == FIGURES else key
        asked = PageAsks(method, path, by, whole(body.encode()), query=values)
        with speaking(preferred(language, offered())):
            brought = await self._brought(body.encode()) if path == REPLAYS else None
            answer = brought or await self._acts.answer(asked)
        await self.kept()
        return answer.status, answer.media_type, answer.body

    async def _brought(self, raw: bytes) -> PageAnswer | None:
        """Lay the table of a whole record whose match goes on; None for any other record.

        The record stays as it is to the last byte.
        """
        try:
            record = replay_in(raw)
            if not isinstance(record, Record) or (record.lines and record.lines[-1].over):
                return None
            outside = next(filter(is_external, record.header.players), "")
            if outside:
                raise RecordError(f"expected bots that are in the browser, got '{outside}'")
            name, made = self._store.add(record.header, record.lines)
            write_whole(self._store.record(name), raw[: record.size], RecordError)
            await self._open(name)
        except ParlourError as fault:
            refused = msgspec.json.encode({"error": one_line(fault)})
            return PageAnswer(REFUSED, refused)
        links = (SeatLink(seat, "me", link("", name, key)) for seat, key in made.seats.items())
        return PageAnswer(CREATED, msgspec.json.encode(LaidTable(name, tuple(links))))

    async def _open(self, name: str) -> None:
        """Open a table that was brought.

        Raises:
            RecordError: It cannot be opened; the line of a page would not say why.
        """
        try:
            await self._store.live(name)
        except ParlourError as fault:
            why = one_line(fault).replace(str(self._store.record(name)), RECORD)
            raise RecordError(why) from None

    async def kept(self) -> None:
        """Return once all that was written outlives the page."""
        async with self._keeping:  # the moves of bots too, of which the system is not told
            await self._keep()

    async def stop(self) -> None:
        """Close all tables."""
        await self._store.close()

    async def _serve(self, line: "_WorkerLine", table: str) -> None:
        with suppress(LineClosed):
            await self._session.serve(line, table)
        del self._lines[line.number]
        self._close(line.number)


class Breath:
    """Lets the page be heard while a bot thinks, where the browser can switch stacks.

    Elsewhere it does nothing: a bot then thinks as long as its level says.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._ffi: Any = import_module("pyodide.ffi") if find_spec("pyodide") else None
        self._clock = clock
        self._next = clock() + BREATH_SECONDS

    def __call__(self) -> None:
        """Wait for a moment, if the last one is a while ago."""
        if self._clock() > self._next and self._ffi and self._ffi.can_run_sync():
            self._ffi.run_sync(asyncio.sleep(0))
            self._next = self._clock() + BREATH_SECONDS


class _WorkerLine:
    """The line between a page and its session, over messages of the worker."""

    address = ""
    language = ""

    def __init__(
        self, number: int, kept: Callable[[], Awaitable[None]], tell: Callable[[int, bytes], None]
    ) -> None:
        self.number = number
        self.messages: asyncio.Queue[str] = asyncio.Queue()
        self._kept = kept
        self._tell = tell

    async def receive(self) -> str:
        """Return the next message of the page, which leaves with its worker."""
        return await self.messages.get()

    async def send(self, message: bytes) -> None:
        """Send a message, once what it says has been kept."""
        await self._kept()
        self._tell(self.number, message)
