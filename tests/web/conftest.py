"""Servers of tables, and pages that sit at them."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest

from parlour import Shortcuts
from tests.broken_games import sealed_bid, which_hand
from tests.web.programs import serve
from tests.web.served import Served, served
from tests.web.tables import Site

PATIENCE_MILLISECONDS = 300_000
"""Milliseconds until a test that waits for something on a page fails."""

COMMAND = "exec:python3 my_bot.py"
"""The command that tables of the server may seat."""

ORDERED = which_hand.variant(
    id="ordered",
    shortcuts=Shortcuts(standing_orders={"guess the first": lambda _, moves: moves[0]}),
)
"""A game with a standing order."""

PACED = "try { localStorage.setItem('parlour.pace', 'PACE'); } catch {}"
"""Script that sets the pace of what others did; an empty page keeps nothing."""

Sit: TypeAlias = Callable[..., Any]
"""Opens a page at an address; more arguments are those of a browser's context."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server in this process, for pages without a browser."""
    folder, hosts = tmp_path_factory.mktemp("tables"), frozenset({"games.example.org"})
    games = which_hand.GAME, sealed_bid.GAME, ORDERED
    with served(folder, games, hosts=hosts, commands=(COMMAND,)) as running:
        yield running


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a server in a process of its own."""
    folder = tmp_path_factory.mktemp("tables")
    with serve(folder, lines=1, stderr=None) as program:
        yield Site(program.pages.base, folder, program.pages.key)


@pytest.fixture
def sit(browser: Any) -> Iterator[Sit]:
    """Open pages, each in a context of its own, and close them at the end."""
    contexts = []

    def opened(url: str, pace: str = "off", **given: Any) -> Any:
        given.setdefault("viewport", {"width": 1280, "height": 900})
        contexts.append(browser.new_context(**given))
        contexts[-1].add_init_script(PACED.replace("PACE", pace))
        contexts[-1].set_default_timeout(PATIENCE_MILLISECONDS)
        page = contexts[-1].new_page()
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
