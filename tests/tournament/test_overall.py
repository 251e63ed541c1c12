"""The table over several games."""

from collections.abc import Mapping

import numpy as np
import pytest

from parlour.tournament.analysis.aggregate import BlockClass
from parlour.tournament.analysis.overall import Sheet, overall_table
from parlour.tournament.analysis.ratings import fit_ratings
from tests.tournament.test_statistics import won


def sheet(game: str, expected: list[list[float]], scale: float = 1.0) -> Sheet:
    match = np.array(expected)
    points = {who: scale * float(row.sum()) for who, row in enumerate(match)}
    drawn = match[None].repeat(9, 0)
    field = tuple(range(len(match)))
    return Sheet(game, field, match, drawn, drawn, dict.fromkeys(field, 50), points)


BETTER = [[0.5, 0.9], [0.1, 0.5]]
WORSE = [[0.5, 0.2], [0.8, 0.5]]


def test_no_games_scale_rules_the_overall_table() -> None:
    small = overall_table([sheet("a", BETTER), sheet("b", WORSE)], 2)
    large = overall_table([sheet("a", BETTER, 1000.0), sheet("b", WORSE)], 2)

    assert small[0].score.value == large[0].score.value == pytest.approx((0.9 + 0.2) / 2)
    assert small[0].rank == large[0].rank == 1.5


def test_a_game_played_in_many_ways_weighs_as_one() -> None:
    once = overall_table([sheet("a", BETTER), sheet("b", WORSE)], 2)
    often = overall_table([sheet("a", BETTER)] * 5 + [sheet("b", WORSE)], 2)

    assert often[0].score.value == pytest.approx(once[0].score.value)
    assert (often[0].beats, often[1].beats) == (0, 0)


def sheet_of(classes: Mapping[BlockClass, int], bots: int) -> Sheet:
    fit = fit_ratings(classes, range(bots), 0, np.random.default_rng(1), 200)
    blocks = dict.fromkeys(range(bots), sum(classes.values()))
    points = {who: rating.points for who, rating in fit.ratings.items()}
    return Sheet("a", tuple(range(bots)), fit.expected, fit.low, fit.high, blocks, points)


def test_a_score_is_between_0_and_1_however_little_is_known() -> None:
    score = overall_table([sheet_of({won(0, 1): 1}, 2)], 2)[0].score

    assert (score.low, score.high) == (0.0, 1.0)


def test_a_bot_that_never_lost_may_never_lose() -> None:
    found = overall_table([sheet_of({won(0, 1): 30}, 2)], 2)

    assert 0.8 < found[0].score.low < found[0].score.value < found[0].score.high == 1.0
    assert found[1].score.low == 0.0


def test_nothing_is_known_of_bots_that_never_met_not_even_through_others() -> None:
    """0 and 1 met, and 2 and 3: of its three others, 0 may beat two always or never."""
    met = {won(0, 1): 40, won(1, 0): 40, won(2, 3): 40, won(3, 2): 40}
    score = overall_table([sheet_of(met, 4)], 4)[0].score

    assert score.value == pytest.approx(0.5, abs=0.01)
    assert score.low == pytest.approx(0.5 / 3, abs=0.06)
    assert score.high == pytest.approx(2.5 / 3, abs=0.06)
