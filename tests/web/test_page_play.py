"""Matches at pages in several browsers, by clicks alone; their records are the kept ones."""

import pytest

from parlour.match.record import Line, read
from tests.web.conftest import Sit
from tests.web.playing import play_moves
from tests.web.tables import KEPT, Site, Table

ROUND = [(0, "place b2"), (1, "place a1"), (0, "place a2"), (1, "place b1"), (0, "place c2")]
"""A match of tic-tac-toe that the first seat wins."""
LATE = [
    # kept match; moves that are left
    pytest.param("maori/front-2.jsonl", 6, id="maori"),
    pytest.param("rapa_nui/two-seats.jsonl", 6, id="rapa nui"),
    pytest.param("giants/three-seats.jsonl", 6, id="giants"),
]


def test_two_browsers_play_a_match_by_clicks_alone(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe")
    check_played(table, sit, ROUND)
    assert table.moves == [text for _, text in ROUND]


@pytest.mark.matrix
@pytest.mark.parametrize(("record", "left"), LATE)
def test_browsers_end_a_kept_match_by_clicks_alone(
    site: Site, sit: Sit, record: str, left: int
) -> None:
    table, kept = site.lay_late(record, left), read(KEPT / record)
    check_played(table, sit, moves_of(kept.lines)[-left:])
    assert table.record.lines == kept.lines


def moves_of(lines: tuple[Line, ...]) -> list[tuple[int, str]]:
    """Return the moves of a record, each with its seat."""
    return [(line.seat or 0, line.move) for line in lines if line.move is not None]


def check_played(table: Table, sit: Sit, moves: list[tuple[int, str]]) -> None:
    """Play moves to the end, a browser for each seat; every page must tell the result."""
    pages = [sit(url) for url in table.urls]
    play_moves(pages, table, moves)

    assert table.match.is_over
    for page in pages:
        page.locator("#act .result").first.wait_for()
