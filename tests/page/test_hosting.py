"""An evening with friends in a real browser: the host's page, an arrival, a rematch."""

from pathlib import Path
from time import time
from typing import Any

import pytest

from parlour.table.opening.answer_times import times_path
from parlour_web.tables.metadata import TableFile, path_of, read
from tests.page.conftest import PHONE, Sit
from tests.page.playing import at_turn, enter, play_a_move, position
from tests.web.programs import serve
from tests.web.served import Served
from tests.web.tables import Site

SHORT = "document.querySelector('[name=game]:checked').value = 'tic_tac_toe'"
"""Lets the form order a short game, which it does not list."""


def seat_of(host: Any, number: int) -> Any:
    return host.locator("#people li").nth(number - 1)


def test_a_host_invites_a_friend_who_comes_and_they_play_and_play_again(
    site: Site, sit: Sit
) -> None:
    host = sit(f"{site.base}/#{site.key}")
    host.get_by_label("Rapa Nui").check()
    host.evaluate(SHORT)
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
    friend.get_by_role("button", name="Ask for a rematch").click()
    friend.get_by_text("The host decides").wait_for()
    assert friend.get_by_role("button", name="Rematch").count() == 0
    onlooker = sit(friend.url.split("#")[0])
    onlooker.get_by_text("Would like a rematch: Ben").wait_for()
    assert onlooker.get_by_role("button", name="Rematch").count() == 0
    host.get_by_text("Would like a rematch: Ben").wait_for()
    host.go_back()
    host.get_by_text("Would like a rematch: Ben").wait_for()
    ended = host.url
    host.get_by_role("button", name="Rematch").click()
    friend.locator("#turn.mine").wait_for()
    host.wait_for_url(lambda url: "/host" in url and url != ended)
    seat_of(host, 1).get_by_text("is here").wait_for()
    seat_of(host, 2).get_by_text("Your own seat").wait_for()
    host.get_by_role("link", name="Sit down at your seat").click()
    host.locator("#seats li:not(.away)", has_text="Ben").wait_for()
    address = friend.url
    friend.goto("about:blank")
    host.locator("#seats .away", has_text="Ben").wait_for()
    friend.goto(address)
    position(friend)

    assert friend.locator("#seats .name").all_inner_texts() == ["Ben", "Anna"]
    host.goto(f"{site.base}/")
    assert host.locator("#mine li").first.get_by_role("link", name="host it").count()


def test_the_last_to_come_is_asked_for_a_name_until_the_first_move(site: Site, sit: Sit) -> None:
    host = sit(f"{site.base}/#{site.key}")
    host.get_by_label("Rapa Nui").check()
    host.evaluate(SHORT)
    for number in (0, 1):
        host.locator("#places .who").nth(number).select_option("friend")
    host.get_by_role("button", name="Start").click()
    links = [seat_of(host, number).get_by_role("textbox").input_value() for number in (1, 2)]
    first, last = map(sit, links)
    for page, name in ((first, "Anna"), (last, "Ben")):
        page.get_by_label("Your name").first.fill(name)
        page.get_by_role("button", name="That is me").click()
        page.locator("#arrival").wait_for(state="hidden")
        first.locator("#seats .name", has_text=name).wait_for()

    assert last.locator("#turn").inner_text() == "Waiting for Anna"


def test_who_gives_no_name_is_asked_no_more_after_the_first_move(site: Site, sit: Sit) -> None:
    served = Served(site.base, site.key)
    laid = served.lay("tic_tac_toe", "me", "friend", waits=True)
    _, page = (sit(f"{site.base}/t/{laid.name}#{laid.keys[seat]}") for seat in (1, 0))
    page.locator("#arrival").wait_for()
    play_a_move(page, "tic_tac_toe", "place a1")

    page.locator("#arrival").wait_for(state="hidden")


def test_an_answer_goes_when_it_is_not_true_any_more(site: Site, sit: Sit) -> None:
    """Of a pause when the match goes on, of a number typed ahead when the turn comes."""
    served = Served(site.base, site.key)
    laid = served.lay("tic_tac_toe", "me", "friend")
    page, other = (sit(f"{site.base}/t/{laid.name}#{laid.keys[seat]}") for seat in (1, 0))
    for line, answer in (("3", "numbers change"), ("place a1", "place a1")):
        enter(page, line)
        page.locator("#act", has_text=answer).wait_for()
    page.get_by_role("button", name="Drop it").click()
    page.locator("#act", has_text="Not kept any more").wait_for()
    play_a_move(other, "tic_tac_toe", "place a2")
    page.locator("#turn.mine").wait_for()
    assert page.locator("#act .reply, #act .refused").count() == 0
    host = sit(f"{site.base}/t/{laid.name}/host#{laid.keys[None]}")
    host.get_by_role("button", name="Pause").click()
    page.locator("#prompt", has_text="paused").wait_for()
    assert not page.locator("#turn").inner_text()
    enter(page, "place a1")
    page.locator("#act", has_text="paused").wait_for()
    host.get_by_role("button", name="Go on").click()
    page.locator("#prompt:not(:has-text('paused'))").wait_for()

    assert "paused" not in page.locator("#act").inner_text()


def test_who_is_not_the_host_is_told_so_and_asks_no_more(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe")
    page = sit("about:blank")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.install()
    page.goto(f"{site.base}/t/{table.name}/host#wrong")
    page.locator("#fault", has_text="by the link of the host's page").wait_for()
    page.clock.run_for(10_000)

    assert page.locator("main h2:visible, #state:visible").count() == 0
    assert sum(one.endswith("/people") for one in asked) == 1


@pytest.mark.parametrize("opens_again", [True, False], ids=["opens the page", "is there"])
def test_a_bot_plays_for_a_friend_who_is_away_until_the_friend_is_back(
    site: Site, sit: Sit, *, opens_again: bool
) -> None:
    table = site.lay("tic_tac_toe", names=("Ada", "Ben"))
    file = TableFile(path_of(site.folder, table.name), read(path_of(site.folder, table.name)))
    file.limit(5)
    times_path(table.path).write_text(f"[1,{time() - 400}]\n")
    ada, ben = sit(table.urls[0], **PHONE), sit(table.urls[1])
    assert ada.locator("#bar button").count() == 0
    ben.locator("#company", has_text="Ada has thought for 6 min.").wait_for()
    ben.get_by_role("button", name="Let a bot play for Ada").click()
    ben.locator("#turn.mine").wait_for()
    ben.locator("#company", has_text="A bot plays for Ada until they are back.").wait_for()
    ada.locator("#company", has_text="A bot plays for you").wait_for(state="attached")
    assert ben.locator("#seats .kind").all_inner_texts() == ["bot"]
    if opens_again:
        ada.reload()
    else:
        ada.get_by_role("button", name="I am back").click()
    ben.locator("#log", has_text="Ada is back").wait_for()
    play_a_move(ben, "tic_tac_toe", next(one for one in OVER if one not in table.moves))
    ada.locator("#turn.mine").wait_for()

    assert ada.locator("#bar button").count() == 0
    assert ben.locator("#seats .kind").count() == 0
    assert len(table.moves) == 2


OVER = tuple(f"place {cell}" for cell in ("a1", "a2", "b1", "b2", "c1"))


def test_only_those_who_may_lay_a_table_are_offered_one(site: Site, sit: Sit) -> None:
    """The host, also one who looks on; a friend at a seat may wish one."""
    table = site.lay("tic_tac_toe", moves=OVER)
    seat, watching = table.urls[0], table.urls[0].split("#")[0]
    offered = []
    for url in (f"{seat},{site.key}", f"{watching}#{site.key}", seat, watching):
        page = sit(url)
        page.locator("#log button").first.click()
        page.locator("body.past").wait_for()
        play_on = page.locator("#fork").is_visible()
        page.keyboard.press("Escape")
        page.locator("#act .result").first.wait_for()
        offered.append((page.locator("[data-id=rematch]").all_inner_texts(), play_on))

    laid, wished = ["Rematch, each a seat further on"], ["Ask for a rematch"]
    assert offered == [(laid, True), (laid, True), (wished, False), ([], False)]


JOY = """() => [document.body.classList.contains("ended"),
    getComputedStyle(document.body, "::after").animationName]"""
"""Returns whether the page has seen the end, and the animation that says so."""


def test_the_end_shows_result_rematch_and_analysis_with_a_moment_of_joy(
    site: Site, sit: Sit
) -> None:
    table = site.lay("tic_tac_toe", moves=OVER[:-1])
    page, other = at_turn(sit, table.urls[0]), sit(table.urls[1])
    other.emulate_media(reduced_motion="reduce")
    position(other)
    play_a_move(page, "tic_tac_toe", OVER[-1])
    for one in (page, other):
        one.locator(".result").first.wait_for()

    assert page.locator("#bar button").all_inner_texts() == ["Ask for a rematch", "Analysis"]
    assert page.evaluate(JOY) == [True, "confetti"]
    assert other.evaluate(JOY) == [True, "none"]
    page.reload()
    page.locator(".result").first.wait_for()
    assert page.evaluate(JOY) == [False, "none"]
    page.locator("#bar button").last.click()
    page.locator("#analyse").wait_for()


def test_after_the_end_one_looks_as_oneself_once_or_as_another(site: Site, sit: Sit) -> None:
    page = sit(site.lay("tic_tac_toe", moves=OVER).urls[1])
    page.locator("#as").wait_for()
    looks = page.locator("#as option").all_inner_texts()

    assert looks == ["as I saw it", "as Player 1 saw it"]


def test_in_an_open_house_everybody_at_a_seat_is_offered_a_rematch(
    sit: Sit, tmp_path: Path
) -> None:
    with serve(tmp_path, "--open-house", lines=1) as program:
        table = Site(program.pages.base, tmp_path).lay("tic_tac_toe", moves=OVER)
        seat, watching = sit(table.urls[1]), sit(table.urls[1].split("#")[0])
        seat.get_by_role("button", name="Rematch").wait_for()
        watching.locator("#act .result").first.wait_for()

        assert watching.get_by_role("button", name="Rematch").count() == 0


def test_two_people_at_one_page_go_to_their_rematch_together(sit: Sit, tmp_path: Path) -> None:
    with serve(tmp_path, "--open-house", lines=1) as program:
        table = Site(program.pages.base, tmp_path).lay("tic_tac_toe", moves=OVER)
        page = sit(f"{table.urls[0]},{table.urls[1].partition('#')[2]}")
        page.get_by_role("button", name="Rematch").click()
        page.wait_for_url(lambda url: table.name not in url)

        for move in OVER:
            page.locator("#turn.mine").wait_for()
            play_a_move(page, "tic_tac_toe", move)
        page.locator("#act .result").first.wait_for()
