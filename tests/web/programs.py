"""Programs of Parlour that serve tables, each in a process of its own."""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from tests.web.served import PATIENCE_SECONDS, Served

SERVE = (sys.executable, "-m", "parlour", "serve")


class Program:
    """A program that serves tables."""

    def __init__(self, running: "subprocess.Popen[str]", lines: Sequence[str]) -> None:
        self.running = running
        self.lines = lines
        """The first lines that it has written."""
        found = re.search(r"(https?://[\d.]+:\d+)/.*?(house-\S+)", lines[0])
        assert found, lines
        self.pages = Served(*found.groups())

    def stop(self, number: int) -> int:
        """Send a signal, and return the exit code."""
        self.running.send_signal(number)
        return self.running.wait(PATIENCE_SECONDS)


@contextmanager
def started(words: Sequence[str], lines: int = 1, **given: Any) -> Iterator[Program]:
    """Start a program, and end it with the block."""
    given = {"stderr": subprocess.STDOUT, **given}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, **given) as running:  # noqa: S603  our own command
        assert running.stdout
        try:
            yield Program(running, [running.stdout.readline() for _ in range(lines)])
        finally:
            # Otherwise a test that fails would wait for it endlessly.
            running.kill()


def serve(
    folder: Path, *options: str, port: int = 0, lines: int = 2, limit: str = "", **given: Any
) -> AbstractContextManager[Program]:
    """Serve a folder; ``limit`` are words for the shell before the command."""
    words = [*SERVE, str(folder), "--port", str(port), "--no-browser", *options]
    if limit:
        words = ["bash", "-c", f'{limit}; exec "$0" "$@"', *words]
    return started(words, lines, **given)
