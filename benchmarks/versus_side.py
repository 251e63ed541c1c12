"""The other side of ``versus.py``: OpenSpiel's MCTS bots answer positions of connect four.

Run by a Python that has ``open_spiel``. Each line read is an object of JSON with ``bot``
(``cpp`` or ``python``), ``simulations`` and ``moves``, the columns played so far; each line
written has the column chosen, and the processor time that took in seconds.
"""

import json
import sys
from functools import cache
from time import process_time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

CONSTANT = 1.4
"""Exploration constant of both bots; their rewards go from -1 to 1."""
MEMORY_MIB = 1000
"""Greatest size of a tree of the bot in C++."""

GAME = pyspiel.load_game("connect_four")


@cache
def bot_of(name: str, simulations: int) -> pyspiel.Bot:
    """Return a bot that solves what it can, with one random rollout a simulation."""
    if name == "python":
        random = np.random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        return mcts.MCTSBot(GAME, CONSTANT, simulations, evaluator, solve=True, random_state=random)
    rollout = pyspiel.RandomRolloutEvaluator(1, 1)
    return pyspiel.MCTSBot(GAME, rollout, CONSTANT, simulations, MEMORY_MIB, True, 1, False)  # noqa: FBT003  as it takes them


def main() -> None:
    """Answer every line until there are no more."""
    for line in sys.stdin:
        asked = json.loads(line)
        bot = bot_of(asked["bot"], asked["simulations"])
        state = GAME.new_initial_state()
        for column in asked["moves"]:
            state.apply_action(column)
        began = process_time()
        move = bot.step(state)
        print(json.dumps([move, process_time() - began]), flush=True)


if __name__ == "__main__":
    main()
