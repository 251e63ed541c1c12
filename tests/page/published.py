"""A site with the included games, served as any web server would."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any


class Quiet(SimpleHTTPRequestHandler):
    """Serves files of a folder, and writes no log."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Write nothing."""

    def handle(self) -> None:
        """Answer, unless the browser has left."""
        try:
            super().handle()
        except ConnectionError:
            self.close_connection = True


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
