"""A browser, and pages that sit at tables of a server."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.needs import lack
from tests.page.published import served
from tests.site.built import build_site
from tests.web.conftest import site
from tests.web.tables import Site

__all__ = ["site"]

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
ALONE = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    # Pages share processes: one for each of thirty pages takes two gigabytes.
    "--renderer-process-limit=2",
)
"""For a browser that shows pages of this machine only."""

PATIENCE_MILLISECONDS = 40_000
"""Milliseconds until a test that waits for something on a page fails."""

ALL_STORED = {"origin": "*", "storageTypes": "local_storage"}
"""What a browser forgets between tests."""

WIDE = {"width": 1280, "height": 900}
"""The size of a window."""

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
"""The arguments of the context of a phone."""

PACED = "try { localStorage.setItem('parlour.pace', 'PACE'); } catch {}"
"""Script that sets the pace of what others did; an empty page keeps nothing."""

UNHURRIED = """let clicks = 0;
Object.defineProperty(MouseEvent.prototype, "timeStamp", {
    get() { return this.since ??= 1000 * ++clicks; },
});
"""
"""Script that sets each click of a test a second after the one before, as a person would click."""

Sit: TypeAlias = Callable[..., Any]
"""Opens a page at an address; more arguments are those of a browser's context."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Return the Chromium or Chrome of this machine, or what playwright has installed."""
    if find_spec("playwright") is None:
        lack("playwright, which 'tox -e page' installs,")
    sync_api = import_module("playwright.sync_api")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_api.sync_playwright() as driver:
        try:
            opened = driver.chromium.launch(executable_path=found, args=list(ALONE))
        except sync_api.Error as fault:
            if found is not None:
                raise
            lack(f"a browser ({str(fault).splitlines()[0]})")
        yield opened
        opened.close()


def new_page(browser: Any, pace: str = "off", **given: Any) -> Any:
    """Return a page in a context of its own, with arguments of that context."""
    context = browser.new_context(**given)
    context.add_init_script(PACED.replace("PACE", pace))
    context.add_init_script(UNHURRIED)
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


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site with the included games: it takes half a minute to build."""
    return build_site(tmp_path_factory.mktemp("published"), "giants", "maori", "rapa_nui")


@pytest.fixture(scope="session")
def address(published: Path) -> Iterator[str]:
    """Return the address of that site."""
    with served(published) as base:
        yield base
