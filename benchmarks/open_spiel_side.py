"""The other side of ``peers.py``: plays OpenSpiel's games at random, as its Python users would.

Run by a Python that has ``open_spiel``. Each line read names a game and a number
of seconds; each line written says how many moves a second were played.
"""

import sys
from random import Random
from time import process_time

import pyspiel

BATCH = 8
"""So many matches are played between two looks at the clock, here and on the other side."""


def played(game: pyspiel.Game, rng: Random) -> int:
    """Play one match at random; return how many moves the players made."""
    state, moves = game.new_initial_state(), 0
    choice, choices = rng.choice, rng.choices
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choices(outcomes, weights)[0])
        else:
            state.current_player()
            state.apply_action(choice(state.legal_actions()))
            moves += 1
    state.returns()
    return moves


def main() -> None:
    """Answer every line until there are no more."""
    rng = Random(1)
    games: dict[str, pyspiel.Game] = {}
    for line in sys.stdin:
        name, seconds = line.split()
        game = games.get(name) or games.setdefault(name, pyspiel.load_game(name))
        began = now = process_time()
        moves = 0
        while now - began < float(seconds):
            moves += sum(played(game, rng) for _ in range(BATCH))
            now = process_time()
        print(moves / (now - began), flush=True)


if __name__ == "__main__":
    main()
