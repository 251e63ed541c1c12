"""The benchmark that watches bots finds what nobody at the table would believe."""

import pytest

from benchmarks.oddities import main, variants, watched
from tests.games import GAMES, MAORI, TIC_TAC_TOE


def test_a_sure_win_that_is_not_taken_is_found() -> None:
    """By this seed a row can be completed in row 1 at the sixth answer, and is not."""
    found = list(watched(TIC_TAC_TOE, "uniform", 2, "oddities:1", {}))

    assert found == ["answer 5: seat 1: sure win not taken: place c1"]


def test_each_variant_is_watched() -> None:
    assert len(variants(MAORI)) == 6
    assert {"edition": "italian"} in variants(GAMES["giants"])
    assert {"fast_start": True} in variants(GAMES["giants"])
    assert variants(TIC_TAC_TOE) == [{}]


def test_findings_are_counted_by_match(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tic_tac_toe", "--bot", "uniform", "--matches", "8"])

    *lines, last = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert last == "uniform: sure win not taken: in 4 of 8 matches"
