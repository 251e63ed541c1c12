"""An evening with friends in a real browser: the host's page, an arrival, a rematch."""

import re
from typing import Any

from tests.web.conftest import Sit
from tests.web.playing import play_a_move, position
from tests.web.tables import Site


def seat_of(host: Any, number: int) -> Any:
    return host.locator("#people li").nth(number - 1)


def test_a_host_invites_a_friend_who_comes_and_they_play_and_play_again(
    site: Site, sit: Sit
) -> None:
    host = sit(f"{site.base}/#{site.key}")
    host.get_by_label("Tic-tac-toe").check()
    host.locator("#places .who").nth(1).select_option("friend")
    host.locator("#places .name").first.fill("Anna")
    host.get_by_role("button", name="Start").click()
    seat_of(host, 2).get_by_role("button", name="QR code").click()
    seat_of(host, 2).locator(".code svg path[d^=M]").wait_for()
    seat_of(host, 2).get_by_role("button", name="Copy").click()
    seat_of(host, 2).get_by_text("Copied").wait_for()
    link = seat_of(host, 2).get_by_role("textbox").input_value()
    friend = sit(link, viewport={"width": 390, "height": 844})
    friend.locator("#prompt", has_text="Missing: Anna").wait_for()
    friend.get_by_label("Your name").first.fill("Ben")
    friend.get_by_role("button", name="That is me").click()
    seat_of(host, 2).locator("b", has_text="Ben").wait_for()
    seat_of(host, 2).get_by_text("is here").wait_for()
    host.get_by_role("link", name="Sit down at your seat").click()
    position(host)
    friend.locator("#turn", has_text="Waiting for Anna").wait_for()
    assert friend.locator("#arrival").is_hidden()
    assert host.locator("#seats .away").count() == 0
    for number, cell in enumerate(("a1", "a2", "b1", "b2", "c1")):
        page = (host, friend)[number % 2]
        page.locator("#turn.mine").wait_for()
        play_a_move(page, "tic_tac_toe", f"place {cell}")
    friend.get_by_role("button", name="Rematch").wait_for()
    host.get_by_role("button", name="Rematch").click()
    friend.get_by_role("link", name="Sit down there").wait_for()
    assert friend.get_by_role("button", name="Rematch").count() == 0
    friend.get_by_role("link", name="Sit down there").click()
    friend.locator("#turn.mine").wait_for()
    host.wait_for_url(re.compile(r"/t/(?!.*/host)"))
    host.locator("#seats li:not(.away)", has_text="Ben").wait_for()
    address = friend.url
    friend.goto("about:blank")
    host.locator("#seats .away", has_text="Ben").wait_for()
    friend.goto(address)
    position(friend)

    assert friend.locator("#seats .name").all_inner_texts() == ["Ben", "Anna"]
    host.goto(f"{site.base}/")
    assert host.locator("#mine li").first.get_by_role("link", name="host it").count()
