"""A connection of the server: it may be one too many, and it must send a whole request in time."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from parlour_web.limits import network_of
from parlour_web.tables.quota import Declined, ServerQuota

REQUEST_SECONDS = 20.0
"""Seconds until a request that has not come whole is cut off."""

MAX_DECLINED = 100
"""Maximum number of connections that are told why they are declined; others are cut off."""

MAX_TOLD_FILES = 8
"""Maximum number of open files beyond the limit for telling newcomers so."""

DECLINED = "parlour.declined"
"""The key of the state that a request brings if its connection is declined."""


class Connection(H11Protocol):
    """A connection to the server."""

    def __init__(self, quota: ServerQuota, proxy: str, /, **given: Any) -> None:
        """Count connections in a quota; a ``proxy`` connects many addresses."""
        super().__init__(**given)
        self._quota = quota
        self._proxy = proxy
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, and decline a connection over a limit."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        clients = [getattr(one, "client", None) for one in self.connections]
        networks = [network_of(client[0]) for client in clients if client]
        there = 0 if address == self._proxy else networks.count(network_of(address))
        # Those that are cut off leave lower numbers free: its own number is what counts.
        number = transport.get_extra_info("socket").fileno()
        try:
            self._quota.check_free("files", number)
            self._quota.check("connections", len(networks))
            self._quota.check("per_address", there)
        except Declined as fault:
            self.app_state = {**self.app_state, DECLINED: fault}
            limits = self._quota.limits
            over = max(len(networks) - limits.connections, there - limits.per_address)
            is_last = self._quota.resources.lacks("files", number - MAX_TOLD_FILES)
            if over > MAX_DECLINED or is_last:
                transport.abort()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        super().connection_lost(exc)
        self._wait_no_longer()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        is_socket = self not in self.connections  # another protocol has taken over
        if not is_socket and self.conn.their_state in {h11.IDLE, h11.SEND_BODY}:
            self._wait()
        else:
            self._wait_no_longer()

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that is broken, unless its beginning has been answered already."""
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(msg)
        self.transport.close()
        if self.cycle is not None:
            self.cycle.disconnected = True  # what the application says now goes nowhere

    def _wait(self) -> None:
        """Wait for the rest of a request."""
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _wait_no_longer(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
