"""The SDK's client of an assistant, loaded late: each process of a test run collects its tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

from tests.web.served import PATIENCE_SECONDS, Laid


def client(target: Any, **more: object) -> Any:
    """Return a client of a server, or of what leads to one."""
    return import_module("mcp").Client(target, **more)


def server(played: Any) -> Any:
    """Return the server of a table that an assistant plays at."""
    return import_module("parlour_adapters.mcp_server").server(played)


@asynccontextmanager
async def at_a_seat(laid: Laid, seat: int, mode: str) -> AsyncIterator[Any]:
    """Yield a client at a seat of a table that is served, in a mode of the library."""
    headers = {"Authorization": f"Bearer {laid.keys[seat]}"}
    http = import_module("httpx2").AsyncClient(headers=headers, timeout=PATIENCE_SECONDS)
    address = f"{laid.served.base}/t/{laid.name}/mcp"
    leads = import_module("mcp.client.streamable_http").streamable_http_client
    async with http, client(leads(address, http_client=http), mode=mode) as connected:
        yield connected
