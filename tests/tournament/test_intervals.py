"""Intervals of ratings and means, differences, fixed ratings, the reference and the ladder."""

from collections.abc import Mapping
from math import inf, isfinite, log

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.coverage import Luck, coverage, tournament
from parlour.rules.errors import SetupError
from parlour_tournament.analysis.analysis import analyse, with_anchors
from parlour_tournament.analysis.intervals import MIN_BLOCKS, Strata, mean_of, strata_of
from parlour_tournament.analysis.pairs import pair_table
from parlour_tournament.analysis.ratings import (
    SCALE,
    Rating,
    budget_at,
    expected_of,
    ladder_place,
    margin_of,
)
from parlour_tournament.analysis.report_model import TournamentReport
from parlour_tournament.playing.results import BlockClass, results_by_bot, results_by_side
from tests.tournament.conftest import Make, cells, lines
from tests.tournament.test_statistics import fit_of, points, split, tied, won


def strata(classes: Mapping[BlockClass, int]) -> Strata:
    return strata_of(list(classes), np.array([float(count) for count in classes.values()]))


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


@settings(max_examples=40, deadline=None)
@given(bots=st.integers(4, 9), seed=st.integers(0, 2**32 - 1), unmet=st.floats(0, 0.5))
def test_two_bots_that_met_once_are_known_if_others_bound_their_difference(
    bots: int, seed: int, unmet: float
) -> None:
    """No pair of these tournaments meets twice, and some pairs never meet."""
    rng = np.random.default_rng(seed)
    whole = tournament(np.zeros(bots), 2, 1, Luck(), rng)
    fit = fit_of({kind: 1 for kind in whole if rng.random() >= unmet}, bots)
    is_known = ~(fit.separated | fit.separated.T) & (fit.met.diagonal() >= MIN_BLOCKS)[:, None]
    pairs = [(one, other) for one, other in np.argwhere(is_known & is_known.T) if one != other]
    assume(pairs)

    for one, other in pairs:
        found = fit.difference(one, other)
        assert -inf < found.low < found.points < found.high < inf
        assert (fit.superiority(one, other) > 0.5) == (found.points > 0)


def test_what_two_played_often_enough_is_judged_by_their_own_blocks() -> None:
    """0 won all six blocks against 1; the losses of both to 2 make six no more than six."""
    others = {won(0, 2): 10, won(2, 0): 10, won(1, 2): 10, won(2, 1): 10}
    classes = {won(0, 1): 6} | others
    fit = fit_of(classes, 3)

    assert not fit.separated.any()
    assert pair_table(classes, fit, 2).blocks((0, 1)) == 6
    assert fit.blocks(0, 1) == 26


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

    assert found[0].low ** wins / 2 == pytest.approx(0.025)
    assert found[1].high == pytest.approx(1 - found[0].low)
    assert (found[0].high, found[1].low) == (1.0, 0.0)


def test_the_seats_advantage_is_that_of_seats_and_not_of_bots() -> None:
    assert results_by_side(split(0, 1)) == {0: 1.0, 1: 0.0}
    assert results_by_side(won(0, 1)) == {0: 0.5, 1: 0.5}


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


# Bots whose Elo is fixed: the others are measured against them


def test_elo_is_measured_against_the_bot_that_is_chosen(played: Make) -> None:
    store = played(games=["leduc"], blocks=6)
    fixed = with_anchors(store.tournament, ["uniform=1000"])
    pairs = {pair.one: pair for pair in analyse(store).contests[0].pairs if pair.other == "uniform"}
    store.tournament = fixed
    found = {bot.name: bot for bot in analyse(store).contests[0].standings}
    other, away = found["search:simulations=4"].elo, pairs["search:simulations=4"].elo

    assert found["uniform"].elo == Rating(1000, 1000, 1000)
    assert other is not None
    assert away is not None
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
