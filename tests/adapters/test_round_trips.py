"""What goes out through a door comes in again whole, and the examples of the doors run."""

import ast
import pickle
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour_adapters
from parlour_adapters.learning_table import LearningTable
from parlour_adapters.pettingzoo import SimultaneousEnv, TurnEnv, aec_env, parallel_env
from tests.drawn import DRAWN
from tests.games import GAMES

DOORS = sorted(path.stem for path in Path(parlour_adapters.__path__[0]).glob("*.py"))
"""The modules of the package."""

SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "observations": st.sampled_from(["dict", "vector", "parts"]),
        "width": st.integers(1, 40),
        "max_moves": st.integers(1, 12),
        "illegal": st.sampled_from(["raise", "lose"]),
    },
)
"""Settings of an environment."""


def pickled(thing: Any) -> Any:
    """Return what a pickle of ``thing`` holds."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301  our own bytes


def shown(env: TurnEnv | SimultaneousEnv) -> str:
    """Return all that an environment shows of its match."""
    table = env.table
    infos = table.infos(table.agents)
    seen = [(table.observe(seat), infos[table.agents[seat]]) for seat in range(table.seats)]
    ends = table.is_over, table.is_cut_short, table.rewards(), env.agents
    with np.printoptions(threshold=np.inf):  # type: ignore[arg-type]  # numpy says so
        return repr((seen, ends, table.match.record(), env.metadata))


def go_on(env: TurnEnv | SimultaneousEnv, place: int) -> None:
    """Play a move of the seat to act, or begin the next match of the series."""
    table = env.table
    if table.is_done or not table.acting:
        env.reset()
        return
    moves = {
        env.possible_agents[seat]: (legal := list(table.actions.of(table.match, seat)))[
            place % len(legal)
        ]
        for seat in table.acting
    }
    if isinstance(env, TurnEnv):
        env.step(moves[env.agent_selection])
    else:
        env.step(moves)


@pytest.mark.parametrize("copied", [deepcopy, pickled], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("make", [aec_env, parallel_env], ids=["AEC", "parallel"])
@settings(DRAWN, max_examples=12)
@given(
    name=st.sampled_from(["giants", "leduc", "maori", "rapa_nui", "tic_tac_toe"]),
    chosen=SETTINGS,
    places=st.tuples(*[st.lists(st.integers(0, 30), max_size=8)] * 2),
)
def test_a_copy_of_an_environment_goes_on_as_it_does(
    make: Callable[..., Any],
    copied: Callable[[Any], Any],
    name: str,
    chosen: dict[str, Any],
    places: tuple[list[int], list[int]],
) -> None:
    """Through the end of its match into the next one of the series."""
    before, after = places
    env = make(GAMES[name], **chosen)
    env.reset(seed=3)
    for place in before:
        go_on(env, place)
    twin = copied(env)
    for place in [*after, 0]:
        assert shown(twin) == shown(env)
        go_on(env, place)
        go_on(twin, place)
    env.reset()
    twin.reset()

    assert shown(twin) == shown(env)
    assert isinstance(twin.table, LearningTable)


def examples(module: str) -> dict[str, str]:
    """Return the examples in the docstrings of a module, by the names of what they are of."""
    tree = ast.parse(Path(import_module(module).__file__ or "").read_text(encoding="utf-8"))
    defined = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    texts = {node.name: cleandoc(ast.get_docstring(node) or "") for node in defined}
    return {
        name: dedent(text.partition("Example::\n")[2].partition("\n\nRaises:")[0])
        for name, text in texts.items()
        if "Example::\n" in text
    }


EXAMPLES = {
    f"{door}.{name}": text
    for door in DOORS
    for name, text in examples(f"parlour_adapters.{door}").items()
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_of_a_door_runs(name: str) -> None:
    door = import_module(f"parlour_adapters.{name.partition('.')[0]}")
    exec(EXAMPLES[name], dict(vars(door)))  # noqa: S102  our own text


def test_every_door_to_a_library_of_learning_has_an_example() -> None:
    assert set(EXAMPLES) >= {
        "open_spiel.register",
        "open_spiel.spiel_game",
        "pettingzoo.aec_env",
        "pettingzoo.parallel_env",
    }
