"""The socket of a table: one page that sits at a seat, or looks on."""

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.rules.errors import ParlourError
from parlour.rules.one_line import one_line
from parlour.web import messages
from parlour.web.messages import (
    ByeMessage,
    EnterRequest,
    PageMessage,
    SitRequest,
)
from parlour.web.tables.hall import Hall
from parlour.web.tables.outlet import Outlet
from parlour.web.tables.table import LiveTable

NO_KEY = "This link opens no seat here. Ask the host for a new one."
"""The good-bye to a page with a wrong key."""


async def serve_page(hall: Hall, socket: WebSocket) -> None:
    """Serve one page until it leaves or is sent away."""
    await socket.accept()
    with suppress(WebSocketDisconnect, RuntimeError):
        try:
            await _serve(hall, socket)
        except (msgspec.DecodeError, ParlourError) as fault:
            bye = ByeMessage(f"Closed: {one_line(fault)}.")
            await socket.send_text(messages.encode(bye).decode())
        await socket.close()


async def _serve(hall: Hall, socket: WebSocket) -> None:
    first = messages.decode(await _received(socket))
    name = socket.path_params["table"]
    if not isinstance(first, SitRequest):
        raise ParlourError("expected 'sit' as the first message")
    found = hall.place_of(name, first.key) if hall.has(name) else None
    if found is None or found[0] is None:
        raise ParlourError(NO_KEY)
    table, outlet = await hall.live(name), Outlet()
    await table.join(outlet, found[0])
    sending = asyncio.create_task(_send(socket, outlet))
    reading = asyncio.create_task(_read(socket, table, outlet))
    try:
        await asyncio.wait((sending, reading), return_when=asyncio.FIRST_COMPLETED)
        if reading.done() and (fault := reading.exception()) is not None:
            raise fault
    finally:
        table.leave(outlet)
        reading.cancel()
        sending.cancel()


async def _send(socket: WebSocket, outlet: Outlet) -> None:
    while (message := await outlet.next()) is not None:
        await socket.send_text(message.decode())


async def _read(socket: WebSocket, table: LiveTable, outlet: Outlet) -> None:
    while True:
        await _answer(table, outlet, messages.decode(await _received(socket)))


async def _answer(table: LiveTable, outlet: Outlet, asked: PageMessage) -> None:
    if isinstance(asked, EnterRequest):
        await table.enter(outlet, asked)


async def _received(socket: WebSocket) -> str:
    return await socket.receive_text()
