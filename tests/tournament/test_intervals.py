"""Intervals of ratings and means, differences, fixed ratings and the reference."""

from math import inf, isfinite, log

import pytest
from scipy.special import stdtrit

from benchmarks.coverage import Luck, coverage
from parlour.rules.errors import SetupError
from parlour_tournament.analysis.analysis import analyse, with_anchors
from parlour_tournament.analysis.intervals import mean_of
from parlour_tournament.analysis.pairs import fitted_pairs
from parlour_tournament.analysis.ratings import Rating
from parlour_tournament.analysis.report_model import TournamentReport
from parlour_tournament.playing.results import BlockClass, results_by_side
from tests.tournament.conftest import Make, cells, lines
from tests.tournament.test_statistics import fit_of, points, split, tied, won


@pytest.mark.parametrize(
    ("classes", "low", "high"),
    [
        pytest.param({won(1, 0): 20}, True, False, id="never lost: no bound above"),
        pytest.param({won(0, 1): 20}, False, True, id="never won: none below"),
        pytest.param({won(1, 0): 19, won(0, 1): 1}, True, True, id="one loss bounds it"),
        pytest.param({won(1, 0): 19, tied(0, 1): 9}, True, True, id="a tie is half a loss"),
        pytest.param({tied(0, 1): 20}, True, True, id="nothing but ties"),
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
    """Other results might have come, the less the more blocks there are."""
    few = fit_of(classes, 2).difference(1, 0)
    many = fit_of({kind: 10 * count for kind, count in classes.items()}, 2).difference(1, 0)

    assert few.points == many.points == 0
    assert few.low < many.low < -1
    assert few.high == pytest.approx(-few.low)


def test_ten_halves_leave_an_advantage_open_that_one_of_them_in_three_hides() -> None:
    """Student's quantile for ten blocks is 2.20; 20 log(1 + t u) reaches 2.20² at p = 0.607.

    There u = 2 p - 1 = 0.215, and t is bound to 1 / (2 (1 - p)), since no loss of both was seen.
    """
    found = fit_of({split(0, 1): 10}, 2).difference(1, 0)

    assert found.high == pytest.approx(400 / log(10) * log(0.607 / 0.393), rel=0.02)


def test_more_wins_without_a_loss_raise_what_is_sure() -> None:
    few = fit_of({won(1, 0): 10}, 2).difference(1, 0)
    many = fit_of({won(1, 0): 100}, 2).difference(1, 0)

    assert 0 < few.low < many.low


@pytest.mark.parametrize(
    ("classes", "better"),
    [
        pytest.param({won(0, 1): 5, won(1, 0): 5}, 0.5, id="even"),
        pytest.param({tied(0, 1): 10}, 0.5, id="nothing but ties"),
        pytest.param({won(1, 0): 10}, 1 - 2**-10, id="never lost"),
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
        pytest.param(
            *(3, 2, Luck(bots=1.0, ties=0.6)),
            id="three bots, luck of bots, ties",
            marks=pytest.mark.matrix,
        ),
    ],
)
def test_intervals_hold_the_truth_as_often_as_they_say(bots: int, seats: int, luck: Luck) -> None:
    """120 tournaments of ten blocks; benchmarks/coverage.py runs more."""
    differences, results, _ = coverage(bots, seats, 10, luck, 120, fields=4)

    assert 0.91 <= differences.share < 1
    assert 0.91 <= results.share < 1


def test_blocks_are_compared_within_the_group_that_played_them() -> None:
    """0 always beats 1 and loses to 2: its blocks differ between the groups, and not within one."""
    found = fitted_pairs({won(0, 1): 30, won(2, 0): 30, won(2, 1): 30}, range(3), 2).bot_results()

    assert found[0].value == 0.5
    assert 0.4 < found[0].low < found[0].high < 0.6


def test_the_mean_of_a_figure_has_an_interval_over_blocks() -> None:
    found = mean_of([1.0] * 30 + [0.0] * 10 + [0.5] * 20, 2)

    assert found.value == pytest.approx(40 / 60)
    # The blocks' results are 1, 0 and ½; their standard error is 0.048.
    assert found.low == pytest.approx(40 / 60 - 1.96 * 0.048, abs=0.02)
    assert found.high == pytest.approx(40 / 60 + 1.96 * 0.048, abs=0.02)


@pytest.mark.parametrize("blocks", [3, 20])
def test_if_all_blocks_are_won_the_interval_is_the_binomial_likelihoods(blocks: int) -> None:
    """The end is where so many wins have a log-likelihood of half the quantile's square."""
    found = mean_of([1.0] * blocks, 2)
    quantile = -stdtrit(blocks + 1, 0.025)

    assert -2 * blocks * log(found.low) == pytest.approx(quantile**2, rel=0.01)
    assert found.high == 1.0
    assert mean_of([0.0] * blocks, 2).high == pytest.approx(1 - found.low)


def test_a_mean_that_is_the_same_in_every_block_may_be_another() -> None:
    few = mean_of([0.5] * 20, 2)
    many = mean_of([0.5] * 200, 2)

    assert few.low < many.low < 0.5 < many.high < few.high
    assert few.low == pytest.approx(1 - few.high)


def test_the_seats_advantage_is_that_of_seats_and_not_of_bots() -> None:
    assert results_by_side(split(0, 1)) == {0: 1.0, 1: 0.0}
    assert results_by_side(won(0, 1)) == {0: 0.5, 1: 0.5}


# Bots whose Elo is fixed: the others are measured against them


def test_elo_is_measured_against_the_bot_that_is_chosen(played: Make) -> None:
    store = played(games=["leduc"], blocks=6)
    fixed = with_anchors(store.tournament, ["uniform=1000"])
    pairs = {pair.one: pair for pair in analyse(store).contests[0].pairs if pair.other == "uniform"}
    store.tournament = fixed
    found = {bot.name: bot for bot in analyse(store).contests[0].standings}
    other = found["search:simulations=4"].elo
    away = pairs["search:simulations=4"].difference

    assert found["uniform"].elo == Rating(1000, 1000, 1000)
    assert other is not None
    assert other.points == pytest.approx(1000 + away.points)
    assert (other.low, other.high) == pytest.approx((1000 + away.low, 1000 + away.high))
    assert "+1000 fixed" in cells(analyse(store))
    with pytest.raises(SetupError, match=r"anchor: expected one of uniform, .*, got 'nobody'"):
        with_anchors(fixed, ["nobody=0"])


def test_bots_with_a_fixed_elo_keep_their_distance_and_are_doubted(played: Make) -> None:
    """Fixed at what was played, nothing else changes; fixed elsewhere, the report says so."""
    other = "search:simulations=8"
    store = played(games=["tic_tac_toe"], bots=["uniform", "search:simulations=4", other], blocks=9)

    def elos(*anchors: str) -> dict[str, Rating]:
        store.tournament = with_anchors(store.tournament, anchors)
        found.append(analyse(store))
        return {bot.name: bot.elo for bot in found[-1].contests[0].standings if bot.elo}

    found: list[TournamentReport] = []
    free = elos("uniform=0")
    true = elos("uniform=0", f"{other}={free[other].points}")
    false = elos("uniform=0", f"{other}=-900")
    middle = true["search:simulations=4"]

    assert middle.points == pytest.approx(free["search:simulations=4"].points, abs=2)
    assert middle.high - middle.low > 50
    assert (true["uniform"], false[other]) == (Rating(0, 0, 0), Rating(-900, -900, -900))
    assert "-900 fixed" in cells(found[2])
    assert not found[1].contests[0].against_anchors
    assert [pair.one for pair in found[2].contests[0].against_anchors] == [other]
    assert "The fixed Elo do not fit" in lines(found[2])
