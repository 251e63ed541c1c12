"""No seat can tell two matches apart that differ in an answer hidden from it."""

from collections.abc import Callable
from dataclasses import replace as changed
from random import Random
from typing import Any

import pytest

from parlour import Game, masked
from tests.broken_games import sealed_bid
from tests.testing.leaks import SUBJECTS, Setting, Subject, tried

SHARE = {"giants": 0.1, "rapa_nui": 0.1, "maori": 0.2}
"""Shares of the positions of long matches that are compared."""


@pytest.mark.parametrize("name", SUBJECTS)
def test_no_channel_tells_hidden_answers(name: str) -> None:
    subject, large = SUBJECTS[name], name in SHARE
    counts = tried(subject, 1 if large else 4, 3, Setting(Random(name), SHARE.get(name, 1.0)))

    assert counts.differences == []
    assert counts.comparisons > 100
    hidden = counts.pairs.total() - counts.pairs["seed"]
    assert bool(hidden) is (name not in {"maori", "connect_four", "tic_tac_toe"})


class Talking(sealed_bid.Rules):
    """Shows in the view what has been bid."""

    def view(self, state: Any, seat: int) -> Any:
        return sealed_bid.Seen(seat, masked(state.phases, 0))


@pytest.mark.parametrize(
    "leaky", [pytest.param(lambda: changed(sealed_bid.GAME, rules=Talking()), id="view")]
)
def test_a_leak_is_found(leaky: Callable[[], Game]) -> None:
    counts = tried(Subject(leaky(), (3,)), 6, 6, Setting(Random(1)))

    assert counts.differences
