"""Every game is an environment of PettingZoo: its own tests pass, and nothing hidden is seen."""

import sys
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from runpy import run_path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import parlour
from parlour.match.record import parse
from parlour.match.replay import replayed
from parlour.rules.errors import IllegalMove, MatchError, ParlourError, SetupError
from parlour_adapters import pettingzoo as door
from parlour_adapters import vector
from parlour_adapters.actions import Actions
from parlour_adapters.pettingzoo import aec_env, parallel_env
from parlour_adapters.rewards import rewards
from parlour_samples import tic_tac_toe
from tests import games

EXAMPLES = ("court", "lanterns", "promises")
GAMES: dict[str, Any] = games.GAMES | {
    name: next(iter(import_module(f"parlour_{name}.plugin").parlour_games())) for name in EXAMPLES
}

in_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

# PettingZoo's usual observation is a dict with the mask in it, yet its tests warn of every one
# whose name they do not know; and of the empty mask of a seat that has nothing to do.
usual_shape = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
in_both_shapes = pytest.mark.parametrize(
    "shape",
    [
        pytest.param("dict", marks=usual_shape),
        pytest.param("vector"),
        pytest.param("parts", marks=usual_shape),
    ],
)


@in_every_game
@in_both_shapes
def test_api_test(game: Any, shape: str) -> None:
    api_test(aec_env(game, observations=shape), num_cycles=40)


@in_every_game
@in_both_shapes
def test_seed_test(game: Any, shape: str) -> None:
    seed_test(lambda: aec_env(game, observations=shape), num_cycles=20)


@in_every_game
def test_parallel_api_test(game: Any) -> None:
    parallel_api_test(parallel_env(game), num_cycles=40)


@in_every_game
def test_parallel_seed_test(game: Any) -> None:
    parallel_seed_test(lambda: parallel_env(game, illegal="lose"), num_cycles=20)


def test_an_action_that_is_not_allowed_loses_if_that_is_asked_for() -> None:
    env = aec_env("tic_tac_toe", illegal="lose")
    env.reset(seed=1)
    env.step(4)
    env.step(4)

    assert env.rewards == {"seat_0": 0.0, "seat_1": -1.0}
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert not env.table.match.is_over
    env.reset(seed=1)
    assert env.terminations == {"seat_0": False, "seat_1": False}


def test_the_parts_of_a_view_have_their_names_and_numbers() -> None:
    env = aec_env("leduc", observations="parts", width=16)
    env.reset(seed=7)
    env.step(env.last()[0]["action_mask"].nonzero()[0][-1])
    seen = env.last()[0]["observation"]
    view: Any = env.table.match.view(env.table.acting[0])

    assert seen["paid"].tolist() == list(view.paid)
    assert seen["seat"] == view.seat == 1
    assert {name: part.shape for name, part in seen.items() if name not in {"paid", "seat"}} == {
        "phases": (16,),
        "cards": (16,),
        "raisers": (16,),
    }


@in_every_game
def test_render_test(game: Any, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec_env(game, render_mode=render_mode))

    assert capsys.readouterr().out.strip()


def played(env: Any, moves: int, seed: int) -> Any:
    """Play on at random, and return the environment."""
    rng = Random(seed)
    for _ in range(moves):
        if env.table.match.is_over:
            break
        mask = env.last()[0]["action_mask"]
        env.step(rng.choice(np.flatnonzero(mask)))
    return env


@in_every_game
def test_the_mask_is_what_is_legal_and_each_number_a_move_of_its_own(game: Any) -> None:
    env = aec_env(game, seats=game.seats[-1])
    env.reset(seed=1)
    for step in range(25):
        played(env, 1, step)
        match = env.table.match
        if match.is_over:
            break
        seat = match.awaited.seats[0]
        numbers = np.flatnonzero(env.last()[0]["action_mask"])
        moves = [env.table.move(seat, number) for number in numbers]

        assert len(moves) == len(set(moves))
        assert set(moves) == {*match.moves(seat), *match.offers(seat)}


def test_the_mask_has_offers_too() -> None:
    """Peek at a base: in Giants a seat may do so at any time (rule 8.1)."""
    record = Path(__file__).parents[1] / "golden/giants/four-seats-italian-edition.jsonl"
    match = replayed(GAMES["giants"], parse(record.read_bytes(), record.name), record.name).at(40)
    env = aec_env(GAMES["giants"], seats=4)
    env.reset(seed=1)
    env.table.match = match
    numbers = np.flatnonzero(env.table.observe(match.awaited.seats[0])["action_mask"])
    moves = {env.table.move(match.awaited.seats[0], number) for number in numbers}

    assert match.offers() != ()
    assert moves == {*match.moves(), *match.offers()}


def test_numbers_are_places_in_the_list_of_all_moves_where_there_is_one() -> None:
    game = GAMES["maori"]
    actions = Actions(game)
    every = game.all_moves

    assert (actions.are_fixed, actions.size) == (True, len(every))
    assert actions.numbered([every[7], every[3]]) == {3: every[3], 7: every[7]}


def test_numbers_of_other_moves_are_made_from_their_texts_and_never_shared() -> None:
    game = GAMES["giants"]
    match = game.match(seed=1)
    moves = match.moves(0)
    wide, narrow = Actions(game), Actions(game, len(moves))

    assert (wide.are_fixed, wide.size) == (False, 4096)
    assert set(wide.numbered(moves).values()) == set(narrow.numbered(moves).values()) == set(moves)
    assert list(narrow.numbered(moves)) == list(range(len(moves)))
    assert narrow.numbered(moves) == narrow.numbered(moves[::-1])
    apart = wide.numbered(moves[:1])
    assert wide.numbered(moves).items() >= apart.items()


def test_a_copy_of_the_numbers_takes_no_list_for_another_that_lay_at_its_place() -> None:
    """Lists are known by their places in memory, where a copy has others."""
    moves = GAMES["tic_tac_toe"].all_moves
    actions = Actions(GAMES["tic_tac_toe"])
    gone = [tuple(moves[:2]) for _ in range(50)]
    for listed in gone:
        actions.legal(listed)
    twin = deepcopy(actions)
    del actions, gone, listed
    others = [tuple(moves[n : n + 2]) for n in range(2, 7) for _ in range(50)]

    assert [twin.legal(other).moves for other in others] == others


def test_more_moves_than_numbers_are_refused() -> None:
    env = aec_env("giants", actions=5)
    env.reset(seed=1)

    with pytest.raises(MatchError, match="giants: expected at most 5 legal moves, got"):
        env.last()


WON = ["a1", "a2", "b1", "b2", "c1"]
DRAWN = ["a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"]


@pytest.mark.parametrize(
    ("squares", "due"),
    [
        pytest.param(WON, [1, -1], id="a win"),
        pytest.param(DRAWN, [0, 0], id="a draw"),
        pytest.param(WON[:4], [0, 0], id="not over"),
    ],
)
def test_rewards(squares: list[str], due: list[float]) -> None:
    env = aec_env(GAMES["tic_tac_toe"])
    env.reset(seed=1)
    names = tic_tac_toe.SQUARES
    for square in squares:
        env.step(names.index(square))

    assert list(env.rewards.values()) == due
    assert set(env.terminations.values()) == {len(squares) != 4}


@pytest.mark.parametrize(
    ("objective", "scores", "places", "rewards_due"),
    [
        pytest.param("places", (9, 5, 1), (1, 2, 3), (1, 0, -1), id="places"),
        pytest.param("places", (9, 9, 1), (1, 1, 3), (0.5, 0.5, -1), id="a shared place"),
        pytest.param("points", (9, -5, -4), (1, 3, 2), (9, -5, -4), id="points"),
        pytest.param("shared", (17, 17), (1, 1), (17, 17), id="one result of all"),
        pytest.param("single", (42,), (1,), (42,), id="a single player"),
        pytest.param("teams", (9, 5, 9, 5), (1, 3, 1, 3), (1, -1, 1, -1), id="teams"),
    ],
)
def test_rewards_by_what_is_played_for(
    objective: Any, scores: tuple[int, ...], places: tuple[int, ...], rewards_due: tuple[float, ...]
) -> None:
    pairs = (parlour.Team("even", (0, 2)), parlour.Team("odd", (1, 3)))
    teams = (lambda _seats: pairs) if objective == "teams" else None
    game = replace(GAMES["tic_tac_toe"], objective=objective, teams=teams)

    assert rewards(game, parlour.Result(scores, places)) == rewards_due


def leduc_dealt(cards: tuple[int, int], seat: int) -> bytes:
    """Return the bytes of what a seat sees of these cards at the first decision."""
    for seed in range(200):
        env = aec_env(GAMES["leduc"])
        env.reset(seed=seed)
        state: Any = env.table.match.state
        if state.cards == cards:
            seen = env.observe(f"seat_{seat}")
            return bytes(seen["observation"].tobytes() + seen["action_mask"].tobytes())
    raise AssertionError(cards)


def test_a_seat_does_not_see_what_another_holds() -> None:
    assert leduc_dealt((0, 1), seat=0) == leduc_dealt((0, 2), seat=0)
    assert leduc_dealt((0, 1), seat=0) != leduc_dealt((1, 0), seat=0)
    assert leduc_dealt((0, 1), seat=1) == leduc_dealt((2, 1), seat=1)


def test_a_sealed_answer_is_not_seen_and_all_answer_in_one_step() -> None:
    game = GAMES["giants"]
    seen = set()
    for answer in (0, 5, 9):
        env = aec_env(game)
        env.reset(seed=3)
        env.step(np.flatnonzero(env.last()[0]["action_mask"])[answer])
        observed = env.last()[0]
        seen.add((observed["observation"].tobytes(), observed["action_mask"].tobytes()))
    together = parallel_env(game)
    observations, _ = together.reset(seed=3)
    masks = {agent: np.flatnonzero(seen["action_mask"]) for agent, seen in observations.items()}

    assert len(seen) == 1
    assert list(masks) == ["seat_0", "seat_1", "seat_2"]
    assert all(len(mask) > 1 for mask in masks.values())
    together.step({agent: mask[0] for agent, mask in masks.items()})
    assert sum(step.seat is not None for step in together.table.match.steps) == 3


def test_seats_that_are_not_to_act_have_no_actions() -> None:
    env = parallel_env(GAMES["tic_tac_toe"])
    observations, _ = env.reset(seed=1)

    assert [int(seen["action_mask"].sum()) for seen in observations.values()] == [9, 0]
    env.step({"seat_0": 4})
    with pytest.raises(MatchError, match="tic_tac_toe: expected an action of seat_1, got none"):
        env.step({"seat_0": 4})


def test_a_match_that_takes_too_long_is_cut_short() -> None:
    env = played_out(aec_env("maori", max_moves=7))

    assert env.truncations == {"seat_0": True, "seat_1": True}
    assert env.terminations == {"seat_0": False, "seat_1": False}
    assert env.rewards == {"seat_0": 0, "seat_1": 0}


def played_out(env: Any) -> Any:
    env.reset(seed=1)
    while not any((*env.truncations.values(), *env.terminations.values())):
        played(env, 1, 1)
    return env


def test_a_seed_determines_a_series_of_matches() -> None:
    def seeds(*given: int | None) -> list[str]:
        env = aec_env(GAMES["leduc"])
        matches = []
        for seed in given:
            env.reset(seed=seed)
            matches.append(env.table.match.seed)
        return matches

    first = seeds(7, None, None)
    assert len(set(first)) == 3
    assert seeds(7, None, None) == first
    assert seeds(None) != seeds(None)


def env_after(*actions: int) -> Any:
    env = aec_env(GAMES["tic_tac_toe"])
    env.reset(seed=1)
    for action in actions:
        env.step(action)
    return env


FAULTS: list[Any] = [
    (
        lambda: env_after(4, 4),
        IllegalMove,
        r"illegal move 'place b2': .* \(rule",
    ),
    (
        lambda: env_after(9),
        MatchError,
        "tic_tac_toe: expected an action that the mask of seat_0 allows, got 9",
    ),
    (lambda: env_after(-1), MatchError, "that the mask of seat_0 allows, got -1"),
    (lambda: env_after("b2"), MatchError, "that the mask of seat_0 allows, got 'b2'"),  # type: ignore[arg-type]  # a slip
    (lambda: aec_env("maori", seats=9), SetupError, "maori: expected 2-5 seats, got 9"),
    (lambda: aec_env("maori", side="moon"), SetupError, "maori: expected side="),
    (
        lambda: aec_env("maori", observations="bytes"),
        SetupError,
        "expected observations to be 'dict', 'vector' or 'parts', got 'bytes'",
    ),
    (
        lambda: parallel_env("maori", render_mode="rgb"),
        SetupError,
        "expected render_mode to be None, 'human' or 'ansi', got 'rgb'",
    ),
    (
        lambda: aec_env("maori", width=0),
        SetupError,
        "expected width to be a number from 1, got 0",
    ),
]


@pytest.mark.parametrize(("ask", "kind", "sentence"), FAULTS)
def test_an_error_is_one_clear_line(
    ask: Callable[[], object], kind: type[ParlourError], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence) as caught:
        ask()

    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("module", "library"), [(door, "pettingzoo"), (vector, "gymnasium.vector")]
)
def test_without_the_library_the_error_says_what_to_install(
    module: ModuleType, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'parlour\[pettingzoo\]'"):
        run_path(str(module.__file__))
