"""Words on a page: rules that are typed are drawn, and a right click names what is there."""

from tests.web.conftest import Sit
from tests.web.playing import position
from tests.web.tables import Site


def test_typed_rules_are_drawn_and_a_right_click_names_a_place(site: Site, sit: Sit) -> None:
    page = sit(site.lay("maori").urls[0])
    position(page)
    page.locator("#typed").fill("rules 3")
    page.locator("#typed").press("Enter")
    page.locator("#act h3", has_text="3 The ship").wait_for()

    assert page.locator("#act b", has_text="3.1").count() == 1
    assert "**" not in page.locator("#act").inner_text()
    spot = page.locator("#panels g.spot[aria-label='a1, free']").first
    spot.click(button="right", force=True)
    words, link = page.locator("#whatis").inner_text(), page.locator("#whatis a")
    assert words == f"{spot.get_attribute('aria-label')} {link.inner_text()}"
    assert link.inner_text() == "Rule 4.4"
    assert str(link.get_attribute("href")).endswith("/games/maori/rules#r4.4")
    page.keyboard.press("Shift")
    assert page.locator("#whatis").is_hidden()
    page.locator("[data-name=board] [data-key$='boats printed']").click(button="right", force=True)
    assert link.inner_text() == "Rule 3.3"  # that of all boats, and not of all boards
