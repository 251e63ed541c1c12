"""Plans on a page: listed beside the table, shown when pointed at, played by one click."""

from tests.web.conftest import Sit
from tests.web.playing import at_turn, position
from tests.web.tables import Site

MOVED = "body:not([data-position='{}'])"
"""A page that shows another position."""


def test_one_click_plays_a_whole_transport(site: Site, sit: Sit) -> None:
    table = site.lay_late("giants/three-seats.jsonl", 35)
    match, before = table.match, len(table.moves)
    seat = match.awaited.seats[0]
    plan = match.game.rules.plans(match.view(seat))[0]
    page = at_turn(sit, table.urls[seat])
    here = position(page)
    page.locator("[data-plan='plan 1']").click()
    page.locator(MOVED.format(here)).wait_for()

    written = [match.game.write_move(move) for move in plan.moves]
    assert len(written) >= 4
    assert table.moves[before : before + len(written)] == written


def test_a_plan_that_is_pointed_at_is_shown(site: Site, sit: Sit) -> None:
    """A tile lies as a ghost on its cell before it is laid, though a tile is drawn then."""
    table = site.lay_late("maori/expert-atoll-3.jsonl", 13)
    match, before = table.match, len(table.moves)
    page = at_turn(sit, table.urls[match.awaited.seats[0]])
    page.locator("[data-plan='plan 1']").hover()
    page.locator("#panels g.spot.ghost").first.wait_for()

    assert "before chance decides" in page.locator("#act").inner_text()
    page.locator("#status").hover()
    page.locator("#panels:not(:has(g.spot.ghost))").wait_for()
    assert len(table.moves) == before


def test_a_plan_that_appears_under_a_mouse_at_rest_is_not_shown(site: Site, sit: Sit) -> None:
    """A browser says then that the mouse is over it, and not that it has moved."""
    table = site.lay_late("maori/expert-atoll-3.jsonl", 13)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    asked, plan = page.locator("#prompt").inner_text(), page.locator("[data-plan='plan 1']")
    for kind in ("pointerover", "pointerenter", "mouseover", "mouseenter"):
        plan.dispatch_event(kind)
    page.locator("#typed").fill("rules 3")
    page.locator("#typed").press("Enter")
    page.locator("#act h3").wait_for()  # a preview would have come before

    assert page.locator("#panels g.spot.ghost").count() == 0
    assert page.locator("#prompt").inner_text() == asked
    plan.hover()
    page.locator("#panels g.spot.ghost").first.wait_for()


def test_a_hint_points_at_places_of_the_table(site: Site, sit: Sit) -> None:
    table = site.lay_late("maori/expert-atoll-3.jsonl", 13)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    page.locator("#typed").fill("hint 1")
    page.keyboard.press("Enter")
    page.locator("#panels g.spot.pointed").first.wait_for()

    assert "'plan 1' plays: lay " in page.locator("#act").inner_text()


def test_to_pass_with_a_plan_is_asked_for_once(site: Site, sit: Sit) -> None:
    table = site.lay_late("giants/three-seats.jsonl", 35)
    seat, before = table.match.awaited.seats[0], len(table.moves)
    page = at_turn(sit, table.urls[seat])
    page.locator("#typed").fill("pass")
    page.keyboard.press("Enter")
    page.locator(".question").wait_for()

    assert "'pass' gives up: " in page.locator(".question").inner_text()
    here = position(page)
    page.locator("#typed").fill("pass")
    page.keyboard.press("Enter")
    page.locator(MOVED.format(here)).wait_for()
    assert table.moves[before] == "pass"
