"""Whole matches at pages in two browsers: by clicks alone, and by keys alone."""

from random import Random

import pytest

from tests.web.conftest import Sit
from tests.web.playing import play_on
from tests.web.tables import Site, Table

LATE = [
    # kept match; moves that are left
    pytest.param("maori/front-2.jsonl", 5, id="maori"),
    pytest.param("rapa_nui/two-seats.jsonl", 5, id="rapa nui"),
    pytest.param("giants/three-seats.jsonl", 5, id="giants"),
]


def test_two_browsers_play_a_match_by_clicks_alone(site: Site, sit: Sit) -> None:
    check_played(site.lay("tic_tac_toe"), sit)


@pytest.mark.parametrize(("record", "left"), LATE)
def test_browsers_end_a_match_by_clicks_alone(site: Site, sit: Sit, record: str, left: int) -> None:
    check_played(site.lay_late(record, left), sit)


def check_played(table: Table, sit: Sit) -> None:
    """Play a match to its end, a browser for each seat; its record must replay to the same end."""
    pages = [sit(url) for url in table.urls]
    play_on(pages, Random(1), table)

    assert table.match.is_over
    assert tuple(table.match.lines) == table.record.lines
    for page in pages:
        page.locator("#act .result").first.wait_for()
