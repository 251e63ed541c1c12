"""A site in a browser: matches are kept, one tab plays each, and no network is needed later."""

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.match.record import Header, encode
from parlour_site.building import LIST, OFFLINE
from tests.page.conftest import new_page
from tests.page.playing import PLAY, confirm, position
from tests.page.published import served

pytestmark = pytest.mark.xdist_group("site")

PEOPLE = Header(game="maori", rules_version=1, seats=2, seed="refused", players=("human",) * 2)
"""The beginning of a record."""
FIRST, SECOND = "Sit down and play", "Second edition"
"""The headings of two versions of a site."""


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """Return a page of a browser that keeps nothing yet."""
    opened = new_page(browser, viewport={"width": 1280, "height": 800})
    yield opened
    opened.context.close()


def begin(page: Any, address: str) -> None:
    """Begin a match against a bot, from the front page."""
    page.goto(f"{address}/en/index.html")
    page.locator("[data-play=maori]").click()
    page.locator("#turn.mine").wait_for()


def play(page: Any) -> str:
    """Play any move, and return the position that the page shows then."""
    before = position(page)
    if page.locator("#plan-list button").count():
        page.locator("#plan-list button").first.click()
    else:
        page.locator("g.spot.live").first.click()
    page.locator(PLAY).click()
    confirm(page, before)
    page.locator("#turn.mine").wait_for()
    return position(page)


def test_a_match_goes_on_without_a_network_in_one_tab_at_a_time_and_as_a_file(
    page: Any, address: str, tmp_path: Path
) -> None:
    """Nothing is asked of another host."""
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    begin(page, address)
    reached = play(page)
    url = page.url
    page.evaluate(KEPT, FIRST)
    page.context.set_offline(True)

    page.goto("about:blank")
    page.goto(url)
    page.locator("#turn.mine").wait_for()
    assert position(page) == reached
    reached = play(page)

    second = page.context.new_page()
    second.goto(url)
    second.get_by_text("This match is open in another tab.").wait_for()
    assert not second.locator("#panels .panel").count()
    page.close()
    second.locator("#turn.mine").wait_for()
    assert position(second) == reached

    second.goto(f"{address}/en/index.html")
    with second.expect_download() as download:
        second.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "brought.jsonl"
    download.value.save_as(file)
    second.locator("#record-file").set_input_files(file)
    second.locator("#turn.mine").wait_for()
    assert position(second) == reached
    strangers = [one for one in asked if not one.startswith((address, "about:", "blob:"))]
    assert strangers == []


def test_a_file_that_is_no_record_is_refused(page: Any, address: str, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann", encoding="utf-8")
    page.goto(f"{address}/en/index.html")

    page.locator("#record-file").set_input_files(file)

    page.get_by_text("This link holds no record.").wait_for()


@pytest.mark.parametrize(
    ("header", "why"),
    [
        (replace(PEOPLE, seats=9), "maori: expected 2-5 seats, got 9"),
        (replace(PEOPLE, rules_version=99), "the record: expected rules version 1 of maori"),
    ],
    ids=["it is not laid", "it is not opened"],
)
def test_an_order_that_is_refused_is_told_at_the_table(
    page: Any, address: str, tmp_path: Path, header: Header, why: str
) -> None:
    """Only Python can read the record: the front page has sent it on by then."""
    file = tmp_path / "refused.jsonl"
    file.write_bytes(encode(header) + b"\n")
    page.goto(f"{address}/en/index.html")

    page.locator("#record-file").set_input_files(file)

    page.get_by_text(why).wait_for()
    assert page.locator("#turn").inner_text() == ""


def test_python_that_does_not_come_is_told(page: Any, published: Path, address: str) -> None:
    archive = published / "python" / "packages.zip.gz"
    archive.rename(published / "away")
    page.goto(f"{address}/en/index.html")

    page.locator("[data-play=maori]").click()

    page.get_by_text("Python has stopped: packages.zip.gz: 404").wait_for()
    (published / "away").rename(archive)


def test_the_first_page_leads_to_the_language_of_the_reader(browser: Any, address: str) -> None:
    page = new_page(browser, locale="de")

    page.goto(address)

    page.wait_for_url(f"{address}/de/index.html")
    page.get_by_text("Diese Seite spielt in deinem Browser").wait_for()
    page.get_by_role("link", name="Italiano").click()
    page.wait_for_url(f"{address}/it/index.html")
    page.context.close()


def test_a_new_version_of_a_site_comes_on_the_visit_after_next(
    page: Any, published: Path, tmp_path: Path
) -> None:
    """The first visit after the change brings it, and still shows what was kept."""
    folder = tmp_path / "site"
    copytree(published, folder)
    with served(folder) as base:
        page.goto(f"{base}/en/index.html")
        page.evaluate(KEPT, FIRST)
        change(folder, "en/index.html", FIRST, SECOND)
        page.goto(f"{base}/en/index.html")
        heading = page.locator("h1").inner_text()
        page.evaluate(KEPT, SECOND)
        page.reload()

        assert heading == FIRST
        assert page.locator("h1").inner_text() == SECOND


KEPT = """async text => {
    const {active} = await navigator.serviceWorker.ready;
    for (;; await new Promise(later => setTimeout(later, 50))) {
        const cache = await caches.open((await caches.keys())[0]);
        const kept = (await cache.keys()).filter(one => one.url.includes("/en/index.html"));
        const page = kept.length === 1 && await cache.match(kept[0]);
        if (active.state !== "activating" && page && (await page.text()).includes(text)) return;
    }
}"""
"""Waits until the service worker answers, and only a page with this text is kept."""


def change(folder: Path, path: str, old: str, new: str) -> None:
    """Publish another version of a file."""
    text = (folder / path).read_text(encoding="utf-8")
    (folder / path).write_text(text.replace(old, new), encoding="utf-8")
    list_, end, script = (folder / OFFLINE).read_text(encoding="utf-8").partition(";\n")
    digests = json.loads(list_.removeprefix(LIST)) | {path: "another"}
    (folder / OFFLINE).write_text(f"{LIST}{json.dumps(digests)}{end}{script}", encoding="utf-8")
