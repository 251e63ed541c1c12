"""The page of a tournament that runs, served to browsers of this machine."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from html import escape
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

from parlour.cli.output import need
from parlour.rules import ParlourError

T = TypeVar("T")

MIN_SECONDS = 5.0
"""Minimum number of seconds before the figures of a page are worked out again."""
SHOWN_TIMES = 10
"""Times as long as its figures took that a page is shown."""
REFRESH_SECONDS = 5
"""Seconds until a browser asks again."""
EMPTY = "<!doctype html><title>{title}</title><h1>{title}</h1><p>No match has been played yet.</p>"


class Renewed(Generic[T]):
    """A value that takes time to work out, kept for a while."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = Lock()
        self._kept: list[T] = []
        self._until = 0.0

    def value(self) -> T:
        """Return the value; it is worked out again once it has been shown long enough."""
        with self._lock:
            began = monotonic()
            if not self._kept or began >= self._until:
                self._kept[:] = [self._make()]
                took = monotonic() - began
                self._until = began + took + max(MIN_SECONDS, SHOWN_TIMES * took)
            return self._kept[0]


def _page(path: Path) -> str:
    """Return the report of a file as a page."""
    from parlour_tournament.analysis.analysis import analyse
    from parlour_tournament.playing.store import Store
    from parlour_tournament.report.report_html import report_as_html

    title = f"Tournament {path.stem}"
    with Store.open_file(path, read_only=True) as store:
        if not store.count():
            return EMPTY.format(title=escape(title))
        return report_as_html(store, analyse(store), title)


def serve_report(path: Path) -> AbstractContextManager[str]:
    """Serve the report of a file as it grows, and yield the page's address.

    Raises:
        MisuseError: The extra ``web`` is not installed.
    """
    need(("starlette", "uvicorn", "websockets"), "the report in a browser", "web")
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, PlainTextResponse, Response
    from starlette.routing import Route

    from parlour_web.server import serve_locally

    page = Renewed(partial(_page, path))

    def answer(_: Request) -> Response:
        try:
            return HTMLResponse(page.value(), headers={"Refresh": str(REFRESH_SECONDS)})
        except ParlourError as fault:
            return PlainTextResponse(str(fault), 500)

    return serve_locally([Route("/", answer)])
