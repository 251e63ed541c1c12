"""The front page: guests and hosts, a phone, options in words, one click to a match."""

import json
from pathlib import Path

import pytest

from tests.page.conftest import PHONE, Sit
from tests.page.playing import position
from tests.web.programs import serve
from tests.web.served import served
from tests.web.tables import Site


def test_a_guest_is_told_what_the_front_page_is_for_and_begins_a_lesson(
    site: Site, sit: Sit
) -> None:
    page = sit(f"{site.base}/")
    page.locator("#guest").get_by_text("Only the host creates tables").wait_for()

    assert page.locator("[data-creates]:visible, #folder a").count() == 0
    assert page.locator(".game a", has_text="rules").count() >= 3
    page.get_by_title("Maori: Your first islands").click()
    page.locator("#lesson:not(:empty)").wait_for()


def test_the_hosts_link_opens_the_front_page_to_its_browser(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe")
    page = sit(f"{site.base}/#{site.key}")
    page.get_by_text("All matches of this server").click()
    page.locator("#folder a").first.wait_for()
    assert page.url == f"{site.base}/"
    page.goto(f"{site.base}/t/{table.name}")
    page.get_by_role("link", name="Parlour").click()

    page.get_by_role("button", name="Start").wait_for()
    assert page.locator("#guest").is_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "it-IT"])
def test_the_front_page_of_a_phone_does_not_scroll_aside(site: Site, sit: Sit, locale: str) -> None:
    page = sit(f"{site.base}/#{site.key}", locale=locale, **PHONE)
    page.locator("#start").wait_for()

    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_front_page_names_values_of_options_in_words(site: Site, sit: Sit) -> None:
    page = sit(f"{site.base}/#{site.key}")
    values = page.locator("[data-game=giants] option").all_text_contents()

    assert {"yes", "no", "as the edition has it", "out of the game"} <= {*values}
    assert not {"true", "false", "edition", "removed"} & {*values}


def test_the_host_reads_what_is_used_and_what_was_declined(sit: Sit, tmp_path: Path) -> None:
    with serve(tmp_path, "--capacity", "tables=1", "--minutes", "7") as program:
        page = sit(f"{program.pages.base}/#{program.pages.key}")
        page.locator("#no-notes").wait_for()
        page.get_by_label("Rapa Nui").check()
        page.locator("#places .who").nth(1).select_option("friend")
        page.get_by_label("Help for everybody at the table").select_option("none")
        page.get_by_label("People may talk").uncheck()
        pace = page.get_by_label("Others may go on with a bot after")
        assert pace.input_value() == "7"
        pace.select_option("3 days")
        page.get_by_role("button", name="Start").click()
        page.get_by_role("link", name="Sit down at your seat").wait_for()
        (table,) = tmp_path.glob("*.table.json")
        saved = json.loads(table.read_bytes())
        chosen = [saved[one] for one in ("advice", "silent", "minutes")]
        assert chosen == ["none", True, 3 * 24 * 60]
        page.go_back()
        page.locator("#places .who").nth(1).select_option("friend")
        page.get_by_role("button", name="Start").click()
        page.locator("#told", has_text="holds 1 tables and takes no more").wait_for()
        page.reload()
        page.locator(
            "#house li", has_text="holds 1 tables and takes no more (1\u00d7, last at"
        ).wait_for()

        used = page.locator("#uses").inner_text()
        assert "tables: 1 of 1" in used
        assert "bots: 0 of 32" in used
        assert page.locator("#no-notes").is_hidden()


def test_one_click_on_the_front_page_begins_a_match_against_bots(site: Site, sit: Sit) -> None:
    page = sit(f"{site.base}/#{site.key}")
    card = page.locator(".game", has_text="Giants")
    titles = [box.inner_text() for box in page.locator(".game b").all()]
    boxed = [title for title in titles if title in {"Giants", "Maori", "Rapa Nui"}]
    assert boxed == ["Rapa Nui", "Maori", "Giants"]
    assert "3-5 players · 90 minutes · heavy" in card.inner_text()
    assert card.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)")
    card.get_by_role("button", name="Play now").click()
    position(page)

    seats = [" ".join(seat.inner_text().split()) for seat in page.locator("#seats li").all()]
    assert [seat.split(" bot")[0] for seat in seats[1:]] == ["G Alma", "R Bruno"]
    assert page.locator("#seats .clock").count() == 0


def test_the_host_sees_how_they_have_done(site: Site, sit: Sit) -> None:
    cells = ("a1", "a2", "b1", "b2", "c1")
    moves = [f"place {cell}" for cell in cells]
    table = site.lay("tic_tac_toe", ("human", "uniform"), names=("Zora", ""), moves=moves)
    table.path.with_name(f"{table.path.name}.times").write_text("[1,0]\n[2,90]\n")
    guest = sit(f"{site.base}/me")
    guest.locator("#told", has_text="Only the host sees").wait_for()
    page = sit(f"{site.base}/#{site.key}")
    page.get_by_role("link", name="How I have done").click()
    row = page.locator("#figures tr", has_text="Tic-tac-toe, Uniform")
    row.wait_for()

    assert row.locator("td").all_inner_texts()[1:] == ["1 (100%)", "1.0", "1", "3.0", "1.5", "90.0"]


def test_a_match_is_found_again_left_and_deleted(site: Site, sit: Sit) -> None:
    page = sit(f"{site.base}/#{site.key}")
    page.get_by_role("button", name="Play now").first.wait_for()
    for game in ("maori",) * 3 + ("rapa_nui",) * 3:
        page.locator(f"[data-play={game}]").click()
        position(page)
        page.goto(f"{site.base}/")
    page.locator("#filter-text").fill("RAPA")
    page.locator("#mine li").nth(3).wait_for(state="detached")
    own, other = [page.locator("#mine li").nth(number) for number in range(2)]
    names = [one.get_attribute("data-table") for one in (own, other)]
    assert page.locator("#mine li small", has_text="202").count() == 3

    own.get_by_role("button", name="Delete").click()
    own.get_by_role("button", name="Delete the match for all?").click()
    page.locator("#mine li").nth(2).wait_for(state="detached")
    assert not (site.folder / f"{names[0]}.jsonl").exists()
    other = page.locator(f"[data-table={names[1]}]")
    link = other.get_by_role("link").first.get_attribute("href")
    other.get_by_role("button", name="Leave").click()
    other.get_by_role("button", name="Give the seat up?").click()
    other.wait_for(state="detached")
    page.goto(f"{site.base}{link}")
    page.locator("#line-state", has_text="opens no seat").wait_for()

    assert (site.folder / f"{names[1]}.jsonl").exists()


PAPER = "getComputedStyle(document.body).backgroundColor"


def test_language_and_light_are_chosen_on_every_page(site: Site, sit: Sit) -> None:
    page = sit(f"{site.base}/", color_scheme="light")
    light = page.evaluate(PAPER)
    page.get_by_label("Light or dark").select_option("dark")
    dark = page.evaluate(PAPER)
    page.get_by_label("Language").select_option("de")
    page.get_by_role("heading", name="Setz dich und spiel").wait_for()
    table = site.lay("maori")
    papers = [light]
    for path in (
        "/",
        "/me",
        "/nothing",
        "/games/maori/five",
        "/games/maori/rules",
        "/t/" + table.name,
    ):
        page.goto(f"{site.base}{path}")
        papers.append(page.evaluate(PAPER))
        assert page.locator("#theme").evaluate("it => it.value") == "dark"
        assert page.evaluate("document.documentElement.lang") == "de"
    page.locator("#turn:not(:empty)").wait_for()
    page.locator("[aria-controls=more]").click()
    page.locator("#theme").select_option("light")

    assert papers == [light] + [dark] * 6
    assert page.evaluate(PAPER) == light != dark


def test_a_browser_may_install_the_pages_as_an_app(site: Site, sit: Sit) -> None:
    page = sit(f"{site.base}/")
    faults = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")

    assert {one["errorId"] for one in faults["installabilityErrors"]} <= {"in-incognito"}
    assert page.locator("link[rel=manifest]").count() == 1


WORKER = "navigator.serviceWorker.ready.then(({active}) => new URL(active.scriptURL).pathname)"
OTHERS = """["parlour-worker", "other", "default"].filter(name => {
    try { return trustedTypes.createPolicy(name, {createScriptURL: one => one}); } catch {}
})"""
"""Policies that a script can still make, and with them any address of a script."""


def test_without_the_server_a_page_says_so_and_comes_back_with_it(tmp_path: Path, sit: Sit) -> None:
    with served(tmp_path) as server:
        laid = server.lay("tic_tac_toe", "me", "friend")
        url = f"{server.base}/t/{laid.name}#{laid.keys[0]}"
        page = sit(f"{server.base}/", locale="de")
        worker = page.evaluate(WORKER)
        made = page.evaluate(OTHERS)
        page.goto(url)
        page.locator("#panels .panel").wait_for()
        page.context.set_offline(True)
        page.reload()
        told = page.locator("main").inner_text()
        kept = page.evaluate("caches.keys()")
        asked = page.evaluate("fetch('/health').then(() => 'answered', () => 'failed')")
        page.context.set_offline(False)
        page.locator("#panels .panel").wait_for()

    assert worker == "/service_worker.js"
    assert made == []
    assert told.startswith("Der Server ist nicht erreichbar")
    assert "Noch einmal versuchen" in told
    assert (kept, asked) == ([], "failed")
    assert page.url == url
