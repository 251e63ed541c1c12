"""Learn Leduc poker through PettingZoo, from nothing but observations, masks and rewards.

    python -m benchmarks.learn_leduc --hands 20000

A table holds the mean reward of each action after each observation, and a seat takes the action
that has paid best so far, one time in five another (Monte Carlo control). It learns against random
play, both seats in turn. What it has learnt is then worked out exactly, without any luck of the
cards, and set beside the best response to random play.
"""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any

import numpy as np
from parlour_sample import leduc

from benchmarks.leduc import RULES, exploitability, value
from parlour_adapters.actions import Actions
from parlour_adapters.features import Features
from parlour_adapters.pettingzoo import aec_env

GAME = next(iter(leduc.parlour_games()))
TRIED = 0.2
"""Share of the moves that try another action than the best so far."""

Table = dict[tuple[bytes, int], list[float]]
"""The sum of the rewards and the number of tries, by observation and action."""


def learnt(hands: int, seed: int = 1) -> Table:
    """Play hands against random play, and return what each action has paid."""
    env, rng = aec_env(GAME), Random(seed)
    table: Table = defaultdict(lambda: [0.0, 0.0])
    for hand in range(hands):
        learner, made = f"seat_{hand % 2}", list[tuple[bytes, int]]()
        env.reset(seed=seed if hand == 0 else None)
        for agent in env.agent_iter():
            observation, reward, terminated, _, _ = env.last()
            if terminated:
                if agent == learner:
                    for key in made:
                        table[key][0] += reward
                        table[key][1] += 1
                env.step(None)
                continue
            seen = observation["observation"].tobytes()
            actions = np.flatnonzero(observation["action_mask"]).tolist()
            action = rng.choice(actions)
            if agent == learner:
                if rng.random() > TRIED:
                    action = best(table, seen, actions)
                made.append((seen, action))
            env.step(action)
    return table


def best(table: Table, seen: bytes, actions: Sequence[int]) -> int:
    """Return the action that has paid best; one that was never tried before any other."""

    def paid(action: int) -> float:
        total, tries = table.get((seen, action), (0.0, 0.0))
        return total / tries if tries else float("inf")

    return max(actions, key=paid)


class Learnt(dict[Any, Sequence[float]]):
    """The strategy of a table: for each view the share of each legal move, looked up once."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table, self._features, self._actions = table, Features(), Actions(GAME)

    def __missing__(self, view: Any) -> Sequence[float]:
        """Look a view up in the table."""
        state = RULES.determinize(view, Random(1))
        moves = RULES.moves(state, view.seat)
        numbers = {move: number for number, move in self._actions.numbered(moves).items()}
        seen = self._features.vector(view).tobytes()
        taken = best(self._table, seen, list(numbers.values()))
        self[view] = [float(numbers[move] == taken) for move in moves]
        return self[view]


class Uniform(dict[Any, Sequence[float]]):
    """Random play: for each view an equal share of each legal move."""

    def __missing__(self, view: Any) -> Sequence[float]:
        """Share a view's moves equally."""
        moves = RULES.moves(RULES.determinize(view, Random(1)), view.seat)
        return [1 / len(moves)] * len(moves)


def worth(policy: Learnt) -> tuple[float, float]:
    """Return the chips a hand that a strategy wins from random play, and the most one could win."""
    start, random = RULES.begin(2, None), Uniform()
    won = (value(start, (policy, random)) - value(start, (random, policy))) / 2
    return won, exploitability(random)


def main() -> None:
    """Learn, and print what was learnt after 1, 10 and 100 % of the hands."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--hands", type=int, default=20_000)
    given = parser.parse_args()
    for hands in (given.hands // 100, given.hands // 10, given.hands):
        began = process_time()
        table = learnt(hands)
        took = process_time() - began
        won, most = worth(Learnt(table))
        print(f"{hands:>7,} hands, {took:6.1f} s: {won:+.3f} chips a hand; the most is {most:+.3f}")


if __name__ == "__main__":
    main()
