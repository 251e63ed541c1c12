"""The bids that bots expect of others, and what a bid is worth to the heuristic."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from parlour_giants.heuristic.bid_values import chances
from parlour_giants.heuristic.state_values import heuristic
from parlour_giants.moves import Bid
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
    summed = chances(bids, (1, 1, 2, 3, 3), halves)

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


def test_moais_that_can_be_picked_are_a_hope() -> None:
    full, empty = (Picking(order=(0, 1, 2), quarry=quarry) for quarry in ((2,), ()))
    states = [position(phase=phase, blue={"bid_workers": 2}) for phase in (full, empty)]

    assert heuristic(states[0], BLUE) > heuristic(states[1], BLUE)
