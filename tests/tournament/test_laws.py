"""Laws of what a tournament states, over random tournaments and by simulation."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.coverage import SPARSE, Floats, Kind, Luck, sparse_coverage, tournament
from parlour_tournament.analysis.intervals import RankRange, StatedOrder
from parlour_tournament.analysis.overall import RatedContest, order_of
from parlour_tournament.analysis.pairs import PairTable, fitted_pairs
from parlour_tournament.playing.results import BlockClass
from tests.tournament.test_statistics import won

SMALL = 1e-6
"""Difference of normal scores that rounding may make."""


def drawn(
    bots: int, seats: int, blocks: int, luck: tuple[float, float, float], seed: int
) -> Counter[BlockClass]:
    """Play a round robin of bots whose strengths are drawn with the last of ``luck``'s spreads."""
    rng = np.random.default_rng(seed)
    strengths: Floats = luck[2] * rng.standard_normal(bots)
    return tournament(strengths, min(seats, bots), blocks, Luck(*luck[:2]), rng)


tournaments = st.builds(
    drawn,
    st.integers(2, 6),
    st.sampled_from([2, 2, 3]),
    st.integers(1, 6),
    st.tuples(*map(st.sampled_from, ([0.0, 1.0, 2.0], [0.0, 1.0], [0.0, 1.0, 3.0]))),
    st.integers(0, 2**32 - 1),
)


def contest_of(blocks: Counter[BlockClass]) -> RatedContest:
    bots = sorted({who for kind in blocks for lineup, _ in kind for who in lineup})
    pairs = fitted_pairs(blocks, bots, len(next(iter(blocks))))
    return RatedContest(0, "game", tuple(bots), pairs)


def table_of(contest: RatedContest) -> PairTable:
    assert isinstance(contest.pairs, PairTable)
    return contest.pairs


def ranks_of(contest: RatedContest) -> dict[int, RankRange]:
    return order_of([contest]).ranks(contest.strengths(), 0)


def beaten_by(contest: RatedContest, who: int) -> int:
    stated = order_of([contest])
    return sum(stated.sign(who, other, 0) == 1 for other in contest.bots)


def overtaking(blocks: Counter[BlockClass], seed: int) -> tuple[int, Counter[BlockClass]] | None:
    """Return a bot and the blocks if it had come one place further in one match, if it can."""
    rng = np.random.default_rng(seed)
    kinds = list(blocks.elements())
    number = int(rng.integers(len(kinds)))
    match = int(rng.integers(len(kinds[number])))
    lineup, places = kinds[number][match]
    seat = int(rng.integers(len(lineup)))
    ahead = [n for n, place in enumerate(places) if place == places[seat] - 1]
    if not ahead:
        return None
    moved = list(places)
    moved[seat], moved[ahead[0]] = places[ahead[0]], places[seat]
    block = [*kinds[number]]
    block[match] = lineup, tuple(moved)
    return lineup[seat], Counter([*kinds[:number], tuple(block), *kinds[number + 1 :]])


@settings(max_examples=80, deadline=None)
@given(blocks=tournaments, seed=st.integers(0, 2**32 - 1))
def test_a_win_for_a_loss_never_lowers_a_bot(blocks: Counter[BlockClass], seed: int) -> None:
    changed = overtaking(blocks, seed)
    assume(changed is not None)
    assert changed is not None
    who, more = changed
    before = contest_of(blocks)
    after = contest_of(more)
    ranks = ranks_of(before)[who], ranks_of(after)[who]

    for other in set(before.bots) - {who}:
        rise = table_of(after).score((who, other)) - table_of(before).score((who, other))
        assert rise > -SMALL
    assert ranks[1].rank <= ranks[0].rank
    assert ranks[1].high <= ranks[0].high
    assert beaten_by(after, who) >= beaten_by(before, who)


@settings(max_examples=30, deadline=None)
@given(blocks=tournaments, number=st.integers(0, 2**16), times=st.integers(1, 3))
def test_two_bots_that_meet_again_with_the_same_result_are_not_known_less(
    blocks: Counter[BlockClass], number: int, times: int
) -> None:
    """The result is one that both the fit and the block itself say."""
    kind = sorted(blocks)[number % len(blocks)]
    one, other = sorted(set(kind[0][0]))[:2]
    assume(len(set(kind[0][0])) == 2)
    before = table_of(contest_of(blocks))
    score = before.score((one, other))
    wins = sum(
        (places[lineup.index(one)] < places[lineup.index(other)]) - 0.5 for lineup, places in kind
    )
    assume(abs(wins) == len(kind) / 2)
    assume(wins * score > 0)
    after = table_of(contest_of(blocks + Counter({kind: times})))

    assert abs(after.score((one, other))) > abs(score) - SMALL


@settings(max_examples=15, deadline=None)
@given(bots=st.integers(3, 5), blocks=st.integers(16, 30))
def test_bots_that_beat_each_other_in_a_circle_share_their_ranks(bots: int, blocks: int) -> None:
    circle = Counter(
        {won(who, (who + 1) % bots): blocks for who in range(bots)}
        | {won(who, bots): blocks for who in range(bots)}
    )
    found = ranks_of(contest_of(circle))

    assert {(found[who].low, found[who].high) for who in range(bots)} == {(1, bots)}
    assert (found[bots].low, found[bots].high) == (bots + 1, bots + 1)


@settings(max_examples=100, deadline=None)
@given(
    signs=st.lists(st.sampled_from([-9.0, 0.0, 9.0]), min_size=15, max_size=15),
    strengths=st.permutations(range(6)),
)
def test_whoever_leads_to_another_and_back_shares_its_ranks(
    signs: list[float], strengths: list[int]
) -> None:
    """Statements are any; brackets hold the rank by strength and follow chains."""
    pairs = list(combinations(range(6), 2))
    stated = StatedOrder({(*pair, 0): sign for pair, sign in zip(pairs, signs, strict=True)})
    found = stated.ranks(dict(enumerate(map(float, strengths))), 0)
    reached = {who: chain(stated, who) for who in range(6)}
    for one, other in pairs:
        if other in reached[one] and one in reached[other]:
            ahead = [who for who in range(6) if one in reached[who] and who not in reached[one]]
            assert min(found[one].low, found[other].low) <= 1 + len(ahead)
            for who in (one, other):
                assert found[who].low == min(1 + len(ahead), found[who].rank)


def chain(stated: StatedOrder, who: int) -> set[int]:
    """Return the bots that statements lead to from one, step by step."""
    found: set[int] = set()
    new = {who}
    while new:
        step = {o for one in new for o in range(6) if stated.sign(one, o, 0) == 1}
        new = step - found
        found |= new
    return found


def test_three_bots_in_a_circle_have_all_ranks() -> None:
    """Each won twelve blocks of twelve against the next."""
    contest = contest_of(Counter({won(0, 1): 12, won(1, 2): 12, won(2, 0): 12}))
    found = ranks_of(contest)

    assert [beaten_by(contest, who) for who in range(3)] == [1, 1, 1]
    assert {(one.low, one.high) for one in found.values()} == {(1, 3)}


@pytest.mark.parametrize("bots", [3, 8, 20])
def test_a_bot_that_won_every_match_is_first_as_one_that_lost_one(bots: int) -> None:
    """Ten blocks of each pair; the others split them."""
    others = Counter(
        {won(*pair): 5 for pair in combinations(range(1, bots), 2)}
        | {won(*pair[::-1]): 5 for pair in combinations(range(1, bots), 2)}
    )
    mixed = won(0, 1)[0], won(1, 0)[1]
    whole = contest_of(others + Counter({won(0, who): 10 for who in range(1, bots)}))
    less = contest_of(
        others
        + Counter({won(0, who): 10 - (who == 1) for who in range(1, bots)})
        + Counter({mixed: 1})
    )

    assert ranks_of(whole)[0] == ranks_of(less)[0] == RankRange(1, 1, 1)
    assert beaten_by(whole, 0) == beaten_by(less, 0) == bots - 1
    assert all(
        table_of(whole).score((0, who)) > table_of(less).score((0, who)) > 3
        for who in range(1, bots)
    )


def test_bots_of_a_swiss_tournament_that_met_once_are_known() -> None:
    """Twenty bots, eight rounds: every pair has a likelihood and closed ends, met or not."""
    rng = np.random.default_rng(5)
    strengths = np.linspace(-1.5, 1.5, 20)
    _, _, play, _ = SPARSE[1]
    pairs = fitted_pairs(play(strengths, Luck(), rng), range(20), 2, chosen=True)
    met = pairs.fit.encounters.met > 0
    scores = {pair: abs(pairs.score(pair)) for pair in combinations(range(20), 2)}

    assert met.sum() > 2 * 75
    assert all(score > 0 for pair, score in scores.items() if pairs.expected(pair) != 0.5)
    assert max(score for pair, score in scores.items() if met[pair]) > 2
    assert all(
        np.isfinite([pairs.difference(pair).low, pairs.difference(pair).high]).all()
        for pair in list(scores)[::7]
        if min(pairs.bot_results()[who].value for who in pair) > 0
        and max(pairs.bot_results()[who].value for who in pair) < 1
    )


@given(tournaments, st.integers(1, 3))
@settings(max_examples=20, deadline=None)
def test_results_that_chose_who_met_say_less_of_bots_that_did_not(
    blocks: Counter[BlockClass], classes: int
) -> None:
    some = Counter(dict(list(blocks.items())[:classes]))
    bots = sorted({who for kind in some for lineup, _ in kind for who in lineup})
    planned, chosen = (fitted_pairs(some, bots, 2, chosen=chosen) for chosen in (False, True))
    for pair in combinations(bots, 2):
        before = planned.difference(pair)
        after = chosen.difference(pair)
        if pair in planned.tallies:
            assert (before, planned.score(pair)) == (after, chosen.score(pair))
        else:
            assert after.low <= before.low <= before.high <= after.high
            assert abs(chosen.score(pair)) <= abs(planned.score(pair))


@pytest.mark.parametrize(
    ("kind", "luck"),
    [
        pytest.param(SPARSE[2], Luck(seats=1.0), id="a pool"),
        pytest.param(SPARSE[5], Luck(bots=1.0), id="a round robin of one block"),
    ],
)
def test_where_pairs_meet_seldom_intervals_hold_and_equal_bots_have_no_order(
    kind: Kind, luck: Luck
) -> None:
    """Forty tournaments of a fixed seed; benchmarks/coverage.py sparse runs more."""
    met, unmet, orders = sparse_coverage(kind, luck, 40, fields=4)

    assert 0.91 <= (met + unmet).share < 1
    assert not unmet.intervals or unmet.share >= 0.91
    assert orders.share <= 0.15
