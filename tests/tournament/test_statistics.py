"""Statistics of tournaments: by hand, by another library, and by simulation."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from math import isfinite, log, sqrt

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from benchmarks.coverage import Luck, tournament
from parlour.players.time_control import ThinkTime
from parlour.rules.seats import share_beaten
from parlour_tournament.analysis.likelihood import PRIOR, Contributions, Floats
from parlour_tournament.analysis.ratings import SCALE, Fit, fit_ratings
from parlour_tournament.playing.results import (
    BlockClass,
    MatchResult,
    Timing,
    aggregate,
    block_class,
    results_by_bot,
)
from parlour_tournament.schedules.blocks import rotations


def won(winner: int, loser: int) -> BlockClass:
    """Return a block that one bot won from both seats."""
    return tuple(
        (lineup, tuple(1 if who == winner else 2 for who in lineup))
        for lineup in rotations((winner, loser))
    )


def tied(one: int, other: int) -> BlockClass:
    return tuple((lineup, (1, 1)) for lineup in rotations((one, other)))


def split(one: int, other: int) -> BlockClass:
    """Return a block whose matches the first seat won."""
    return tuple((lineup, (1, 2)) for lineup in rotations((one, other)))


def ranked(*places: int) -> BlockClass:
    """Return a block: bots 0, 1 … always came to these places."""
    group = tuple(range(len(places)))
    return tuple((lineup, tuple(places[who] for who in lineup)) for lineup in rotations(group))


def fit_of(classes: Mapping[BlockClass, int], bots: int) -> Fit:
    return fit_ratings(classes, range(bots))


def points(fit: Fit, zero: int = 0) -> list[float]:
    return [fit.difference(who, zero).points for who in range(len(fit.bots))]


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


def test_a_tie_is_half_a_win_and_half_a_loss() -> None:
    """400 blocks won, 100 lost, 500 tied: 0.65 of the meetings."""
    fit = fit_of({won(1, 0): 400, won(0, 1): 100, tied(0, 1): 500}, 2)

    assert fit.expected[1, 0] == pytest.approx(0.65, abs=0.002)
    assert points(fit)[1] == pytest.approx(SCALE * log(0.65 / 0.35), rel=0.01)
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
    """At a table of 0, 1, 1 the lone one wins a third of the time if all are equal."""
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

    assert block_class(matches) == block
    assert results_by_bot(block) == {0: 1.0, 1: 0.0}


def test_of_equally_long_matches_the_first_is_named() -> None:
    timing = Timing(1.0, 0.0, "here", (ThinkTime(0, 0.0, 0.0),) * 2)
    matches = [MatchResult(0, 0, n, "deal", (0, 1), (1, -1), (1, 2), 9) for n in (0, 1)]

    assert aggregate([(one, timing) for one in matches], 2).first_of_length == {9: matches[0]}


TRIO = rotations((0, 1, 1))
STRENGTHS = np.array([0.0, 0.4, 0.9, 1.5, 2.2])
"""Logarithms of the strengths of five bots, in logits."""


def penalty(theta: Floats, classes: Mapping[BlockClass, int]) -> float:
    """Work out less the log-posterior of docs/statistics.md, meeting by meeting."""
    total = -float((theta**2).sum()) / (2 * PRIOR**2)
    for block, number in classes.items():
        for lineup, places in block:
            for (one, mine), (other, its) in combinations(zip(lineup, places, strict=True), 2):
                if one != other:
                    share = (mine < its) + (mine == its) / 2
                    chance = expit(theta[one] - theta[other])
                    total += number * (share * log(chance) + (1 - share) * log(1 - chance))
    return -total


@pytest.mark.parametrize(
    ("classes", "bots"),
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
            id="ties of two and of three",
        ),
        pytest.param(
            {
                tuple((lineup, (1, 2, 3)) for lineup in rotations((0, 1, 1))): 4,
                tuple((lineup, (2, 1, 2)) for lineup in rotations((0, 1, 1))): 3,
                tuple((lineup, (1, 3, 1)) for lineup in rotations((0, 0, 1))): 2,
            },
            2,
            id="copies at one table",
        ),
        pytest.param({won(0, 1): 9, won(1, 2): 9}, 3, id="some never lost"),
    ],
)
def test_the_fit_is_where_the_likelihood_of_the_formula_is_greatest(
    classes: dict[BlockClass, int], bots: int
) -> None:
    direct = minimize(penalty, np.zeros(bots), (classes,), tol=1e-10)

    assert fit_of(classes, bots).strengths == pytest.approx(direct.x, abs=1e-3)


def test_contributions_are_reweighted_as_little_as_possible() -> None:
    """Of the results 1, 1, 1 and 0 weights of 1/6 three times and ½ once have the mean ½."""
    blocks = Contributions(
        np.array([0.5, -0.5]), np.array([3.0, 1.0]), np.full(2, 0.5), np.full(2, 0.5)
    )
    ratio = -2 * (3 * log(4 / 6) + log(4 / 2))

    assert blocks.signed_roots(np.zeros(1, int)) == pytest.approx([sqrt(ratio)], abs=1e-6)


def test_a_result_that_was_not_seen_may_come() -> None:
    """Of four wins in four blocks half of the weight is left for a loss: the ratio is 4 log 2."""
    blocks = Contributions(np.array([0.5]), np.array([4.0]), np.full(1, 0.5), np.full(1, 0.5))

    assert blocks.signed_roots(np.zeros(1, int)) == pytest.approx([sqrt(2 * 4 * log(2))], abs=1e-6)


def test_opponents_that_few_meetings_connect_leave_less_of_the_evidence() -> None:
    """0 met 2 and 1 met 3, which met each other: three resistors, of which two count."""
    chain = {won(0, 2): 1, won(2, 3): 1, won(3, 1): 1}
    kept = fit_of(chain | {won(0, 2): 1}, 4).encounters.kept

    assert kept[0, 1] == pytest.approx(2 / 3)
    assert kept[0, 2] == pytest.approx(1)
    apart = fit_of({won(0, 1): 1, won(2, 3): 1}, 4).encounters.kept
    assert (apart[0, 2], apart[0, 1]) == (0, pytest.approx(1))


def test_the_order_of_matches_does_not_matter() -> None:
    classes = tournament(STRENGTHS, 2, 6, Luck(seats=1.0, ties=0.6), np.random.default_rng(1))
    turned = Counter(dict(reversed(classes.items())))

    assert points(fit_of(classes, 5)) == pytest.approx(points(fit_of(turned, 5)), abs=1e-6)
