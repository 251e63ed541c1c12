"""Firefox, driven by WebDriver BiDi: what a test of a page needs of it."""

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.needs import program

ANSWER_SECONDS = 120
"""Seconds until Firefox must have answered."""
LISTENING = "WebDriver BiDi listening on "
"""The words before the address of Firefox, in what it writes."""


class Firefox:
    """A Firefox with one page."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._count = 0
        self.call("session.new", capabilities={})
        self._page = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method: str, **given: Any) -> Any:
        """Return what a command of the protocol brings."""
        self._count += 1
        self._line.send(json.dumps({"id": self._count, "method": method, "params": given}))
        while True:
            answer = json.loads(self._line.recv(timeout=ANSWER_SECONDS))
            if answer.get("id") == self._count:
                assert answer["type"] == "success", answer
                return answer["result"]

    def goto(self, url: str) -> None:
        """Open a page, and wait until it has come."""
        self.call("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def value(self, expression: str) -> Any:
        """Return the value of an expression on the page; None while another page comes."""
        answer = self.call(
            "script.evaluate",
            expression=expression,
            target={"context": self._page},
            awaitPromise=True,
        )
        return answer["result"].get("value") if answer["type"] == "success" else None

    def until(self, expression: str, seconds: float) -> Any:
        """Return the value of an expression, once it is true."""
        end = time.monotonic() + seconds
        while not (value := self.value(expression)):
            assert time.monotonic() < end, self.value("document.body.innerText")
        return value


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Run a Firefox that keeps its things in a new folder."""
    name = program("firefox-esr", "firefox")
    folder.mkdir()
    command = [name, "--headless", "--no-remote", "--profile", str(folder)]
    with subprocess.Popen(  # noqa: S603
        [*command, "--remote-debugging-port", "0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    ) as running:
        assert running.stderr is not None
        try:
            told = next(one for one in running.stderr if one.startswith(LISTENING))
            address = told.removeprefix(LISTENING).strip()
            with connect(f"{address}/session", max_size=None) as line:
                yield Firefox(line)
        finally:
            running.terminate()
