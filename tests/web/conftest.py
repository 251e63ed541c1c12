"""A server of tables in a process of its own, and pages that sit at them."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.web.tables import Site

PATIENCE_MILLISECONDS = 30_000
"""Milliseconds until a test that waits for something on a page fails."""

Sit: TypeAlias = Callable[..., Any]
"""Opens a page at an address; more arguments are those of a browser's context."""


@contextmanager
def serve(folder: Path, port: int) -> Iterator[tuple[Site, "subprocess.Popen[str]"]]:
    """Serve a folder in a process of its own; port 0 takes one that is free."""
    with subprocess.Popen(  # noqa: S603  our own command
        [sys.executable, "-m", "parlour", "serve", str(folder), "--port", str(port), "--no-open"],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+(?=/)", process.stdout.readline())
            assert found, "the server did not say where it is"
            yield Site(found[0], folder), process
        finally:
            # Otherwise a test that fails would wait for it endlessly.
            process.terminate()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a server with an empty folder."""
    with serve(tmp_path_factory.mktemp("tables"), 0) as (found, _):
        yield found


@pytest.fixture
def sit(browser: Any) -> Iterator[Sit]:
    """Open pages, each in a context of its own, and close them at the end."""
    contexts = []

    def opened(url: str, **given: Any) -> Any:
        given.setdefault("viewport", {"width": 1280, "height": 900})
        contexts.append(browser.new_context(**given))
        contexts[-1].set_default_timeout(PATIENCE_MILLISECONDS)
        page = contexts[-1].new_page()
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
