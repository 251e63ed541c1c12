"""Matches to hand on, in a real browser: a link that holds a record, and a file."""

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from tests.page.conftest import Sit
from tests.web.tables import KEPT, Site

WON = ("place a1", "place b1", "place a2", "place b2", "place a3")


def shared(page: Any) -> str:
    """Return the link to a match that its page shows."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Share this match").click()
    link: str = page.locator("#shared input").input_value()
    return link


def record_in(link: str) -> list[dict[str, object]]:
    letters = link.partition("#record=")[2]
    raw = zlib.decompress(base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4)), -15)
    return [json.loads(line) for line in raw.splitlines()]


def test_a_match_is_shared_by_a_link_that_steps_through_it(site: Site, sit: Sit) -> None:
    page = sit(site.lay("tic_tac_toe", moves=WON).urls[0])
    link = shared(page)
    other = sit(f"{site.base}/#{site.key}")
    other.goto(link)
    other.wait_for_url("**/t/tic_tac_toe-*")
    other.locator("#act .result").first.wait_for()
    other.locator("#earlier").click()
    other.locator("body.past").wait_for()

    assert record_in(link)[-1]["over"]
    assert other.locator("#log li").count() == len(WON)


def test_after_the_end_a_link_leads_to_a_position(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe", moves=WON)
    page = sit(f"{table.urls[0]},at=2")
    page.locator("body.past[data-position='2']").wait_for()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Share this match").click()
    link = page.get_by_label("The link to this position").input_value()
    other = sit(link)
    other.locator("body.past[data-position='2']").wait_for()

    assert link == f"{site.base}/t/{table.name}#at=2"


def test_before_the_end_a_link_holds_what_one_seat_was_told(site: Site, sit: Sit) -> None:
    table = site.lay_late("maori/front-2.jsonl", 25)
    page = sit(table.urls[1])
    header, *lines = record_in(shared(page))
    other = sit(f"{site.base}/#{site.key}")
    other.goto(f"{site.base}/#record={page.locator('#shared input').input_value().split('=')[1]}")
    other.locator("#log li").first.wait_for()

    assert (header["seat"], "seed" in header) == (1, False)
    assert all("move" not in line for line in lines)
    assert "was not over" in other.locator("#turn").inner_text()


def test_a_record_is_opened_from_a_file(site: Site, sit: Sit) -> None:
    page = sit(f"{site.base}/#{site.key}")
    page.locator("#record-file").set_input_files(KEPT / "rapa_nui" / "two-seats.jsonl")
    page.locator("#act .result").first.wait_for()

    assert "/t/rapa_nui-" in page.url


@pytest.mark.parametrize(
    "letters",
    [
        pytest.param("", id="nothing"),
        pytest.param("A" * 40_000, id="too long"),
        pytest.param("AAAA", id="no record"),
        pytest.param(
            base64.urlsafe_b64encode(zlib.compress(b" " * 2_000_001, wbits=-15)).decode(),
            id="a long text, well compressed",
        ),
    ],
)
def test_a_link_that_holds_no_record_says_so(site: Site, sit: Sit, letters: str) -> None:
    page = sit("about:blank")
    page.goto(f"{site.base}/#record={letters}")
    page.locator("#told", has_text="This link holds no record.").wait_for()


def test_a_broken_record_is_refused_in_a_sentence(site: Site, sit: Sit, tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text("{}\n", encoding="utf-8")
    page = sit(f"{site.base}/#{site.key}")
    page.locator("#record-file").set_input_files(path)
    page.locator("#told", has_text="the record").wait_for()
