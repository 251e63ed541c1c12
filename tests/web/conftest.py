"""Servers of tables, and pages that sit at them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import pytest

from parlour import Shortcuts
from tests.broken_games import sealed_bid, which_hand
from tests.web.programs import serve
from tests.web.served import Laid, Served, served
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

ALL_STORED = {"origin": "*", "storageTypes": "local_storage"}
"""What a browser forgets between tests."""

WIDE = {"width": 1280, "height": 900}
"""The size of a window."""

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
"""The arguments of the context of a phone."""

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


@pytest.fixture
def laid(server: Served) -> Laid:
    """Return a new table of tic-tac-toe for two people."""
    return server.lay("tic_tac_toe", "me", "friend")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a server in a process of its own."""
    folder = tmp_path_factory.mktemp("tables")
    with serve(folder, lines=1, stderr=None) as program:
        yield Site(program.pages.base, folder, program.pages.key)


def new_page(browser: Any, pace: str = "off", **given: Any) -> Any:
    """Return a page in a context of its own, with arguments of that context."""
    context = browser.new_context(**given)
    context.add_init_script(PACED.replace("PACE", pace))
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    return context.new_page()


@pytest.fixture(scope="session")
def plain_pages(browser: Any) -> list[Any]:
    """Return pages for one test after another: a new one costs more than most tests."""
    return [new_page(browser) for _ in range(2)]


@pytest.fixture
def sit(browser: Any, plain_pages: list[Any], site: Site) -> Iterator[Sit]:
    """Open pages, each in a context of its own, which forgets all at the end.

    A test that listens to a page or changes it begins at ``about:blank``, and gets a new one.
    """
    opened: list[tuple[Any, Any]] = []

    def open_page(url: str, viewport: Mapping[str, int] = WIDE, **given: Any) -> Any:
        if given or len(opened) >= len(plain_pages):
            page = new_page(browser, viewport=viewport, **given)
            opened.append((page, page.context))
        else:
            page = plain_pages[len(opened)]
            own = page.context.new_page() if url == "about:blank" else None
            opened.append((page, own))
            page = own or page
            page.set_viewport_size(viewport)
        page.goto(url)
        return page

    yield open_page
    for page, own in opened:
        if own:
            own.close()
        if page in plain_pages:
            page.mouse.move(0, 0)
            # Another site, or none, would be shown by a new process.
            page.goto(f"{site.base}/icon.svg")
            page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", ALL_STORED)
