"""The address of a table for assistants: ``POST /t/TABLE/mcp``, with the key of a seat.

The library of the protocol takes a second to import and much memory. The first request of an
assistant imports it, so that a server without assistants does without.
"""

import asyncio
import re
from collections.abc import Mapping
from contextvars import ContextVar
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import inf
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.rules import MisuseError, ParlourError
from parlour.words import phrase, say, spoken
from parlour_adapters.seat_tools import Position
from parlour_web.assistants.live_seat import LiveSeat
from parlour_web.assistants.session import INSTRUCTIONS, Asker, AssistantSession
from parlour_web.network.guard import retry_after
from parlour_web.network.socket_endpoint import address_of, key_of
from parlour_web.page_session import PageSession
from parlour_web.tables.keys import hash_of
from parlour_web.tables.store import TableStore

MISSING_EXTRA = "a table for assistants needs: python -m pip install 'parlour[mcp]'"
"""The answer of a server without the library of the protocol."""

MAX_ASSISTANTS = 500
"""Maximum number of assistants at the tables of a server."""

IDLE_SECONDS = 600.0
"""Seconds until an assistant that calls no tool leaves its table; the next call sits it down."""

LOOK_SECONDS = 30.0
"""Seconds until idle assistants are looked for again."""

MAX_BODY_BYTES = 2**15
"""Maximum length of a request: a line of 2,048 bytes, and what a client says about itself."""

TABLE = "parlour.table"
"""The key of the scope for the name of the table."""

UNAUTHORISED = 401
"""Status of an answer to a request without a key that opens something."""


class AssistantEndpoint:
    """Serves the assistants at all tables."""

    def __init__(self, store: TableStore, pages: PageSession) -> None:
        self._store = store
        self._pages = pages
        self._sessions: dict[tuple[str, str], AssistantSession] = {}
        self._app: ASGIApp | None = None
        self._starting = asyncio.Lock()
        self._running: list[asyncio.Task[None]] = []
        store.quota.resources.add("assistants", MAX_ASSISTANTS, lambda: len(self._sessions))

    def beside(self, app: ASGIApp) -> ASGIApp:
        """Return an application with the addresses of tables for assistants."""

        async def serve(scope: Scope, receive: Receive, send: Send) -> None:
            found = re.fullmatch("/t/([^/]+)/mcp", scope["path"]) if "path" in scope else None
            if scope["type"] == "http" and found:
                await self.serve(found[1], scope, receive, send)
            else:
                await app(scope, receive, send)

        return serve

    async def serve(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a table."""
        app: ASGIApp | None = self._refused(table, Request(scope))
        if app is None:
            app = await self._started()
            scope = {**scope, TABLE: table}
        await app(scope, receive, send)

    async def close(self) -> None:
        """Let all assistants leave."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        for known in list(self._sessions):
            await self._sessions.pop(known).close()

    # Inside

    def _refused(self, table: str, request: Request) -> Response | None:
        """Return the answer to a request without the key of a seat; None if it has one."""
        if find_spec("mcp") is None:
            return _error(MISSING_EXTRA, 404)
        if request.method != "POST":  # no message comes unasked, and no session is to be ended
            return Response(status_code=405, headers={"Allow": "POST"})
        try:
            admission = self._store.admission(table, key_of(request))
            if admission is None:
                raise self._store.wrong_key(table, address_of(request))
            if admission.place is None:
                raise MisuseError(say("only_players"))
        except ParlourError as fault:
            said = self._store.told(fault)
            return _error(said.text, said.status or UNAUTHORISED, said.wait)
        return None

    async def _started(self) -> ASGIApp:
        """Return the application of the library, which the first request starts."""
        async with self._starting:
            if self._app is None:
                library = await asyncio.to_thread(import_module, "parlour_adapters.mcp_server")
                kinds = (LiveSeat, AssistantSession)
                made = library.server_of(kinds, INSTRUCTIONS, partial(self._call, library.ASKING))
                # The guard of the site has checked the names of hosts and the origin.
                manager = library.http_manager(made, MAX_BODY_BYTES)
                ready = asyncio.Event()
                self._running = [
                    asyncio.create_task(_run(manager, ready)),
                    asyncio.create_task(self._let_idle_leave()),
                ]
                await ready.wait()
                self._app = manager.handle_request
            return self._app

    async def _call(
        self, asking: ContextVar[Scope], tool: str, given: Mapping[str, object]
    ) -> tuple[str, Position | None]:
        """Call a tool at the seat whose key the request has brought."""
        request = Request(asking.get())
        table = request.scope[TABLE]
        asker = Asker(table, key_of(request), address_of(request), spoken())
        known = (table, hash_of(asker.key))
        if known not in self._sessions:
            if len(self._sessions) >= MAX_ASSISTANTS:
                why = phrase("limit.assistants", limit=f"{MAX_ASSISTANTS}")
                raise self._store.quota.declined(why)
            self._sessions[known] = AssistantSession(self._store, self._pages, asker)
        return await self._sessions[known].call(tool, given)

    async def _let_idle_leave(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for known, session in list(self._sessions.items()):
                if not session.waiting and loop.time() - session.called_at >= IDLE_SECONDS:
                    del self._sessions[known]
                    await session.close()


async def _run(manager: Any, ready: asyncio.Event) -> None:
    """Let the library answer requests, until the server stops."""
    async with manager.run():
        ready.set()
        await asyncio.Event().wait()


def _error(why: str, status: int, wait: float = inf) -> Response:
    headers = {"WWW-Authenticate": "Bearer"} if status == UNAUTHORISED else {}
    return JSONResponse({"error": why}, status, {**headers, **retry_after(wait)})
