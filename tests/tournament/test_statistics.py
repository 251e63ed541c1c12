"""Statistics of tournaments: by hand, by another library, and by simulation."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp, inf, isfinite, log

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binom

from benchmarks.coverage import Luck, coverage, tournament
from parlour.rules.seats import share_beaten
from parlour.tournament.analysis.aggregate import BlockClass, results_by_bot, results_by_seat
from parlour.tournament.analysis.davidson_luce import PRIOR, Model
from parlour.tournament.analysis.intervals import Strata, strata_of
from parlour.tournament.analysis.ladder import budget_at, ladder_place
from parlour.tournament.analysis.means import mean_of
from parlour.tournament.analysis.ratings import (
    SCALE,
    Fit,
    Rating,
    expected_of,
    fit_ratings,
    margin_of,
)
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


def fit_of(classes: Mapping[BlockClass, int], bots: int) -> Fit:
    return fit_ratings(classes, range(bots))


def points(fit: Fit, zero: int = 0) -> list[float]:
    return [fit.difference(who, zero).points for who in range(len(fit.bots))]


def strata(classes: Mapping[BlockClass, int]) -> Strata:
    return strata_of(list(classes), np.array([float(count) for count in classes.values()]))


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
    found = points(fit_of(classes, 3), zero=2)

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
STRENGTHS = np.array([0.0, 0.4, 0.9, 1.5, 2.2])
"""Logarithms of the strengths of five bots, in logits."""


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
    classes = tournament(STRENGTHS, 2, 6, Luck(seats=1.0, ties=0.6), np.random.default_rng(1))
    turned = Counter(dict(reversed(classes.items())))

    assert points(fit_of(classes, 5)) == pytest.approx(points(fit_of(turned, 5)), abs=1e-6)


def test_scores_of_blocks_add_up_to_the_slope_of_the_likelihood() -> None:
    """At the fit it is that of the prior, and the information is its curvature."""
    classes = tournament(STRENGTHS, 3, 4, Luck(ties=0.6), np.random.default_rng(2))
    model = Model(range(5), list(classes))
    counts = np.array([float(count) for count in classes.values()])
    theta = model.fitted(counts)
    step = 1e-4
    moved = [theta + step * row for row in np.eye(len(theta))]
    slopes = [counts @ (model.block_scores(one) - model.block_scores(theta)) for one in moved]

    assert counts @ model.block_scores(theta) == pytest.approx(theta / PRIOR**2, abs=1e-4)
    assert -np.array(slopes) / step == pytest.approx(
        model.information(theta, counts), rel=1e-2, abs=1e-2
    )


@pytest.mark.parametrize(
    ("classes", "low", "high"),
    [
        pytest.param({won(1, 0): 20}, True, False, id="never lost: no bound above"),
        pytest.param({won(0, 1): 20}, False, True, id="never won: none below"),
        pytest.param({won(1, 0): 19, won(0, 1): 1}, True, True, id="one loss bounds it"),
        pytest.param({won(1, 0): 19, tied(0, 1): 9}, True, False, id="ties alone do not"),
        pytest.param({tied(0, 1): 20}, False, False, id="nothing but ties says nothing"),
        pytest.param({split(0, 1): 1}, False, False, id="one block says nothing"),
    ],
)
def test_a_rating_is_finite_and_its_interval_open_where_nothing_bounds_it(
    classes: dict[BlockClass, int], low: bool, high: bool
) -> None:
    rating = fit_of(classes, 2).difference(1, 0)

    assert isfinite(rating.points)
    assert (rating.low > -inf, rating.high < inf) == (low, high)
    assert rating.low <= rating.points <= rating.high


@pytest.mark.parametrize(
    "classes",
    [
        pytest.param({split(0, 1): 10}, id="the first seat always wins"),
        pytest.param({split(0, 1): 5, split(1, 0): 5}, id="one of the seats always wins"),
        pytest.param({tied(0, 1): 4, split(0, 1): 4, split(1, 0): 2}, id="splits and ties"),
    ],
)
def test_blocks_with_one_result_do_not_make_certain(classes: dict[BlockClass, int]) -> None:
    """Of ten blocks, another result may have escaped notice in 1 - 0.05^(1/10) = 25.9 %."""
    few = fit_of(classes, 2).difference(1, 0)
    many = fit_of({kind: 10 * count for kind, count in classes.items()}, 2).difference(1, 0)

    assert few.points == many.points == 0
    assert few.low < many.low < -1
    assert few.high == pytest.approx(-few.low)
    if not any(kind == tied(0, 1) for kind in classes):
        assert few.high == pytest.approx(SCALE * log(0.6294 / 0.3706), rel=0.01)


def test_more_wins_without_a_loss_raise_what_is_sure() -> None:
    few = fit_of({won(1, 0): 10}, 2).difference(1, 0)
    many = fit_of({won(1, 0): 100}, 2).difference(1, 0)

    assert 0 < few.low < many.low


@pytest.mark.parametrize(
    ("classes", "better"),
    [
        pytest.param({won(0, 1): 5, won(1, 0): 5}, 0.5, id="even"),
        pytest.param({tied(0, 1): 10}, 0.5, id="nothing but ties"),
        pytest.param({won(1, 0): 10}, 1 - 2**-10, id="never lost: an even bot wins all in 2⁻¹⁰"),
        pytest.param({won(1, 0): 16, won(0, 1): 4}, 0.99, id="four to one"),
    ],
)
def test_superiority_is_the_likelihood_of_being_stronger(
    classes: dict[BlockClass, int], better: float
) -> None:
    fit = fit_of(classes, 2)

    assert fit.superiority(1, 0) == pytest.approx(better, abs=0.008)
    assert fit.superiority(0, 1) == pytest.approx(1 - better, abs=0.008)


def test_the_reference_is_the_best_connected_bot() -> None:
    """0 never lost, so that nobody has a bound against it; 2 met both others."""
    classes = {won(0, 2): 9, won(1, 2): 6, won(2, 1): 6, won(2, 3): 5, won(3, 2): 7}

    assert fit_of(classes, 4).reference == 2


def test_a_bot_that_met_only_whom_nobody_beats_is_bounded_through_others() -> None:
    classes = {won(1, 0): 9, won(0, 1): 3, won(2, 1): 9, won(1, 2): 3}
    fit = fit_of(classes, 3)
    found = points(fit)

    assert found[2] == pytest.approx(2 * found[1], rel=0.01)
    assert all(isfinite(fit.difference(who, 0).high) for who in range(3))


@pytest.mark.parametrize(
    ("bots", "seats", "luck"),
    [
        pytest.param(2, 2, Luck(seats=2.0), id="two bots, luck of seats"),
        pytest.param(3, 2, Luck(bots=1.0, ties=0.6), id="three bots, luck of bots, ties"),
    ],
)
def test_intervals_hold_the_truth_as_often_as_they_say(bots: int, seats: int, luck: Luck) -> None:
    """120 tournaments of ten blocks; benchmarks/coverage.py runs more."""
    differences, results = coverage(bots, seats, 10, luck, 120, fields=4)

    assert 0.91 <= differences.share < 1
    assert 0.91 <= results.share < 1


def test_blocks_are_compared_within_the_group_that_played_them() -> None:
    """0 always beats 1 and loses to 2: its blocks differ between the groups, and not within one."""
    classes = {won(0, 1): 30, won(2, 0): 30, won(2, 1): 30}
    found = mean_of([results_by_bot(kind) for kind in classes], strata(classes), 2)

    assert found[0].value == 0.5
    assert 0.45 < found[0].low < found[0].high < 0.55


def test_the_mean_of_a_figure_has_an_interval_over_blocks() -> None:
    classes = {won(0, 1): 30, won(1, 0): 10, split(0, 1): 20}
    found = mean_of([results_by_bot(kind) for kind in classes], strata(classes), 2)

    assert found[0].value == pytest.approx(40 / 60)
    # The blocks' results are 1, 0 and ½; their standard error is 0.048.
    assert found[0].low == pytest.approx(40 / 60 - 1.96 * 0.048, abs=0.02)
    assert found[0].high == pytest.approx(40 / 60 + 1.96 * 0.048, abs=0.02)


def test_a_mean_that_is_the_same_in_every_block_may_be_another() -> None:
    """Of 20 blocks without another result, up to 13.9 % may have one, which may be 0 or 1."""
    classes = {split(0, 1): 20}
    found = mean_of([results_by_bot(kind) for kind in classes], strata(classes), 2)

    assert found[0].low == pytest.approx(0.5 - 0.5 * 0.1391, abs=1e-4)
    assert found[0].high == pytest.approx(0.5 + 0.5 * 0.1391, abs=1e-4)


@pytest.mark.parametrize("wins", [3, 20])
def test_where_all_blocks_are_alike_the_binomial_interval_is_taken(wins: int) -> None:
    """The end is where so many wins have a mid-p-value of 2.5 %, half of their probability."""
    classes = {won(0, 1): wins}
    found = mean_of([results_by_bot(kind) for kind in classes], strata(classes), 2)

    assert binom.pmf(wins, wins, found[0].low) / 2 == pytest.approx(0.025)
    assert found[1].high == pytest.approx(1 - found[0].low)
    assert (found[0].high, found[1].low) == (1.0, 0.0)


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
    assert budget_at(points_of_bot, (25, 50, 100), (0.0, 100.0, 300.0)) == place


def test_a_ladder_that_falls_is_evened_out() -> None:
    assert budget_at(100.0, (25, 50, 100), (0.0, 120.0, 80.0)) != "> 100"


def test_a_place_on_the_ladder_has_an_interval() -> None:
    """3 wins as often against the second anchor as it loses; few blocks leave more open."""
    climbing = {won(1, 0): 3, won(0, 1): 1, won(2, 1): 3, won(1, 2): 1}
    level = {won(3, 1): 1, won(1, 3): 1, won(3, 0): 3, won(0, 3): 1, won(3, 2): 1, won(2, 3): 3}
    places = [
        ladder_place(
            fit_of({kind: n * count for kind, n in (climbing | level).items()}, 4),
            3,
            (25, 50, 100),
            (0, 1, 2),
        )
        for count in (4, 100)
    ]

    assert [one.place for one in places] == ["50", "50"]
    assert (places[0].low, places[0].high) == ("< 25", "> 100") or 25 <= int(places[0].low) < 40
    assert 40 < int(places[1].low) < 50 < int(places[1].high) < 60


def test_a_result_and_the_strength_behind_it_belong_together() -> None:
    """With ties of weight 1 a bot of four times the strength wins 4, ties 2 and loses 1 of 7."""
    assert expected_of(log(4), 1.0) == pytest.approx((4 + 1) / 7)
    assert margin_of((4 + 1) / 7, 1.0) == pytest.approx(log(4))
    assert (expected_of(inf, 1.0), margin_of(0.0, 1.0)) == (1.0, -inf)


def test_interval_and_sign() -> None:
    assert [Rating(0, low, high).sign for low, high in ((1, 2), (-2, -1), (-1, 1))] == [1, -1, 0]
