"""Pages for this machine alone, such as the page of ``parlour dev --browser``."""

import http.client
import socket
from contextlib import closing

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from parlour_web.network.guard import HEADERS
from parlour_web.network.server import serve_locally


def hello(_: Request) -> PlainTextResponse:
    return PlainTextResponse("hello")


def status(port: int, path: str = "/", host: str = "") -> int:
    """Ask for a page, and return the status of the answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=300)) as connection:
        connection.request("GET", path, headers={"Host": host} if host else {})
        return connection.getresponse().status


def headers(port: int) -> dict[str, str]:
    """Ask for the page, and return the headers of the answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=300)) as connection:
        connection.request("GET", "/")
        sent = connection.getresponse().getheaders()
        return {name.casefold(): text for name, text in sent}


def test_nobody_else_is_served() -> None:
    with serve_locally([Route("/", hello)]) as address:
        assert address.startswith("http://127.0.0.1:")
        port = int(address.rpartition(":")[2].rstrip("/"))

        assert status(port) == 200
        assert status(port, "/etc/passwd") == 404
        assert headers(port).items() >= {n.casefold(): v for n, v in HEADERS.items()}.items()
        assert status(port, host=f"evil.example:{port}") == 403
        assert status(port, host=f"localhost:{port}") == 200
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.1", port)) != 0
