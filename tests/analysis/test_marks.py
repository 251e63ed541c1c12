"""Mistakes are marks: whoever looks back at a match goes from one to the next."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.match.record import read
from parlour.match.replay import replayed
from parlour.rules import Result
from parlour.table import Past, RecordTable
from parlour.words.language import speaking
from parlour_analysis.judging import JudgedDecision, JudgedMove, MatchAnalysis, keep_analysis
from tests.drawn import DRAWN
from tests.games import MAORI

KEPT = Path(__file__).parents[1] / "golden" / "maori" / "front-2.jsonl"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> RecordTable:
    """Return the table of a finished match with an analysis beside its record."""
    path = tmp_path_factory.mktemp("kept") / KEPT.name
    path.write_bytes(KEPT.read_bytes())
    match = replayed(MAORI, read(path), path.name)
    assert isinstance(match.awaited, Result)
    table = RecordTable(match, path)
    moves = [(n, seat) for n, seat in enumerate(table.chair(0).movers, 1) if seat is not None]
    lost = moves[5::7]
    bad, good = (JudgedMove("rest", value, 0.0, ()) for value in (1.0, 3.0))
    decisions = tuple(JudgedDecision(n, seat, bad, good) for n, seat in lost)
    keep_analysis(path, MatchAnalysis("maori", "lead in points", 9, decisions, match.awaited))
    return table


def marked(table: RecordTable, seat: int) -> list[int]:
    """Return the steps before the marked moves of a seat."""
    return [mark.answer - 1 for mark in table.chair(0).marks() if mark.seat == seat]


@DRAWN
@given(st.integers(0, 150), st.sampled_from([0, 1]))
def test_x_leads_before_the_next_of_my_mistakes_and_round(
    table: RecordTable, start: int, seat: int
) -> None:
    past = Past(table.chair(seat), seat)
    past.at = min(start, past.last)
    start = past.at
    steps = marked(table, seat)
    here = past.go("x")
    assert past.at == min((step for step in steps if step > start), default=min(steps))
    assert here.lines[0].startswith(f"Greedy {seat + 1} played 'rest'")
    past.at = start
    past.go("xb")
    assert past.at == max((step for step in steps if step < start), default=max(steps))


def test_marks_are_told_in_the_language_of_the_reader(table: RecordTable) -> None:
    with speaking("de"):
        assert "besser" in Past(table.chair(0), 0).go("x").lines[0]


def test_a_bot_thinks_only_before_the_first_mark(table: RecordTable) -> None:
    past = Past(table.chair(0), 0)

    assert past.takes_time("x")
    past.go("x")
    assert not past.takes_time("x")
    assert past.takes_time("analyse")
    assert not past.takes_time("m")


def test_a_better_move_can_be_played_from_a_mark(table: RecordTable) -> None:
    past = Past(table.chair(0), 0)
    past.go("x")
    _, lines = past.go("branch").branch or pytest.fail("no branch")

    assert len(lines) == past.at
