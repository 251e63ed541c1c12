"""Learn Maori against the bot ``greedy``, by the policy gradient that learns Leduc poker."""

from random import Random
from typing import Any

import numpy as np

from benchmarks.learn_leduc import learning
from parlour.players import Greedy
from parlour_adapters import vector_env

POINTS = 10
"""Points of lead that count as a reward of 1."""
DISCOUNT = 0.9
"""Share that a reward is worth one move earlier."""


def greedy(env: Any, rows: Any) -> Any:
    """Let ``greedy`` choose the actions of these rows."""
    bot = Greedy(env.table.game, Random(1))
    return np.array([env.action_of(row, bot.choose(env.decision(row))) for row in rows], int)


class Lead:
    """How much further ahead each seat is after each move: at the end by points, else by guess."""

    def __init__(self) -> None:
        self.before: Any = 0
        self.ends: list[Any] = []
        """How far the seats were ahead at the ends of matches."""

    def __call__(self, env: Any, ended: Any) -> Any:
        """Return the change for each seat of each match."""
        rows = range(env.num_envs)
        guess = env.table.game.rules.heuristic
        now = np.array([guess(env.decision(row).view.state, 0) for row in rows])
        after = now.copy()
        for row in np.flatnonzero(ended):
            first, second = env.last_match(row).result.scores
            after[row] = first - second
            self.ends.append((first - second, second - first)[row % 2])
        change = (after - self.before) / POINTS
        self.before = now
        return np.stack((change, -change), axis=1)


if __name__ == "__main__":
    lead = Lead()
    run = learning(vector_env("maori", 8, width=512), 256, greedy, lead, DISCOUNT)
    for update, _ in enumerate(run, 1):
        print(f"{update * 256 * 8:>9,} steps: {np.mean(lead.ends[-20:]):+.1f} points ahead")
