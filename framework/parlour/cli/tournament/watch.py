"""The page of a tournament that runs, served to browsers of this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from time import monotonic

from parlour.rules.errors import ParlourError

HOST = "127.0.0.1"
"""Address at which the page is served: no other machine reaches it."""
LEAST = 5.0
"""Seconds that a page is shown at least, before its figures are worked out anew."""
SHARE = 10
"""Seconds that a page is shown, over the seconds that its figures took."""
REFRESH = 5
"""Seconds after which a browser asks again."""
EMPTY = "<!doctype html><title>{title}</title><h1>{title}</h1><p>No match has been played yet.</p>"


class WatchedPage:
    """Report of a file as one page; it is kept for a while, since its figures take time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._text = b""
        self._until = 0.0

    def text(self) -> bytes:
        """Return the page, worked out anew once it has been shown long enough.

        Raises:
            StoreError: The file cannot be read.
        """
        with self._lock:
            began = monotonic()
            if began >= self._until:
                self._text = self._worked_out().encode()
                took = monotonic() - began
                self._until = began + took + max(LEAST, SHARE * took)
            return self._text

    def _worked_out(self) -> str:
        from html import escape

        from parlour.tournament.analysis.analysis import analyse
        from parlour.tournament.report.report_html import report_as_html
        from parlour.tournament.run.store import Store

        title = f"Tournament {self._path.stem}"
        with Store.open_file(self._path) as store:
            if not store.count():
                return EMPTY.format(title=escape(title))
            return report_as_html(store, analyse(store), title)


class Server(ThreadingHTTPServer):
    """Serves one page, to browsers that ask for it by this machine's own name."""

    daemon_threads = True

    def __init__(self, page: WatchedPage) -> None:
        super().__init__((HOST, 0), Handler)
        self.page = page

    @property
    def address(self) -> str:
        """Address to type into a browser."""
        return f"http://{HOST}:{self.server_port}/"


class Handler(BaseHTTPRequestHandler):
    """Answers a browser."""

    server: Server

    def do_GET(self) -> None:
        """Send the page; anything else is not there, and other names are not served."""
        named = {f"{name}:{self.server.server_port}" for name in (HOST, "localhost")}
        if self.path != "/" or self.headers.get("Host") not in named:
            self.send_error(404)
            return
        try:
            body = self.server.page.text()
        except ParlourError as fault:
            self.send_error(500, explain=str(fault))
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Refresh", str(REFRESH))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  its base calls it so
        """Log nothing: the terminal shows the standings."""


@contextmanager
def watched(path: Path) -> Iterator[str]:
    """Serve the report of a file as it grows; yield the page's address."""
    with Server(WatchedPage(path)) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.address
        finally:
            server.shutdown()
