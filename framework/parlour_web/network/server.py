"""The server: it listens at a port until a signal stops it."""

import asyncio
import re
import socket
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from hashlib import sha256
from ipaddress import ip_address
from signal import SIGTERM, signal
from threading import Event, Thread
from typing import cast

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from parlour.rules import MisuseError
from parlour_web.messages import MAX_MESSAGE_BYTES
from parlour_web.network.connection import Connection
from parlour_web.network.guard import SiteGuard
from parlour_web.options import Limits
from parlour_web.page_files import served
from parlour_web.tables.quota import ServerQuota

LOOPBACK = "127.0.0.1"
"""Address that no other machine reaches."""

FAR_V4 = "192.0.2.1"
"""Address of RFC 5737, which no machine has: the way to it is the way out."""
FAR_V6 = "2001:db8::1"
"""Likewise, of RFC 3849."""

BACKLOG = 2048
"""Maximum number of connections that wait in the system until the server takes them."""
TAKEN_AT_ONCE = 8
"""Maximum number of connections that are taken before one of them can be declined.

They need open files meanwhile, which the players must have left.
"""

GOOD_BYE_SECONDS = 3
"""Seconds until a page that has not read its good-bye is cut off."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 takes any that is free.

    Raises:
        MisuseError: The address cannot be taken.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        taken = socket.socket(family)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((host, port))
    except OSError as fault:
        raise MisuseError(f"cannot listen at {host}:{port}: {fault.strerror or fault}") from None
    return taken


def address(taken: socket.socket, names: Sequence[str] = (), *, is_safe: bool = False) -> str:
    """Return the address of the site that listens at a socket, by the first of its ``names``.

    Without names, it is one that other machines reach if they reach the socket. The name of a
    proxy implies https.
    """
    if names:
        return f"{'https' if is_safe or ':' not in names[0] else 'http'}://{names[0]}"
    host, port = taken.getsockname()[:2]
    name = _own_address(host) if ip_address(host).is_unspecified else host
    shown = f"[{name}]" if ":" in name else name
    return f"{'https' if is_safe else 'http'}://{shown}:{port}"


def _own_address(host: str) -> str:
    """Return the address of this machine in its network, or the loopback without a network.

    ``host`` stands for all addresses; where it means all IPv6 addresses, it also means all IPv4
    addresses.
    """
    ways = [(socket.AF_INET, FAR_V4)]
    if ":" in host:
        ways.insert(0, (socket.AF_INET6, FAR_V6))
    for family, far in ways:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))  # it sends nothing: the system only chooses an address
            return str(probe.getsockname()[0])
    return LOOPBACK


def is_local(taken: socket.socket) -> bool:
    """Return whether only this machine reaches a socket."""
    return ip_address(taken.getsockname()[0]).is_loopback


def run(server: uvicorn.Server, taken: socket.socket) -> None:
    """Serve until a signal stops the server.

    Raises:
        KeyboardInterrupt: The signal came from the interrupt key.
    """
    signal(SIGTERM, lambda *_: sys.exit(0))
    with suppress(SystemExit):  # uvicorn sends the signal once more, after it has stopped
        server.run(sockets=[taken])


def server_for(
    app: ASGIApp,
    quota: ServerQuota,
    *,
    proxy: str = "",
    cert: str = "",
    key: str = "",
    ready: Callable[[], None],
) -> uvicorn.Server:
    """Return a server of an application; it does not run yet.

    The header of ``proxy`` says who asks, and ``ready`` is called once the server answers requests.
    """
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        log_config=None,
        backlog=TAKEN_AT_ONCE,
        access_log=False,
        server_header=False,
        http=cast("type[asyncio.Protocol]", partial(Connection, quota, proxy)),
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy,
        timeout_graceful_shutdown=GOOD_BYE_SECONDS,
        ssl_certfile=cert or None,
        ssl_keyfile=key or None,
    )
    return _Server(config, ready)


@contextmanager
def serve_locally(routes: Sequence[Route]) -> Iterator[str]:
    """Serve pages to browsers of this machine, in a thread, and yield their address."""
    ready = Event()
    quota = ServerQuota(Limits())
    guard = SiteGuard(Starlette(routes=routes), quota.too_busy)
    taken = listen(LOOPBACK, 0)
    server = server_for(guard, quota, ready=ready.set)

    def work() -> None:
        try:
            asyncio.run(server.serve([taken]))
        finally:
            ready.set()

    # Outside the main thread the server leaves signals alone; they are the caller's.
    thread = Thread(target=work, daemon=True)
    thread.start()
    ready.wait()
    try:
        yield f"{address(taken)}/"
    finally:
        server.should_exit = True
        thread.join()


def serve_changing_page(
    name: str, shown: Callable[[], tuple[int, Mapping[str, object]]]
) -> AbstractContextManager[str]:
    """Serve a page of templates, which asks for ``NAME_now.html`` again when it has changed.

    ``shown`` returns a number that each change raises, and what the templates show.
    """

    def page(_: Request) -> Response:
        version, values = shown()
        text = served().text(f"{name}.html", version=version, **values)
        return HTMLResponse(text, headers={"Content-Security-Policy": policy_of(text)})

    def now(request: Request) -> Response:
        version, values = shown()
        if request.query_params.get("seen") == str(version):
            return Response(status_code=204)
        text = served().text(f"{name}_now.html", **values)
        return HTMLResponse(text, headers={"X-Version": str(version)})

    return serve_locally([Route("/", page), Route("/now", now)])


def policy_of(page: str) -> str:
    """Return the policy of a page that runs the script and has the style that it brings."""

    def digests(element: str) -> str:
        texts = re.findall(f"<{element}[^>]*>(.*?)</{element}>", page, re.DOTALL)
        return " ".join(
            f"'sha256-{b64encode(sha256(one.encode()).digest()).decode()}'" for one in texts
        )

    scripts = digests("script")
    styles = digests("style")
    own = f"script-src {scripts}; style-src {styles}; connect-src 'self'"
    return f"default-src 'none'; {own}; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"


class _Server(uvicorn.Server):
    """A server that calls a function once it answers requests."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        for taken in sockets or ():
            taken.listen(BACKLOG)
        if self.started:
            self._ready()
