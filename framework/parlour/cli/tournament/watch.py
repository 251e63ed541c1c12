"""The page of a tournament that runs, served to browsers of this machine."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

from parlour.cli.errors import need
from parlour.rules.errors import ParlourError

HOST = "127.0.0.1"
"""Address of the page: no other machine reaches it."""
MIN_SECONDS = 5.0
"""Minimum number of seconds before the figures of a page are worked out again."""
SHOWN_TIMES = 10
"""Times as long as its figures took that a page is shown."""
REFRESH_SECONDS = 5
"""Seconds until a browser asks again."""
EMPTY = "<!doctype html><title>{title}</title><h1>{title}</h1><p>No match has been played yet.</p>"


class ReportPage:
    """Report of a file as one page, kept for a while since its figures take time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._text = ""
        self._until = 0.0

    def text(self) -> str:
        """Return the page; its figures are worked out again once it has been shown long enough.

        Raises:
            StoreError: The file cannot be read.
        """
        with self._lock:
            began = monotonic()
            if began >= self._until:
                self._text = _page(self._path)
                took = monotonic() - began
                self._until = began + took + max(MIN_SECONDS, SHOWN_TIMES * took)
            return self._text


def _page(path: Path) -> str:
    """Return the report of a file as a page."""
    from parlour.tournament.analysis.analysis import analyse
    from parlour.tournament.playing.store import Store
    from parlour.tournament.report.report_html import report_as_html

    title = f"Tournament {path.stem}"
    with Store.open_file(path, read_only=True) as store:
        if not store.count():
            return EMPTY.format(title=escape(title))
        return report_as_html(store, analyse(store), title)


@contextmanager
def serve_report(path: Path) -> Iterator[str]:
    """Serve the report of a file as it grows, and yield the page's address.

    Raises:
        MisuseError: The extra ``web`` is not installed.
    """
    need(("starlette", "uvicorn", "websockets"), "the report in a browser", "web")
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, PlainTextResponse, Response
    from starlette.routing import Route

    from parlour.web.options import Limits
    from parlour.web.server import address, listen, server_for
    from parlour.web.tables.house import House

    page, ready = ReportPage(path), Event()

    def answer(_: Request) -> Response:
        try:
            return HTMLResponse(page.text(), headers={"Refresh": str(REFRESH_SECONDS)})
        except ParlourError as fault:
            return PlainTextResponse(str(fault), 500)

    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"])
    app = Starlette(routes=[Route("/", answer)], middleware=[hosts])
    taken = listen(HOST, 0)
    server = server_for(app, House(Limits()), ready=ready.set)

    def work() -> None:
        try:
            asyncio.run(server.serve([taken]))
        finally:
            ready.set()

    # Outside the main thread the server leaves signals alone; they are the tournament's.
    thread = Thread(target=work, daemon=True)
    thread.start()
    ready.wait()
    try:
        yield f"{address(taken)}/"
    finally:
        server.should_exit = True
        thread.join()
