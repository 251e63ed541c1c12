"""Comparisons of any two bots, and the table over several games."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from math import inf

import pytest

from benchmarks.coverage import Luck
from benchmarks.order import contests_of, states_an_order
from parlour_tournament.analysis.intervals import (
    OVERALL,
    RankRange,
    StatedOrder,
    holm_adjusted,
)
from parlour_tournament.analysis.overall import RatedContest, in_order, order_of, overall_table
from parlour_tournament.analysis.pairs import PairTable, SharedResults, fitted_pairs
from parlour_tournament.analysis.report_model import OverallReport
from parlour_tournament.playing.results import BlockClass, MatchResult
from tests.tournament.test_statistics import split, tied, won

Classes = Mapping[BlockClass, int]


def pairs_of(classes: Classes) -> PairTable:
    bots = sorted({who for kind in classes for lineup, _ in kind for who in lineup})
    return fitted_pairs(classes, bots, len(next(iter(classes))))


def contest(game: str, classes: Classes) -> RatedContest:
    pairs = pairs_of(classes)
    return RatedContest(0, game, pairs.fit.bots, pairs)


def table_of(*contests: RatedContest, names: str = "ab") -> dict[int, OverallReport]:
    """Return the table over contests, numbered in this order."""
    numbered = [replace(one, number=number) for number, one in enumerate(contests)]
    return overall_table(numbered, names, order_of(numbered))


def ranks(*contests: RatedContest) -> list[dict[int, RankRange]]:
    """Return the ranks in each contest, numbered in this order."""
    numbered = [replace(one, number=number) for number, one in enumerate(contests)]
    stated = order_of(numbered)
    return [stated.ranks(one.strengths(), one.number) for one in numbered]


def even(one: int, other: int, blocks: int = 20) -> dict[BlockClass, int]:
    return {won(one, other): blocks // 2, won(other, one): blocks // 2}


def better(one: int, other: int, blocks: int = 20) -> dict[BlockClass, int]:
    """Return blocks: one bot won nine in ten."""
    return {won(one, other): blocks * 9 // 10, won(other, one): blocks // 10}


def test_no_games_scale_rules_the_overall_table() -> None:
    """A tenfold number of blocks of a game does not weigh more."""
    few = table_of(contest("a", better(0, 1)), contest("b", better(1, 0)))
    many = table_of(contest("a", better(0, 1, 200)), contest("b", better(1, 0)))

    assert few[0].score.value == many[0].score.value == pytest.approx(0.5)


def test_a_game_played_in_many_ways_weighs_as_one() -> None:
    once = table_of(contest("a", better(0, 1)), contest("b", better(1, 0)))
    often = table_of(*[contest("a", better(0, 1))] * 5, contest("b", better(1, 0)))

    assert often[0].score.value == pytest.approx(once[0].score.value)
    assert (often[0].beats, often[1].beats) == (0, 0)


def test_a_bot_that_never_lost_may_never_lose() -> None:
    found = table_of(contest("a", {won(0, 1): 30}))

    assert 0.85 < found[0].score.low < 0.95
    assert found[0].score.high == 1.0
    assert found[1].score.low == 0.0


def test_no_order_is_known_of_bots_that_never_met_not_even_through_others() -> None:
    """0 and 1 met, and 2 and 3."""
    pairs = pairs_of(better(0, 1, 80) | better(2, 3, 80))

    assert pairs.superiority((0, 3)) == 0.5
    assert (pairs.difference((0, 2)).low, pairs.difference((0, 2)).high) == (-inf, inf)


@pytest.mark.parametrize(
    ("classes", "beats"),
    [
        pytest.param({won(0, 1): 11, won(1, 0): 9}, 0, id="a little better: it may be luck"),
        pytest.param({won(0, 1): 17, won(1, 0): 3}, 1, id="better: luck is excluded"),
    ],
)
def test_a_bot_beats_another_where_the_interval_excludes_even(classes: Classes, beats: int) -> None:
    found = table_of(contest("a", classes))

    assert (found[0].beats, found[0].beaten) == (beats, 0)
    assert (found[1].beats, found[1].beaten) == (0, beats)


@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.matrix)])
def test_tournaments_of_equal_bots_hardly_ever_state_an_order(games: int) -> None:
    """Four equal bots, ten blocks a pair: of 60 tournaments 3 may, in any game or over all."""
    kind = 4, 2, games, 10, Luck(seats=1.0)
    stating = sum(states_an_order(contests_of(kind, seed)) for seed in range(60))

    assert stating <= 7


def test_a_small_difference_in_every_game_is_found_over_all_of_them() -> None:
    """14 of 20 blocks: 2 · P(≥ 14 of 20) = 0.12 in one game, 2 · P(≥ 42 of 60) = 0.003 in three."""
    one = contest("a", {won(0, 1): 14, won(1, 0): 6})
    over_three = table_of(one, replace(one, game="b"), replace(one, game="c"))

    assert table_of(one)[0].beats == 0
    assert over_three[0].beats == over_three[1].beaten == 1


def test_one_more_comparison_makes_each_statement_harder() -> None:
    """16 of 20 blocks, p = 0.012: enough for one comparison, and for four of them, not for six."""
    clear, pairs = {won(0, 1): 16, won(1, 0): 4}, combinations(range(4), 2)
    others = {
        kind: count for pair in pairs if pair != (0, 1) for kind, count in even(*pair).items()
    }

    assert ranks(contest("a", clear))[0][0] == RankRange(1, 1, 1)
    assert ranks(contest("a", clear | others))[0][0].high > 1


def test_a_bot_that_played_one_game_of_three_stands_below_those_that_played_all() -> None:
    """3 wins its only game, and its score is the best."""
    one = better(3, 0) | better(3, 1) | better(3, 2) | even(0, 1) | even(0, 2) | even(1, 2)
    other = better(0, 1) | better(0, 2) | even(1, 2)
    table = table_of(contest("a", one), contest("b", other), contest("c", other), names="abcd")

    assert max(table, key=lambda who: table[who].score.value) == 3
    assert in_order(table) == [0, 1, 2, 3] or in_order(table) == [0, 2, 1, 3]
    assert [table[who].games for who in in_order(table)] == [3, 3, 3, 1]


@pytest.mark.parametrize(
    ("classes", "expected"),
    [
        pytest.param(
            {tied(*pair): 10 for pair in combinations(range(4), 2)},
            dict.fromkeys(range(4), RankRange(1, 1, 4)),
            id="always tied: one rank, and nothing is known",
        ),
        pytest.param(
            better(0, 1, 100) | better(0, 2, 100) | even(1, 2, 100),
            {0: RankRange(1, 1, 1), 1: RankRange(2, 2, 3), 2: RankRange(2, 2, 3)},
            id="the best is certain, the others are equal",
        ),
    ],
)
def test_ranks_have_intervals_and_equal_bots_share_one(
    classes: Classes, expected: dict[int, RankRange]
) -> None:
    assert ranks(contest("a", classes)) == [expected]


CYCLE = {won(0, 1): 30, won(1, 2): 30, won(2, 0): 18, won(0, 2): 12}
"""0 beats 1 and 1 beats 2 always, and 2 beats 0 in three of five blocks."""


def test_in_a_cycle_what_was_played_counts() -> None:
    pairs = pairs_of(CYCLE)

    assert pairs.fit.expected[0, 2] > 0.6
    assert pairs.counted((0, 2)) == pytest.approx(0.4)
    assert table_of(contest("a", CYCLE), names="abc")[0].score.value == pytest.approx(0.7)


def test_where_two_met_seldom_the_fit_counts() -> None:
    pairs = pairs_of(even(0, 1) | even(1, 2) | {won(0, 2): 5})

    assert pairs.played((0, 2)) is not None
    assert pairs.counted((0, 2)) == pairs.fit.expected[0, 2] < 0.8


@pytest.mark.parametrize(
    ("classes", "lack_of_fit"),
    [
        pytest.param(CYCLE, True, id="a cycle"),
        pytest.param(better(0, 1) | better(1, 2) | better(0, 2), False, id="an order"),
        pytest.param({won(0, 1): 8, won(1, 2): 8, won(0, 2): 8}, False, id="never lost"),
        pytest.param(even(0, 1), False, id="two bots: the fit is what was played"),
    ],
)
def test_a_fit_that_contradicts_what_was_played_is_noticed(
    classes: Classes, lack_of_fit: bool
) -> None:
    assert bool(pairs_of(classes).contradicting) == lack_of_fit


def test_in_a_cycle_who_is_better_comes_from_what_was_played() -> None:
    """All won 17 of 20 blocks against the next, and the ratings are equal."""
    rounds = [(0, 1), (1, 2), (2, 0)]
    pairs = pairs_of({won(*pair): 17 for pair in rounds} | {won(*pair[::-1]): 3 for pair in rounds})

    assert pairs.fit.superiority(0, 1) == pytest.approx(0.5)
    assert pairs.superiority((0, 1)) == pytest.approx(1 - pairs.superiority((1, 0)))
    assert pairs.superiority((0, 1)) > 0.99
    assert len(pairs.contradicting) == 6


def test_what_two_played_against_the_fit_takes_from_what_it_says() -> None:
    """0 and 2 are far apart by their results against 1, and 2 won ten of twelve against 0."""
    classes = {won(0, 1): 20, won(1, 2): 20, won(2, 0): 10, won(0, 2): 2}
    pairs = pairs_of(classes)

    assert pairs.fit.superiority(0, 2) > pairs.superiority((0, 2))


def scored(*results: float) -> BlockClass:
    """Return a block where bot 0 had these results against bot 1."""
    places = {0.0: (2, 1), 0.5: (1, 1), 1.0: (1, 2)}
    return tuple(((0, 1), places[result]) for result in results)


PENTANOMIAL = {
    scored(0, 0): 12,
    scored(0.5, 0): 30,
    scored(0, 0.5): 50,
    scored(0.5, 0.5): 90,
    scored(1, 0): 200,
    scored(1, 0.5): 101,
    scored(1, 1): 29,
}
"""512 pairs: 12, 80, 290, 101 and 29 of them came to 0, ½, 1, 1½ and 2 wins.

Their mean is (80 / 4 + 290 / 2 + 101 · ¾ + 29) / 512 = 269.75 / 512 = 0.52686, their variance
(80 / 16 + 290 / 4 + 101 · 9 / 16 + 29) / 512 - 0.52686² = 0.04139.
"""


def test_elo_comes_from_the_result_and_its_interval_from_pairs() -> None:
    """400 log₁₀ (0.52686 / 0.47314) = 18.68; √(0.04139 / 512) = 0.00899 is 6.27 Elo there."""
    pairs = pairs_of(PENTANOMIAL)
    found = pairs.difference((0, 1))

    assert pairs.block_counts((0, 1)) == (12, 80, 290, 101, 29)
    assert pairs.block_counts((1, 0)) == (29, 101, 290, 80, 12)
    assert found.points == pytest.approx(18.68, abs=0.1)
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * 6.27, rel=0.02)
    # The mean is 2.987 standard errors from even.
    assert pairs.superiority((0, 1)) == pytest.approx(0.9986, abs=0.0004)


def test_normalised_elo_counts_standard_deviations_of_a_match() -> None:
    """0.02686 / √(2 · 0.04139) = 0.09333 of them; 800 / ln 10 = 347.4 points each."""
    assert pairs_of(PENTANOMIAL).normalized_elo((0, 1)) == pytest.approx(32.43, abs=0.02)
    assert pairs_of({scored(1, 0): 9}).normalized_elo((0, 1)) is None


def test_a_bot_that_never_lost_has_an_open_end() -> None:
    found = pairs_of({won(0, 1): 24}).difference((0, 1))

    assert 0 < found.low < found.points < inf == found.high


def test_p_values_are_adjusted_for_their_number() -> None:
    """Holm: the least counts three times, the next twice, and none is below one before it."""
    given = {(0, 1): 0.01, (0, 2): 0.04, (1, 2): 0.03}

    assert holm_adjusted(given) == pytest.approx({(0, 1): 0.03, (1, 2): 0.06, (0, 2): 0.06})


def test_comparisons_over_all_games_have_half_of_the_level_for_themselves() -> None:
    """p = 0.03 is enough for one of one, and not for half of the level; p = 0.02 is."""
    alone = {(0, 1, 0): 2.17}
    both = {(0, 1, OVERALL): 2.33, (0, 1, 0): 2.17}
    stated = StatedOrder(both)

    assert StatedOrder(alone).sign(0, 1, 0) == 1
    assert (stated.sign(0, 1), stated.sign(0, 1, 0)) == (1, 0)


def test_meetings_are_counted_from_either_side() -> None:
    pairs = pairs_of({won(0, 1): 3, split(0, 1): 2, tied(0, 1): 1})
    mine, theirs = pairs.tallies[0, 1], pairs.tallies[1, 0]

    assert (mine.wins, mine.ties, mine.losses) == (8, 2, 2)
    assert (theirs.wins, theirs.ties, theirs.losses) == (2, 2, 8)


def shared(points: Mapping[int, list[int]]) -> SharedResults:
    """Return results: each bot alone made these points in the deals 0, 1 …"""
    return SharedResults(
        MatchResult(0, number, 0, f"deal {number}", (who, who), (score, score), (1, 1), 9)
        for who, scores in points.items()
        for number, score in enumerate(scores)
    )


def test_where_all_seats_share_one_result_bots_are_compared_by_mean_points() -> None:
    """1 makes two points more in most deals, though deals differ by far more than that."""
    found = shared({0: [3, 20, 11, 25, 8, 16], 1: [5, 22, 14, 27, 9, 18]})
    away = found.difference((1, 0))

    assert [found.mean(who).value for who in (0, 1)] == [pytest.approx(83 / 6), 95 / 6]
    # Differences 2, 2, 3, 2, 1, 2: mean 2, standard error 0.258, Student's 2.571.
    assert [away.low, away.high] == pytest.approx([2 - 0.664, 2 + 0.664], abs=0.01)
    assert found.superiority((1, 0)) > 0.99
    assert ranks(RatedContest(0, "a", (0, 1), found)) == [
        {0: RankRange(2, 2, 2), 1: RankRange(1, 1, 1)}
    ]
    assert found.played((1, 0)).value == 1.0


def test_two_deals_have_one_degree_of_freedom() -> None:
    """Differences 1 and 3: mean 2, standard error 1; Student's t is Cauchy's: ½ + atan 2 / π."""
    found = shared({0: [5, 5], 1: [6, 8]})

    assert found.superiority((1, 0)) == pytest.approx(0.8524, abs=1e-4)
    # The 97.5 % point of Cauchy's distribution is tan(0.475 π) = 12.706.
    assert found.difference((1, 0)).high == pytest.approx(2 + 12.706, abs=1e-3)


def test_equal_points_leave_everything_open() -> None:
    found = shared({0: [5, 5, 5], 1: [5, 5, 5]})
    assert ranks(RatedContest(0, "a", (0, 1), found)) == [dict.fromkeys((0, 1), RankRange(1, 1, 2))]
    assert found.superiority((0, 1)) == 0.5
    assert found.played((0, 1)).value == 0.5


def test_a_game_with_shared_results_goes_into_the_table() -> None:
    alone = shared({0: [3, 20, 11, 25, 8, 16], 1: [5, 22, 14, 27, 9, 18]})

    table = table_of(RatedContest(0, "a", (0, 1), alone))
    assert (table[1].score.value, table[1].beats) == (1.0, 1)
