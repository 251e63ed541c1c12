"""The other side of ``versus.py``: OpenSpiel's bots, and BitBully as the judge of connect four.

Run by a Python that has ``open_spiel``, and ``bitbully`` for ``judge``. Each line read is a JSON
list of the name of a function below and what it is called with; each line written is a JSON
list of what it returned, and the processor time that took in seconds.
"""

import json
import sys
from collections import Counter
from functools import cache
from time import process_time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

CONSTANT = 1.4
"""Exploration constant of MCTS, whose rewards go from -1 to 1."""
CONSTANT_OF_CHIPS = 5.0
"""Exploration constant of ISMCTS at Leduc, whose rewards go from -13 to 13."""
MEMORY_MIB = 1000
"""Greatest size of a tree of the bot in C++."""

FRAME = pyspiel.load_game("connect_four")


@cache
def bot_of(name: str, simulations: int) -> pyspiel.Bot:
    """Return a bot that solves what it can, with one random rollout a simulation."""
    if name == "python":
        random = np.random.RandomState(1)
        rollout = mcts.RandomRolloutEvaluator(1, random)
        return mcts.MCTSBot(FRAME, CONSTANT, simulations, rollout, solve=True, random_state=random)
    rollout = pyspiel.RandomRolloutEvaluator(1, 1)
    return pyspiel.MCTSBot(FRAME, rollout, CONSTANT, simulations, MEMORY_MIB, True, 1, False)  # noqa: FBT003  as it takes them


def answer(name: str, simulations: int, moves: list[int]) -> int:
    """Return the column that the bot ``cpp`` or ``python`` drops into, after these columns."""
    state = FRAME.new_initial_state()
    for column in moves:
        state.apply_action(column)
    return int(bot_of(name, simulations).step(state))


def judge(moves: list[int]) -> dict[int, int]:
    """Return the exact score of each column: above 0 wins, 0 draws, below 0 loses."""
    from bitbully import BitBully, Board  # noqa: PLC0415  only judges need it

    board = Board()
    for column in moves:
        board.play(column)
    return dict(BitBully(opening_book=None).score_all_moves(board))


def learn(seconds: float) -> float:
    """Return Leduc's exploitability after ``seconds`` of external-sampling MCCFR in C++."""
    game = pyspiel.load_game("leduc_poker(suit_isomorphism=true)")
    solver = pyspiel.ExternalSamplingMCCFRSolver(game, 1)
    until = process_time() + seconds
    while process_time() < until:
        solver.run_iteration()
    return float(pyspiel.exploitability(game, solver.average_policy()))


def sample(simulations: int, seeds: int) -> float:
    """Return Leduc's exploitability of the answers of ISMCTS in C++ at all information sets."""
    game = pyspiel.load_game("leduc_poker(suit_isomorphism=true)")
    bots = []
    for seed in range(1, seeds + 1):
        rollout = pyspiel.RandomRolloutEvaluator(1, seed)
        bots.append(pyspiel.ISMCTSBot(seed, rollout, CONSTANT_OF_CHIPS, simulations))
    policy: dict[str, list[tuple[int, float]]] = {}
    ahead = [game.new_initial_state()]
    while ahead:
        state = ahead.pop()
        if state.is_terminal():
            continue
        key = "" if state.is_chance_node() else state.information_state_string()
        if key and key not in policy:
            taken = Counter(bot.step(state) for bot in bots)
            policy[key] = [(move, taken[move] / seeds) for move in state.legal_actions()]
        ahead += [state.child(action) for action in state.legal_actions()]
    return float(pyspiel.exploitability(game, pyspiel.TabularPolicy(policy)))


CALLS = {call.__name__: call for call in (answer, judge, learn, sample)}


def main() -> None:
    """Answer every line until there are no more."""
    for line in sys.stdin:
        name, *given = json.loads(line)
        began = process_time()
        found = CALLS[name](*given)
        print(json.dumps([found, process_time() - began]), flush=True)


if __name__ == "__main__":
    main()
