"""The learners of the page on learning learn, at a small budget."""

from itertools import islice
from typing import Any

import numpy as np
import pytest

from benchmarks import curves
from benchmarks.learn_leduc import Network, drawn, learning
from benchmarks.learn_maori import DISCOUNT, Lead, greedy
from parlour_adapters import vector_env
from parlour_samples import leduc
from tests.adapters import exact
from tests.games import GAMES

RULES = next(iter(leduc.parlour_games())).rules


def test_the_learner_of_leduc_wins_more_and_more_from_random_play() -> None:
    env = vector_env(GAMES["leduc"], 64, width=64)
    won = [won.mean() for _, won in islice(learning(env, 16), 30)]

    assert np.mean(won[:5]) < 0.7
    assert np.mean(won[-10:]) > 1.2


def test_the_most_to_win_from_random_play_is_what_the_page_says() -> None:
    def shares(state: Any, seat: int) -> list[float]:
        moves = RULES.moves(state, seat)
        return [1 / len(moves)] * len(moves)

    assert exact.exploitability(RULES, shares) == pytest.approx(2.3736, abs=1e-4)


def test_the_learner_of_maori_loses_to_greedy_at_first() -> None:
    lead = Lead()
    env = vector_env(GAMES["maori"], 2, width=64)
    next(learning(env, 250, greedy, lead, DISCOUNT))
    last: Any = env.last_match(1)
    first, second = last.result.scores

    assert np.mean(lead.ends) < -10
    assert second - first in lead.ends


def test_the_gradient_takes_what_won_more_often() -> None:
    network = Network(3, 4)
    seen = np.eye(4)[:2]
    masks = np.array([[1, 1, 0], [1, 1, 0]])
    before = network.look(seen, masks)[1]
    for _ in range(20):
        network.learn(seen, masks, np.array([0, 1]), np.array([1.0, -1.0]), np.array([True, True]))
    after = network.look(seen, masks)[1]

    assert (after[:, 0] > before[:, 0]).all()
    assert (after[:, 2] == 0).all()


def test_an_action_is_drawn_by_its_share_and_never_without_one() -> None:
    shares = np.tile([0.0, 3.0, 0.0, 1.0, 0.0], (8_000, 1))
    counts = np.bincount(drawn(shares, np.random.default_rng(1)), minlength=5)

    assert counts[[0, 2, 4]].tolist() == [0, 0, 0]
    assert counts[1] / 8_000 == pytest.approx(0.75, abs=0.03)


def test_the_drawing_is_that_of_the_saved_runs() -> None:
    """``python -m benchmarks.curves draw`` draws them again."""
    updates = curves.saved()

    assert {update.game for update in updates} == set(curves.TITLES)
    assert curves.DRAWN.read_text(encoding="utf-8") == curves.drawing(updates)
