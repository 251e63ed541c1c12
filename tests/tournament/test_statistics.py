"""Statistics of tournaments: by hand, by another library, and by simulation."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp, inf, isfinite, log
from random import Random

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binomtest

from benchmarks.coverage import STRENGTHS, World, coverage, tournament
from parlour.rules.seats import share_beaten
from parlour.tournament.analysis.aggregate import BlockClass, results_by_bot, results_by_seat
from parlour.tournament.analysis.davidson_luce import PRIOR, Model
from parlour.tournament.analysis.intervals import ends, mean_of, resampled
from parlour.tournament.analysis.ratings import SCALE, Fit, fit_ratings, ladder_place
from parlour.tournament.run.progress import mean_results
from parlour.tournament.run.results import MatchResult
from parlour.tournament.schedules.seating import rotations


def won(winner: int, loser: int) -> BlockClass:
    """Return a block that one bot won from both seats."""
    return tuple(
        (lineup, tuple(1 if who == winner else 2 for who in lineup))
        for lineup in rotations((winner, loser))
    )


def tied(one: int, other: int) -> BlockClass:
    return tuple((lineup, (1, 1)) for lineup in rotations((one, other)))


def split(one: int, other: int) -> BlockClass:
    """Return a block in which the first seat won both matches."""
    return tuple((lineup, (1, 2)) for lineup in rotations((one, other)))


def ranked(*places: int) -> BlockClass:
    """Return a block in which bots 0, 1 … always came to these places."""
    group = tuple(range(len(places)))
    return tuple((lineup, tuple(places[who] for who in lineup)) for lineup in rotations(group))


def fit_of(classes: Mapping[BlockClass, int], bots: int, zero: int = 0) -> Fit:
    return fit_ratings(classes, range(bots), zero, np.random.default_rng(1), 200)


def points(fit: Fit) -> list[float]:
    return [rating.points for rating in fit.ratings.values()]


@pytest.mark.parametrize(
    ("classes", "expected"),
    [
        pytest.param({won(0, 1): 200, won(1, 0): 200}, 0.0, id="even"),
        pytest.param({won(1, 0): 300, won(0, 1): 100}, SCALE * log(3), id="three to one"),
        pytest.param({won(1, 0): 1000, won(0, 1): 100}, 400.0, id="ten to one is 400 points"),
        pytest.param({tied(0, 1): 50, won(1, 0): 9, won(0, 1): 9}, 0.0, id="ties, even"),
        pytest.param({split(0, 1): 500}, 0.0, id="the first seat always wins"),
    ],
)
def test_two_bots_are_rated_by_their_odds(classes: dict[BlockClass, int], expected: float) -> None:
    """The prior may take a hundredth of it."""
    assert points(fit_of(classes, 2))[1] == pytest.approx(expected, rel=0.01, abs=0.01)


def test_davidsons_ties_leave_the_odds_of_winning_as_they_are() -> None:
    fit = fit_of({won(1, 0): 400, won(0, 1): 100, tied(0, 1): 500}, 2)

    assert points(fit)[1] == pytest.approx(SCALE * log(4), rel=0.01)
    assert fit.expected[1, 0] == pytest.approx(0.65, abs=0.002)
    assert np.allclose(fit.expected + fit.expected.T, 1.0)


def test_places_at_a_larger_table_are_choices_one_after_the_other() -> None:
    """With 0 before 1 before 2 as often as the model says, it finds what it was made with."""
    strengths = [4.0, 2.0, 1.0]
    classes = {}
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        rest, chance = list(order), 1.0
        while len(rest) > 1:
            chance *= strengths[rest[0]] / sum(strengths[who] for who in rest)
            rest.pop(0)
        classes[ranked(*(1 + order.index(who) for who in range(3)))] = round(42000 * chance)
    found = points(fit_of(classes, 3, zero=2))

    assert found[0] == pytest.approx(SCALE * log(4), abs=0.5)
    assert found[1] == pytest.approx(SCALE * log(2), abs=0.5)


def test_copies_of_a_bot_say_nothing_about_it_but_about_the_others() -> None:
    """At a table of 0, 1, 1 the lone one wins a third of the time if all are alike."""
    block = tuple(
        (lineup, tuple(1 if who == 0 else 2 for who in lineup)) for lineup in rotations((0, 1, 1))
    )
    other = tuple((lineup, (1, 2, 3)) for lineup in rotations((1, 0, 1)))
    fit = fit_of({block: 100, other: 200}, 2)

    assert isfinite(points(fit)[1])
    assert share_beaten((1, 2, 3), (1, 0, 1)) == (1.0, 0.5, 0.0)


def test_copies_of_a_bot_do_not_share_a_tie() -> None:
    """Both seats of 1 lost to 0; the tie between them is no result."""
    block = tuple((lineup, tuple(1 if who == 0 else 2 for who in lineup)) for lineup in TRIO)
    matches = [
        MatchResult(0, 0, number, "deal", lineup, (), places, 9)
        for number, (lineup, places) in enumerate(block)
    ]

    assert results_by_bot(block) == mean_results(matches) == {0: 1.0, 1: 0.0}


TRIO = rotations((0, 1, 1))


def likelihood(theta: Sequence[float], classes: Mapping[BlockClass, int], bots: int) -> float:
    """Work out the logarithm of what docs/statistics.md says, over seats and not over bots."""
    strength, ties = theta[:bots], (0.0, *theta[bots:])

    def weight(group: Sequence[int], lineup: Sequence[int]) -> float:
        mean = sum(strength[lineup[seat]] for seat in group) / len(group)
        return exp(ties[len(group) - 1] + mean)

    total = -sum(value**2 for value in theta) / (2 * PRIOR**2)
    for block, number in classes.items():
        for lineup, places in block:
            rest = list(range(len(lineup)))
            while len(rest) > 1:
                best = min(places[seat] for seat in rest)
                chosen = [seat for seat in rest if places[seat] == best]
                sizes = range(1, min(len(rest), len(ties)) + 1)
                whole = sum(weight(g, lineup) for size in sizes for g in combinations(rest, size))
                alike = [
                    group
                    for group in combinations(rest, len(chosen))
                    if sorted(lineup[s] for s in group) == sorted(lineup[s] for s in chosen)
                ]
                total += number * log(sum(weight(g, lineup) for g in alike) / whole)
                rest = [seat for seat in rest if places[seat] != best]
    return total


@pytest.mark.parametrize(
    ("classes", "bots", "ties"),
    [
        pytest.param(
            {
                ranked(1, 2, 3): 5,
                ranked(2, 1, 3): 4,
                ranked(1, 1, 3): 3,
                ranked(3, 1, 1): 2,
                ranked(1, 1, 1): 2,
                ranked(3, 2, 1): 3,
            },
            3,
            2,
            id="ties of two and of three",
        ),
        pytest.param(
            {
                tuple((lineup, (1, 2, 3)) for lineup in rotations((0, 1, 1))): 4,
                tuple((lineup, (2, 1, 2)) for lineup in rotations((0, 1, 1))): 3,
                tuple((lineup, (1, 3, 1)) for lineup in rotations((0, 0, 1))): 2,
                tuple((lineup, (3, 1, 2)) for lineup in rotations((0, 0, 1))): 3,
            },
            2,
            1,
            id="copies at one table",
        ),
    ],
)
def test_the_fit_is_where_the_likelihood_of_the_formula_is_greatest(
    classes: dict[BlockClass, int], bots: int, ties: int
) -> None:
    model = Model(range(bots), list(classes))
    found = model.fitted(np.array([float(count) for count in classes.values()]))
    direct = minimize(
        lambda theta: -likelihood(theta, classes, bots), np.zeros(bots + ties), tol=1e-9
    )

    assert len(found) == bots + ties
    assert found == pytest.approx(direct.x, abs=1e-3)


def test_the_order_of_matches_does_not_matter() -> None:
    world = World(STRENGTHS, 0.6, 0.5)
    classes = tournament(world, 5, 2, 6, Random(1))
    turned = Counter(dict(reversed(classes.items())))

    assert points(fit_of(classes, 5)) == pytest.approx(points(fit_of(turned, 5)), abs=1e-6)


def test_the_fits_of_resamples_are_those_of_the_library() -> None:
    world = World(STRENGTHS, 0.6, 0.5)
    classes = tournament(world, 5, 3, 4, Random(2))
    model = Model(range(5), list(classes))
    counts = np.array([float(count) for count in classes.values()])
    drawn = resampled(counts, np.random.default_rng(3), 5)
    refitted = model.refitted(model.fitted(counts), drawn)

    for row, theta in zip(drawn, refitted, strict=True):
        assert theta == pytest.approx(model.fitted(row), abs=1e-4)


@pytest.mark.parametrize(
    ("classes", "low", "high"),
    [
        pytest.param({won(1, 0): 20}, True, False, id="never lost: no bound above"),
        pytest.param({won(0, 1): 20}, False, True, id="never won: none below"),
        pytest.param({won(1, 0): 19, won(0, 1): 1}, True, True, id="one loss bounds it"),
        pytest.param({won(1, 0): 19, tied(0, 1): 9}, True, False, id="ties alone do not"),
        pytest.param({tied(0, 1): 20}, False, False, id="nothing but ties says nothing"),
        pytest.param({won(1, 0): 1, won(0, 1): 1}, False, False, id="two blocks say nothing"),
    ],
)
def test_a_rating_is_finite_and_its_interval_open_where_nothing_bounds_it(
    classes: dict[BlockClass, int], low: bool, high: bool
) -> None:
    rating = fit_of(classes, 2).ratings[1]

    assert isfinite(rating.points)
    assert (rating.low > -inf, rating.high < inf) == (low, high)
    assert rating.low <= rating.points <= rating.high


def test_blocks_that_all_came_alike_do_not_make_certain() -> None:
    """Every resample is the same, but the next block need not be."""
    few, many = (fit_of({split(0, 1): blocks}, 2).ratings[1] for blocks in (10, 100))

    assert few.low < many.low < -1
    assert 1 < many.high < few.high


def test_more_wins_without_a_loss_raise_what_is_sure() -> None:
    few, many = fit_of({won(1, 0): 10}, 2), fit_of({won(1, 0): 100}, 2)

    assert 0 < few.ratings[1].low < many.ratings[1].low


def test_a_bot_that_met_only_whom_nobody_beats_is_bounded_through_others() -> None:
    classes = {won(1, 0): 9, won(0, 1): 3, won(2, 1): 9, won(1, 2): 3}
    found = points(fit_of(classes, 3))

    assert found[2] == pytest.approx(2 * found[1], rel=0.01)
    assert all(isfinite(rating.high) for rating in fit_of(classes, 3).ratings.values())


@pytest.mark.parametrize(("seats", "blocks"), [(2, 10), (3, 6)])
def test_intervals_hold_the_truth_as_often_as_they_say(seats: int, blocks: int) -> None:
    """200 intervals a rating, of which 90 to 99 % must do; benchmarks/coverage.py runs more.

    The matches of most blocks are alike here: drawing matches again in place of blocks
    would give intervals that hold it in about 86 %.
    """
    shares = coverage(seats, blocks, 50, like=0.8, resamples=200)

    assert 0.90 <= sum(shares) / len(shares) <= 0.99


@pytest.mark.parametrize(
    ("blocks", "low"),
    [
        pytest.param(1e9, 25.0, id="many blocks: 2.5 % of 1,000"),
        pytest.param(30, 18.8, id="30 blocks: t = 2.045, times 1.017, cuts off 1.88 %"),
        pytest.param(8, 5.7, id="8 blocks: t = 2.365, times 1.069, cuts off 0.57 %"),
    ],
)
def test_an_interval_is_wider_where_blocks_are_few(blocks: float, low: float) -> None:
    """Of the numbers 1 to 999 the quantile of a share q is 1,000 q."""
    found = ends(np.arange(1.0, 1000.0), blocks)

    assert found == pytest.approx((low, 1000 - low), abs=0.2)


def test_the_mean_of_a_figure_has_an_interval_over_blocks() -> None:
    kinds = [won(0, 1), won(1, 0), split(0, 1)]
    counts = np.array([30.0, 10.0, 20.0])
    drawn = resampled(counts, np.random.default_rng(1), 2000)
    found = mean_of([results_by_bot(kind) for kind in kinds], counts, drawn)

    assert found[0].value == pytest.approx(40 / 60)
    # The blocks' results are 1, 0 and ½; their standard error is 0.048.
    assert found[0].low == pytest.approx(40 / 60 - 1.96 * 0.048, abs=0.02)
    assert found[0].high == pytest.approx(40 / 60 + 1.96 * 0.048, abs=0.02)


def test_a_mean_that_is_the_same_in_every_block_may_be_another() -> None:
    """Of 20 blocks without another result, up to 16.8 % may have one, which may be 0 or 1."""
    drawn = np.full((10, 1), 20.0)
    found = mean_of([results_by_bot(split(0, 1))], np.array([20.0]), drawn)
    missed = binomtest(0, 20).proportion_ci(0.95).high

    assert found[0].low == pytest.approx(0.5 - 0.5 * missed)
    assert found[0].high == pytest.approx(0.5 + 0.5 * missed)


@pytest.mark.parametrize("wins", [3, 20])
def test_where_all_blocks_are_alike_the_binomial_interval_is_taken(wins: int) -> None:
    drawn = np.full((10, 1), float(wins))
    found = mean_of([results_by_bot(won(0, 1))], np.array([float(wins)]), drawn)
    exact = binomtest(wins, wins).proportion_ci(0.95)

    assert found[0].low == pytest.approx(exact.low)
    assert found[1].high == pytest.approx(1 - exact.low)


def test_the_seats_advantage_is_that_of_seats_and_not_of_bots() -> None:
    assert results_by_seat(split(0, 1)) == {0: 1.0, 1: 0.0}
    assert results_by_seat(won(0, 1)) == {0: 0.5, 1: 0.5}


@pytest.mark.parametrize(
    ("points_of_bot", "place"),
    [
        pytest.param(-10.0, "< 25", id="below"),
        pytest.param(0.0, "25", id="on the lowest ladder_place"),
        pytest.param(50.0, "35", id="between two"),
        pytest.param(300.0, "100", id="on the highest"),
        pytest.param(301.0, "> 100", id="above"),
    ],
)
def test_a_rating_has_a_place_on_the_ladder(points_of_bot: float, place: str) -> None:
    assert ladder_place(points_of_bot, (25, 50, 100), (0.0, 100.0, 300.0)) == place


def test_a_ladder_that_falls_is_evened_out() -> None:
    assert ladder_place(100.0, (25, 50, 100), (0.0, 120.0, 80.0)) != "> 100"
