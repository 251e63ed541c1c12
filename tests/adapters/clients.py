"""The SDK's client of an assistant, loaded late: each process of a test run collects its tests."""

from importlib import import_module
from typing import Any


def client(target: Any) -> Any:
    """Return a client of a server, or of what leads to one."""
    return import_module("mcp").Client(target)


def server(played: Any) -> Any:
    """Return the server of a table or a seat that an assistant plays by."""
    return import_module("parlour_adapters.mcp_server").server(played)
