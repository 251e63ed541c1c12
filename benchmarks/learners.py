"""How fast learners step the games of Parlour, beside their other doors, measured in one run.

    python -m benchmarks.learners --seconds 0.5 --repeats 5

All sides take random legal actions from masks or lists of legal actions, and read the observation
of the seat to act. Their slices of processor time alternate, and medians are printed. OpenSpiel,
RLCard and the games of PettingZoo are measured if they are installed; ``pettingzoo`` needs
``rlcard``, ``chess`` and ``pygame`` for them.
"""

import argparse
import json
import os
import platform
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from benchmarks.peers import games
from parlour_adapters import vector_env
from parlour_adapters.pettingzoo import aec_env

MATCHES = 256
BATCH = 64
"""So many steps of one match at a time are made between two looks at the clock."""

Side = Callable[[], Callable[[], int]]
"""Make an environment; return a function that makes some steps and counts them."""

OPEN_SPIEL = {"leduc": "leduc_poker", "connect_four": "connect_four", "tic_tac_toe": "tic_tac_toe"}
PETTINGZOO = {
    "leduc": "leduc_holdem_v4",
    "connect_four": "connect_four_v3",
    "tic_tac_toe": "tictactoe_v3",
}
GAMES = ("leduc", "connect_four", "tic_tac_toe", "maori", "rapa_nui", "giants")


def at_once(game: Any) -> Callable[[], int]:
    """Step many matches at once."""
    env = vector_env(game, MATCHES)
    rng = np.random.default_rng(1)
    masks = env.reset(seed=1)[0]["action_mask"]

    def stepped() -> int:
        nonlocal masks
        masks = env.step(any_of(masks, rng))[0]["action_mask"]
        return MATCHES

    return stepped


def any_of(masks: Any, rng: np.random.Generator) -> Any:
    """Choose an action of each row that its mask allows."""
    allowed = np.flatnonzero(masks.view(np.bool_))
    ends = np.add.reduce(masks, axis=1, dtype=np.int64).cumsum()
    starts = np.concatenate(([0], ends[:-1]))
    return allowed[rng.integers(starts, ends)] % masks.shape[1]


def one_by_one(env: Any) -> Callable[[], int]:
    """Step an environment of PettingZoo."""
    rng = Random(1)
    env.reset(seed=1)

    def stepped() -> int:
        for _ in range(BATCH):
            observation, _, ended, cut, info = env.last()
            if ended or cut:
                env.reset()
                continue
            mask = (info if "action_mask" in info else observation)["action_mask"]
            env.step(rng.choice(np.flatnonzero(mask)))
        return BATCH

    return stepped


def open_spiel(name: str) -> Callable[[], int]:
    """Step an environment of OpenSpiel."""
    env = import_module("open_spiel.python.rl_environment").Environment(name)
    rng = Random(1)
    step = env.reset()

    def stepped() -> int:
        nonlocal step
        made = 0
        for _ in range(BATCH):
            if step.last():
                step = env.reset()
                continue
            seen = step.observations
            player = seen["current_player"]
            step = env.step([rng.choice(seen["legal_actions"][player])])
            made += 1
        return made

    return stepped


def rlcard() -> Callable[[], int]:
    """Step the Leduc of RLCard."""
    env = import_module("rlcard").make("leduc-holdem")
    rng = Random(1)
    state = env.reset()[0]

    def stepped() -> int:
        nonlocal state
        for _ in range(BATCH):
            state = env.step(rng.choice([*state["legal_actions"]]))[0]
            if env.is_over():
                state = env.reset()[0]
        return BATCH

    return stepped


def sides(game: Any) -> Iterator[tuple[str, Side]]:
    """Yield the environments of a game, with their names."""
    yield "at once", partial(at_once, game)
    yield "one by one", lambda: one_by_one(aec_env(game))
    if game.id in OPEN_SPIEL:
        yield "OpenSpiel", partial(open_spiel, OPEN_SPIEL[game.id])
        own = PETTINGZOO[game.id]
        module = f"pettingzoo.classic.{own}"
        yield "PettingZoo's own", lambda: one_by_one(import_module(module).env())
    if game.id == "leduc":
        yield "RLCard", rlcard


def speed(stepped: Callable[[], int], seconds: float) -> float:
    """Step for a while; return the steps a second of processor time."""
    steps = 0
    began = now = process_time()
    while now - began < seconds:
        steps += stepped()
        now = process_time()
    return steps / (now - began)


def measured(game: Any, repeats: int, seconds: float) -> Mapping[str, float]:
    """Let all environments of a game step by turns, and return their medians."""
    made = {}
    for name, side in sides(game):
        try:
            made[name] = side()
        except ImportError:
            continue
    found: dict[str, list[float]] = {name: [] for name in made}
    for repeat in range(repeats + 1):
        for name, stepped in made.items():
            figure = speed(stepped, seconds)
            if repeat:  # the first time round warms all of them up
                found[name].append(figure)
    return {name: median(figures) for name, figures in found.items()}


def table_of(rows: Mapping[str, Mapping[str, float]], first: str = "steps a second") -> str:
    """Return the figures as Markdown."""
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    lines = [
        f"| {first} | {' | '.join(names)} | to the best other |",
        f"|---|{'--:|' * (len(names) + 1)}",
    ]
    for title, row in rows.items():
        cells = [f"{row[name]:,.0f}" if name in row else "" for name in names]
        best = max(figure for name, figure in row.items() if name != "at once")
        lines.append(f"| {title} | {' | '.join(cells)} | {row['at once'] / best:.2f} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--repeats", type=int, default=5, help="slices a game (default: 5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="a slice (default: 0.5)")
    parser.add_argument("--json", action="store_true", help="print a line for each figure")
    parser.add_argument("names", nargs="*", default=GAMES, help="games (default: six)")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    known = {game.id: game for game in games()}
    rows = {}
    for name in asked.names:
        game = known[name]
        title = f"{game.title}, {game.seats[0]} seats"
        rows[title] = measured(game, asked.repeats, asked.seconds)
    if asked.json:
        for title, row in rows.items():
            for side, figure in row.items():
                print(json.dumps([title, side, figure]))
        return
    load = ", ".join(f"{number:.1f}" for number in os.getloadavg())
    print(f"steps a second, medians of {asked.repeats} slices of {asked.seconds:g} s by turns,")
    print(f"one core, load {load}, CPython {platform.python_version()}\n")
    print(table_of(rows))


if __name__ == "__main__":
    main()
