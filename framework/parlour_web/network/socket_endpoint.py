"""The socket of a table: the line between one page and its session."""

import re
from contextlib import suppress

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.rules import MisuseError
from parlour_web.limits import network_of
from parlour_web.network.connection import DECLINED
from parlour_web.page_session import LineClosed, PageSession


class SocketEndpoint:
    """Serves the sockets of pages that sit down at tables."""

    def __init__(self, session: PageSession) -> None:
        self._session = session

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
        with suppress(LineClosed, RuntimeError):
            await self._session.serve(_SocketLine(socket), table)
            await socket.close()


class _SocketLine:
    """The line over a socket."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self.address = address_of(socket)
        self.language = socket.headers.get("accept-language", "")

    async def receive(self) -> str:
        """Return the next message of the page.

        Raises:
            LineClosed: The page has left.
            MisuseError: It is no text.
            Declined: The connection is one too many.
        """
        try:
            text = await self._socket.receive_text()
        except KeyError:
            raise MisuseError("expected a message of text, got bytes") from None
        except (WebSocketDisconnect, RuntimeError):
            raise LineClosed from None
        if declined := self._socket.scope["state"].get(DECLINED):
            raise declined
        return text

    async def send(self, message: bytes) -> None:
        """Send a message to the page.

        Raises:
            LineClosed: The page has left.
        """
        try:
            await self._socket.send_bytes(message)
        except (WebSocketDisconnect, RuntimeError):
            raise LineClosed from None


def address_of(asker: HTTPConnection) -> str:
    """Return what limits count of the address that a request or a socket comes from."""
    return network_of(asker.client.host) if asker.client else ""


def key_of(asker: HTTPConnection) -> str:
    """Return the key that a request brings in its header."""
    kind, _, key = asker.headers.get("authorization", "").partition(" ")
    return key.strip() if kind.casefold() == "bearer" else ""
