"""The bids that bots expect of others, and what a bid is worth to the heuristic."""

from collections import Counter
from itertools import pairwise
from math import hypot
from random import Random
from typing import Any

import pytest

from parlour_giants.heuristic.bid_values import chances
from parlour_giants.heuristic.state_values import heuristic
from parlour_giants.moves import Bid
from parlour_giants.options import Options
from parlour_giants.phases.auction import Bidding, Picking
from parlour_giants.phases.placing import Placing
from tests.giants.positions import BLUE, GREEN, RULES, position

SAMPLES = 400


def bidding(bid: Bid) -> Bidding:
    """Return the auction after Blue's bid, the first one."""
    return Bidding(answers=(bid, None, None), quarry=(1, 2))


def test_others_are_taken_to_bid_as_pays() -> None:
    state = position(phase=bidding(Bid(0)), blue={"workers": 2})
    seen = RULES.view(state, GREEN)
    worlds = [RULES.determinize(seen, Random(f"bid {n}")) for n in range(SAMPLES)]
    phases: list[Any] = [world.phases[-1] for world in worlds]
    bids = Counter(phase.answers[BLUE] for phase in phases)
    even = SAMPLES / 36  # the number of legal bids

    assert bids[Bid(0, 2)] > 2 * even, "two workers carve the larger moai"
    assert bids[Bid(2, 2, 1, 1)] < even / 2, "everything, for two moais"


def test_a_sampled_bid_does_not_depend_on_the_true_one() -> None:
    worlds = [
        RULES.determinize(
            RULES.view(position(phase=bidding(bid), blue={"workers": 2}), GREEN), Random("bid")
        )
        for bid in (Bid(0), Bid(2, 2, 1, 1))
    ]

    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("halves", [0, 5])
def test_no_legal_bid_is_impossible(halves: int) -> None:
    bids = tuple(
        Bid(m, w, s, c) for m in range(7) for w in range(7) for s in (0, 1) for c in (0, 1)
    )
    summed = chances(bids, (1, 1, 2, 3, 3), halves, 0.8)

    assert summed[0] > 0
    assert all(before < after for before, after in pairwise(summed))
    assert summed[-1] == pytest.approx(1.0)


@pytest.mark.parametrize(
    "phase",
    [
        pytest.param(Picking(order=(0, 1, 2), quarry=()), id="3.3 while moais are picked"),
        pytest.param(Placing(seat=0), id="4.1 while figures are placed"),
    ],
)
def test_figures_that_were_bid_go_on_costing(phase: Picking | Placing) -> None:
    kept = position(phase=phase)
    spent = position(phase=phase, blue={"bid_workers": 1, "bid_chief": True})

    assert heuristic(kept, BLUE) - heuristic(spent, BLUE) == pytest.approx(1.8 + 4.5)


def test_a_bid_of_all_markers_is_guessed_less_often_if_hope_needs_one() -> None:
    """Rule 3.1. The last bid has all markers; the other one keeps a marker for the moai."""
    bids = (Bid(0, 2, 1, 1), Bid(1, 2, 1, 1))
    even, less = (chances(bids, (1, 2, 3), 0, bare)[0] for bare in (1.0, 0.8))

    assert less > even


def test_moais_that_can_be_picked_are_a_hope() -> None:
    full, empty = (Picking(order=(0, 1, 2), quarry=quarry) for quarry in ((2,), ()))
    states = [position(phase=phase, blue={"bid_workers": 2}) for phase in (full, empty)]

    assert heuristic(states[0], BLUE) > heuristic(states[1], BLUE)


@pytest.mark.parametrize(
    ("limit", "best"),
    [
        pytest.param(0, Bid(1, 0, 0, 1), id="one of two markers is kept for the moai"),
        pytest.param(1, Bid(2, 0, 0, 1), id="7.4 no marker is of use after the last round"),
    ],
)
def test_the_last_marker_is_bid_only_in_the_last_round(limit: int, best: Bid) -> None:
    """The chief carves size 3, a hope of 12 points, and costs 4.5; a marker costs 1.5.

    With one marker 65 % of the hope are left, with both 80 %: 1.8 and 2.1 points. But without a
    marker for the moai a fifth of the hope is lost, and 0.18 points are left.
    """
    state = position(
        phase=Bidding(answers=(None,) * 3, quarry=(2, 2, 3)), options=Options(round_limit=limit)
    )
    worth = {bid: heuristic(RULES.play(state, BLUE, bid), BLUE) for bid in RULES.moves(state, BLUE)}
    bare = worth[Bid(2, 0, 0, 1)] - worth[Bid(0)]

    assert max(worth, key=worth.__getitem__) == best
    assert bare == pytest.approx(2.1 if limit else 0.18)


@pytest.mark.parametrize(
    ("limit", "later"), [(0, 1.8 * 3), (1, 0.0)], ids=["a later round", "the last round"]
)
def test_a_moai_with_a_marker_for_it_can_wait(limit: int, later: float) -> None:
    """Rule 5.10: what is neither erected in the round nor marked is anybody's."""
    bare, kept = (
        heuristic(position(blue={"moais": (3,)} | given, options=Options(round_limit=limit)), BLUE)
        - heuristic(position(blue=given, options=Options(round_limit=limit)), BLUE)
        for given in ({"markers": 0}, {"markers": 1})
    )

    assert bare > 0
    assert kept == pytest.approx(hypot(bare, later))


@pytest.mark.parametrize(
    ("limit", "later"), [(0, 1.8 * 3), (1, 0.0)], ids=["a later round", "the last round"]
)
def test_when_a_round_begins_a_marked_moai_is_worth_its_chance_of_a_way(
    limit: int, later: float
) -> None:
    """Rule 5.9: nobody else may move it. The marker on it costs 0.6 of a point."""
    options = Options(round_limit=limit)
    placing, bidding = (
        heuristic(position(phase=phase, options=options, pieces=("moai3@d9 blue",)), BLUE)
        - heuristic(position(phase=phase, options=options), BLUE)
        + 0.6
        for phase in (Placing(seat=0), Bidding(answers=(None,) * 3, quarry=()))
    )

    assert placing > 0
    assert bidding == pytest.approx(hypot(placing, later))
