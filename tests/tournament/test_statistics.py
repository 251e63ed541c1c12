"""Statistics of tournaments: by hand, by another library, and by simulation."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp, isfinite, log

import numpy as np
import pytest
from scipy.optimize import minimize

from benchmarks.coverage import Luck, tournament
from parlour.players.time_control import ThinkTime
from parlour.rules.seats import share_beaten
from parlour_tournament.analysis.davidson_luce import PRIOR, Model
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
    found = model.posterior_mode(np.array([float(count) for count in classes.values()]))
    direct = minimize(
        lambda theta: -likelihood(theta, classes, bots), np.zeros(bots + ties), tol=1e-9
    )

    assert len(found) == bots + ties
    assert found == pytest.approx(direct.x, abs=1e-3)


def test_the_order_of_matches_does_not_matter() -> None:
    classes = tournament(STRENGTHS, 2, 6, Luck(seats=1.0, ties=0.6), np.random.default_rng(1))
    turned = Counter(dict(reversed(classes.items())))

    assert points(fit_of(classes, 5)) == pytest.approx(points(fit_of(turned, 5)), abs=1e-6)


def test_scores_of_blocks_add_up_to_the_gradient_of_the_likelihood() -> None:
    """At the fit it is that of the prior, and the information is its curvature."""
    classes = tournament(STRENGTHS, 3, 4, Luck(ties=0.6), np.random.default_rng(2))
    model = Model(range(5), list(classes))
    counts = np.array([float(count) for count in classes.values()])
    theta = model.posterior_mode(counts)
    step = 1e-4
    moved = [theta + step * row for row in np.eye(len(theta))]
    gradients = [counts @ (model.block_scores(one) - model.block_scores(theta)) for one in moved]

    assert counts @ model.block_scores(theta) == pytest.approx(theta / PRIOR**2, abs=1e-4)
    assert -np.array(gradients) / step == pytest.approx(
        model.information(theta, counts), rel=1e-2, abs=1e-2
    )
