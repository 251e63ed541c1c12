"""The guard before the site: names of hosts, origins of requests, and headers of answers.

A page of another site can make a browser send requests here. It cannot read the answers, and there
are no cookies that would give it somebody's rights. But its owner could point the name of that site
at this machine, and the browser would take both for one site. So a request must name this site by a
known name or by a number, and must come from its own pages.
"""

from collections.abc import Callable, Mapping
from ipaddress import ip_address
from math import ceil, isfinite
from typing import TypeAlias
from urllib.parse import urlsplit

from anyio.to_thread import current_default_thread_limiter as page_threads
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour_web.network.connection import DECLINED
from parlour_web.tables.quota import Declined

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self'; manifest-src 'self'; form-action 'none'; frame-ancestors 'none'; "
        "base-uri 'none'; "
        # One policy may name one script: the worker's, in static/installing.js.
        "require-trusted-types-for 'script'; trusted-types parlour-worker"
    ),
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
"""Headers of every answer, unless it has its own."""

ENCRYPTED = {"Strict-Transport-Security": "max-age=31536000"}
"""Header of a server with a certificate: a browser then asks it by https alone, for a year.

Not of ``localhost``: there, other programs of the machine may speak plain http.
"""

PAGE_THREADS = 4
"""Number of threads that make pages: few, so that many requests do not delay players."""
MAX_WAITING_PAGES = 64
"""Maximum number of pages that wait for a thread; others are declined at once."""

MAX_PAGES_ASKED = PAGE_THREADS + MAX_WAITING_PAGES
"""Maximum number of pages that are asked for at once."""

SAFE_METHODS = frozenset({"GET", "HEAD"})
"""Methods that change nothing: a link from elsewhere may lead here."""

Hosts: TypeAlias = frozenset[str]
"""Names of this site, in lower case."""


def retry_after(seconds: float) -> Mapping[str, str]:
    """Return the header that says when to ask again; none if nobody knows."""
    return {"Retry-After": f"{max(1, ceil(seconds))}"} if isfinite(seconds) else {}


class SiteGuard:
    """An application behind checks of the host and the origin."""

    def __init__(
        self,
        app: ASGIApp,
        busy: Callable[[], Declined],
        hosts: Hosts = frozenset(),
        *,
        is_encrypted: bool = False,
    ) -> None:
        """Let requests to ``app`` that name one of ``hosts``, ``localhost`` or a number.

        ``busy`` makes the error if too many pages are asked for at once; ``is_encrypted`` says
        that the server has a certificate.
        """
        self._app = app
        self._busy = busy
        self._hosts = hosts | {"localhost"}
        self._is_encrypted = is_encrypted
        self._unanswered: set[object] = set()
        """The requests for pages whose answers have not begun."""

    @property
    def unanswered(self) -> int:
        """The number of requests for pages whose answers have not begun."""
        return len(self._unanswered)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            page_threads().total_tokens = PAGE_THREADS
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return

        host = Headers(scope=scope).get("host", "")
        is_strict = self._is_encrypted and host.partition(":")[0].casefold() != "localhost"
        guarding = HEADERS | ENCRYPTED if is_strict else HEADERS

        async def send_guarded(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                headers = MutableHeaders(scope=message)
                for name, value in guarding.items():
                    headers.setdefault(name, value)
            await send(message)

        why = self._why_not(host, scope)
        declined = scope.get("state", {}).get(DECLINED)
        is_page = scope.get("method") in SAFE_METHODS
        if not declined and is_page and self.unanswered >= PAGE_THREADS + MAX_WAITING_PAGES:
            declined = self._busy()
        if declined and scope["type"] == "http":
            headers = {"Connection": "close", **retry_after(declined.wait)}
            answer = PlainTextResponse(f"{declined}\n", declined.status, headers)
            await answer(scope, receive, send_guarded)
        elif not why:
            let_in = self._let_in_page if is_page else self._app
            await let_in(scope, receive, send_guarded)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await PlainTextResponse(f"{why}\n", 403)(scope, receive, send_guarded)

    async def _let_in_page(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a page, which counts until its answer begins.

        It is counted here: requests that come in one moment stand in no queue yet.
        """
        asked = object()

        async def send_answer(message: Message) -> None:
            self._unanswered.discard(asked)  # from here on it is the reader who takes time
            await send(message)

        self._unanswered.add(asked)
        try:
            await self._app(scope, receive, send_answer)
        finally:
            self._unanswered.discard(asked)

    def _why_not(self, host: str, scope: Scope) -> str:
        """Return why a request for a host is refused; empty if it is not."""
        if not self._is_here(host):
            return "This site has another name: parlour serve --domain tells which."
        origin = Headers(scope=scope).get("origin")  # SCHEME://HOST without a path
        is_safe = scope["type"] == "http" and scope["method"] in SAFE_METHODS
        if is_safe or origin is None or origin.partition("://")[2].casefold() == host.casefold():
            return ""
        return "This request comes from another site."

    def _is_here(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").casefold()
            # The owner of another site can point a name at this machine, but not a number.
            return name in self._hosts or bool(ip_address(name))
        except ValueError:
            return False
