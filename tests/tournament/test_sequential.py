"""Sequential tests of two bots: by hand, by a general search, and by simulation."""

from itertools import islice
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from benchmarks.coverage import Luck, errors, tournament
from parlour_tournament.plan.settings import Hypotheses
from parlour_tournament.schedules.blocks import BlockResults
from parlour_tournament.schedules.sequential import (
    PooledTest,
    SequentialTest,
    TwoBots,
    log_likelihood,
)


def test_the_walk_of_a_coin_is_walds() -> None:
    """With results 0 and 1 alone, both distributions are known without any fit."""
    test = SequentialTest(Hypotheses(null=0.5, alternative=0.6))
    for result in (1.0, 1.0, 0.0, 1.0, 0.0, 1.0):
        test.add(result)

    assert test.ratio == pytest.approx(4 * log(0.6 / 0.5) + 2 * log(0.4 / 0.5), abs=0.01)


@pytest.mark.parametrize(
    ("alarms", "misses", "low", "high"),
    [
        pytest.param(0.05, 0.05, -2.944, 2.944, id="equal errors, log 19 either way"),
        pytest.param(0.01, 0.2, -1.599, 4.382, id="log of 20 to 99, and of 80 to 1"),
    ],
)
def test_the_bounds_are_walds(alarms: float, misses: float, low: float, high: float) -> None:
    test = SequentialTest(Hypotheses(false_alarms=alarms, misses=misses))

    assert test.low == pytest.approx(low, abs=1e-3)
    assert test.high == pytest.approx(high, abs=1e-3)


def test_the_best_fit_has_the_mean_it_must_have() -> None:
    """The mean of what came is itself the likeliest; any other is less likely."""
    spread = {0.0: 10.0, 0.25: 20.0, 0.5: 5.0, 1.0: 30.0}
    mean = sum(value * count for value, count in spread.items()) / sum(spread.values())

    assert log_likelihood(spread, mean) == pytest.approx(0.0, abs=1e-9)
    assert log_likelihood(spread, mean + 0.1) < 0 > log_likelihood(spread, mean - 0.1)


@pytest.mark.parametrize("mean", [0.45, 0.5, 0.6, 0.8])
def test_the_best_fit_is_that_of_a_general_search(mean: float) -> None:
    """Over all distributions on five results with this mean, without any formula."""
    values = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
    counts = np.array([4.0, 7.0, 20.0, 9.0, 10.0])
    found = minimize(
        lambda chances: -float(counts @ np.log(chances)),
        np.full(5, 0.2),
        bounds=[(1e-6, 1.0)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda chances: chances.sum() - 1},
            {"type": "eq", "fun": lambda chances: chances @ values - mean},
        ],
        tol=1e-10,
    )
    free = float(counts @ np.log(counts / counts.sum()))
    spread = dict(zip(values.tolist(), counts.tolist(), strict=True))

    assert log_likelihood(spread, mean) == pytest.approx(-found.fun - free, abs=1e-4)


@pytest.mark.parametrize(
    ("result", "verdict"), [(1.0, "alternative"), (0.0, "null"), (0.525, "open")]
)
def test_a_test_takes_what_fits_better(result: float, verdict: str) -> None:
    test = SequentialTest(Hypotheses())
    for _ in range(200):
        test.add(result)

    assert test.verdict == verdict


RESULTS = st.sampled_from([0.0, 0.25, 0.5, 1.0])
LOOSE = st.builds(
    Hypotheses,
    alternative=st.floats(0.55, 0.9),
    false_alarms=st.floats(0.05, 0.45),
    misses=st.floats(0.05, 0.45),
)
"""Hypotheses of tests that a few blocks decide."""


def verdict_of(hypotheses: Hypotheses, ratio: float, blocks: int) -> str:
    """Return the verdict of a test whose game with the fewest blocks has so many."""
    bounds = SequentialTest(hypotheses)
    if blocks < 8 or bounds.low < ratio < bounds.high:
        return "open"
    return "null" if ratio <= bounds.low else "alternative"


@settings(deadline=None)
@given(hypotheses=LOOSE, results=st.lists(RESULTS, max_size=20))
def test_a_sequential_test_decides_beyond_a_bound_and_after_eight_blocks(
    hypotheses: Hypotheses, results: list[float]
) -> None:
    test = SequentialTest(hypotheses)
    for blocks, result in enumerate(results, 1):
        decides = test.add(result)

        assert test.verdict == verdict_of(hypotheses, test.ratio, blocks)
        assert decides == (test.verdict != "open")


def test_a_test_is_wrong_no_more_often_than_it_may_be() -> None:
    """150 tests of each kind; benchmarks/coverage.py runs more."""
    alarms, misses, *_ = errors(Hypotheses(alternative=0.62), 150)

    assert alarms <= 0.10
    assert misses <= 0.10
    assert alarms + misses > 0


def test_simulated_bots_play_as_strong_as_they_are() -> None:
    """Else the simulation would prove nothing."""
    strengths = np.array([0.0, log(3)])
    played = tournament(strengths, 2, 2000, Luck(), np.random.default_rng(1))
    wins = sum(
        count * (places[lineup.index(1)] == 1)
        for block, count in played.items()
        for lineup, places in block
    )

    assert wins / 4000 == pytest.approx(0.75, abs=0.03)


def test_games_are_pooled_into_one_test() -> None:
    """The logarithms of independent likelihood ratios add up, and Wald's bounds stay."""
    alone = SequentialTest(Hypotheses())
    for result in (1.0, 0.5, 0.0, 0.5) * 10:
        alone.add(result)
    pool = PooledTest(Hypotheses(), {game: (7, going(1.0, 0.5, 0.0, 0.5)) for game in (3, 5)})
    pool.update()

    assert (pool.ratio, pool.blocks, pool.rounds) == (2 * alone.ratio, 80, 40)
    assert (pool.low, pool.high) == (alone.low, alone.high)
    assert [pool.last(game) for game in (3, 5)] == [None, None]


def going(*cycle: float | None, until: int = 40) -> BlockResults:
    """Return results of bot 7 that repeat a cycle until the block of a number; None has failed."""
    blocks: list[dict[int, float]] = [{} if one is None else {7: one} for one in cycle]
    return lambda block: blocks[block % len(blocks)] if block < until else None


BOLD = Hypotheses(alternative=0.6)
"""A win is ln 1.2 for the alternative, a loss ln 0.8; the bounds are ±ln 19 = ±2.94."""


@pytest.mark.parametrize(
    ("games", "ends", "verdict"),
    [
        pytest.param([(1.0,), (1.0,)], [9, 9], "alternative", id="9 wins each: 18 ln 1.2 = 3.28"),
        pytest.param([(1.0,), (0.0,)], [17, 14], "open", id="against each other: each by itself"),
    ],
)
def test_a_pooled_test_ends_all_games_at_once(
    games: list[tuple[float, ...]], ends: list[int], verdict: str
) -> None:
    pool = PooledTest(BOLD, {n: (7, going(*cycle)) for n, cycle in enumerate(games)})

    assert [pool.last(n) for n in range(len(games))] == ends
    assert pool.verdict == verdict


def test_a_pooled_test_takes_whole_rounds_whichever_game_is_faster() -> None:
    """Nine wins of each game decide, as soon as both have nine."""
    for quick, slow, ends in ((12, 8, None), (40, 8, None), (9, 9, 9), (16, 9, 9), (9, 12, 9)):
        games = {0: (7, going(1.0, until=quick)), 1: (7, going(1.0, until=slow))}
        pool = PooledTest(BOLD, games)

        assert (pool.last(0), pool.last(1), pool.rounds) == (ends, ends, ends or 8)


def test_a_quick_game_waits_for_a_slow_one() -> None:
    """It begins two blocks at most beyond the three rounds that are whole."""
    results = {0: going(1.0), 1: going(1.0, until=3)}
    pool = PooledTest(BOLD, {game: (7, found) for game, found in results.items()})
    quick = TwoBots(0, (7, 8), 2, 100, BOLD, ahead=2, pooled=pool).blocks(results[0])
    begun = [block.number for block in iter(lambda: next(quick), None) if block is not None]

    assert begun == [0, 1, 2, 3, 4]


def test_a_game_whose_own_test_has_decided_waits_for_no_other() -> None:
    """17 wins in a row decide, 17 ln 1.2 = 3.10, while the other game has not ended a block."""
    pool = PooledTest(BOLD, {0: (7, going(1.0)), 1: (7, going(1.0, until=0))})
    decided = TwoBots(0, (7, 8), 2, 100, BOLD, pooled=pool)
    begun = [block.number for block in islice(decided.blocks(going(1.0)), 80) if block]

    assert begun == list(range(17))
    assert decided.counted(going(1.0)) == 17


CYCLES = st.lists(RESULTS | st.none(), min_size=1, max_size=3)
"""Results of blocks that come again and again; one that is None has failed, and does not count."""


@settings(deadline=None, max_examples=200)
@given(
    hypotheses=LOOSE,
    games=st.lists(st.tuples(CYCLES, st.integers(0, 30)), min_size=1, max_size=3),
)
def test_a_pooled_test_decides_once_each_game_has_eight_blocks(
    hypotheses: Hypotheses, games: list[tuple[list[float | None], int]]
) -> None:
    """Each game has its cycle of results, and the number of blocks that are over."""
    results = {
        number: (7, going(*cycle, until=until)) for number, (cycle, until) in enumerate(games)
    }
    pool = PooledTest(hypotheses, results)
    lasts = [pool.last(number) for number in results]
    fewest = min(test.blocks for test in pool.tests.values())

    assert pool.verdict == verdict_of(hypotheses, pool.ratio, fewest)
    if pool.verdict == "open":
        waited = [until for (_, until), last in zip(games, lasts, strict=True) if last is None]
        assert not waited or pool.rounds == min(waited)
