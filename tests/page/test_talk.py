"""Friends who talk at the pages of a table."""

from tests.page.conftest import PHONE, Sit
from tests.page.playing import at_turn, play_a_move, position
from tests.web.tables import Site

HOSTILE = "<img src=x onerror=alert(1)> <b>bold</b>"


def test_friends_talk_between_moves_and_one_is_muted(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe", names=("Ada", "Ben"))
    one, two = at_turn(sit, table.urls[0]), sit("about:blank", **PHONE)
    two.clock.install()
    two.goto(table.urls[1])
    watcher = sit(table.urls[0].split("#")[0])
    position(two)
    position(watcher)
    two.clock.fast_forward("03:00")
    two.locator("#company", has_text="Ada has thought for 3 min.").wait_for()
    assert two.locator("#company").inner_text().startswith("Here: Ada, Ben.")
    assert "Ada has thought for 3 min." in two.locator("#newest").inner_text()
    play_a_move(one, "tic_tac_toe", "place a1")
    two.locator("#newest", has_text="has thought").wait_for(state="detached")
    two.locator("#turn.mine").wait_for()
    one.locator("#say").fill(HOSTILE)
    one.locator("#say").press("Enter")
    lines = two.locator("#log .said")
    lines.first.wait_for()

    assert lines.locator(".words").all_inner_texts() == [HOSTILE]
    assert lines.locator(".words *").count() == 0
    assert two.locator("#newest").inner_text() == f"Ada: {HOSTILE}"
    one.locator("#tabs button", has_text="In words").click()
    two.locator("#say").fill("so are you")
    two.locator("#say").press("Enter")
    one.locator("#tabs .unread", has_text="Story").wait_for()
    one.locator("#newest", has_text="so are you").click()
    one.locator("#log .said", has_text="so are you").wait_for()
    assert one.locator("#tabs .unread").count() == 0
    one.locator("#newest").wait_for(state="hidden")
    play_a_move(two, "tic_tac_toe", "place b2")
    one.locator("#turn.mine").wait_for()
    one.locator("#turn").press("3")
    lines.nth(2).wait_for()
    kinds = "all => all.map(one => one.classList.contains('said'))"
    assert two.locator("#log > li").evaluate_all(kinds) == [False, True, True, False, True]
    assert lines.nth(2).locator(".words").inner_text() == "😮 Oh!"
    two.locator("#log .who summary").first.click()
    two.get_by_role("button", name="Mute Ada").first.click()
    two.locator("#log .muted").wait_for()
    assert lines.locator(".words").all_inner_texts() == ["so are you", "(muted)"]
    assert watcher.locator("#log .said").count() == 0
    assert watcher.locator("#talk").is_visible()
