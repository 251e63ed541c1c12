"""Playing at a page as a person does: by clicks on what is live, or by keys."""

from random import Random
from typing import Any

from tests.web.tables import Table

LIVE = "#panels g.spot.live, #act .thing:enabled:not([data-id=back], [data-id=play])"
"""Everything that can be chosen."""
PLAY = "[data-id=play]"
MOST_PARTS = 12
"""Parts of a move that are chosen, at most, before it can be played."""
MOST_MOVES = 100
"""Moves of a match that is played to its end, at most."""


def position(page: Any) -> str:
    """Return the position that a page shows, once it shows one."""
    page.locator("body[data-position]").wait_for()
    return str(page.locator("body").get_attribute("data-position"))


def choose_a_move(page: Any, luck: Random) -> None:
    """Click on one live thing after another, until there is a move to play."""
    for _ in range(MOST_PARTS):
        if page.locator(PLAY).count():
            return
        live = page.locator(LIVE)
        live.nth(luck.randrange(live.count())).click()
    raise AssertionError(f"no move came of clicks: {page.locator('#act').inner_text()}")


def play_a_move(page: Any, luck: Random) -> None:
    """Choose a move by clicks and play it; wait until the page shows what came of it."""
    before = position(page)
    choose_a_move(page, luck)
    page.locator(PLAY).click()
    later = page.locator(f"body:not([data-position='{before}'])")
    later.or_(page.locator("#act .question")).first.wait_for()
    if page.locator("#act .question").count():
        page.get_by_role("button", name="Yes").click()
        later.wait_for()


def play_on(pages: list[Any], luck: Random, table: Table) -> None:
    """Play a match to its end, each page when its seat is asked."""
    for _ in range(MOST_MOVES):
        match = table.match
        if match.is_over:
            return
        page = pages[match.awaited.seats[0]]
        page.locator("#turn.mine").wait_for()
        play_a_move(page, luck)
    raise AssertionError(f"the match did not end within {MOST_MOVES} moves")
