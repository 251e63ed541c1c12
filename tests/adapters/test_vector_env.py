"""Many matches at once are what Gymnasium makes of as many environments of PettingZoo."""

import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Space
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour_adapters
from parlour.rules.errors import MatchError, ParlourError, SetupError
from parlour_adapters import vector_env
from parlour_adapters.batch.workers import Worker
from parlour_adapters.pettingzoo import aec_env
from tests.games import GAMES

NAMES = ("leduc", "tic_tac_toe", "connect_four", "maori", "rapa_nui", "giants")
NO_ACTION = -1


class Row(gymnasium.Env[Any, Any]):  # type: ignore[misc]  # its types are not read
    """A match of PettingZoo's door, seen by the seat to act; the seats' rewards stand beside it."""

    def __init__(self, game: Any, **settings: Any) -> None:
        self.aec = aec_env(game, **settings)
        self.observation_space: Space[Any] = self.aec.observation_space("seat_0")
        self.action_space: Space[Any] = self.aec.action_space("seat_0")
        self.rewards: tuple[float, ...] = ()
        self.record = b""

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        self.aec.reset(seed)
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.aec.step(action)
        self.rewards = tuple(self.aec.rewards.values())
        self.record = self.aec.table.match.record()
        agent = self.aec.agent_selection
        done = self.aec.terminations[agent], self.aec.truncations[agent]
        seen, info = self._seen()
        return seen, 0.0, *done, info

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        seen, _, _, _, info = self.aec.last()
        return seen, {"seat": self.aec.seats[self.aec.agent_selection], **info}


def assert_same(one: Any, other: Any) -> None:
    """Compare trees of dicts and arrays."""
    if isinstance(one, Mapping):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, tuple) or (isinstance(one, np.ndarray) and one.dtype == object):
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    else:
        np.testing.assert_array_equal(one, other, strict=isinstance(one, np.ndarray))


def chosen(masks: Any, rng: Random, errors: float) -> Any:
    """Choose an action of each row at random; sometimes one that no mask allows."""
    legal = (rng.choice(np.flatnonzero(mask)) for mask in masks)
    return np.array([NO_ACTION if rng.random() < errors else action for action in legal])


@settings(max_examples=40, deadline=None)
@given(data=st.data(), name=st.sampled_from(NAMES), seed=st.integers(0, 2**40))
def test_matches_at_once_are_the_matches_of_pettingzoo_in_rows(
    data: st.DataObject, name: str, seed: int
) -> None:
    shape = data.draw(st.sampled_from(["dict", "vector"]))
    limits = {"max_moves": data.draw(st.sampled_from([None, 3, 7])), "illegal": "lose"}
    seats = data.draw(st.sampled_from(list(GAMES[name].seats)))
    errors = data.draw(st.sampled_from([0, 0.1]))
    setup: Any = {"seats": seats, "observations": shape, "width": 100, **limits}
    matches = data.draw(st.integers(1, 3))
    rows = [Row(GAMES[name], **setup) for _ in range(matches)]
    expected = SyncVectorEnv(
        [lambda row=row: row for row in rows],
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    env = vector_env(GAMES[name], matches, **setup)
    rng = Random(seed)
    for seeds in (seed, None):
        seen, infos = env.reset(seed=seeds)
        assert_same((seen, infos), expected.reset(seed=seeds))
        for _ in range(data.draw(st.integers(1, 30))):
            assert seen in env.observation_space
            masks = infos["action_mask"] if shape == "vector" else seen["action_mask"]
            actions = chosen(masks, rng, errors)
            seen, rewards, ended, cut, infos = env.step(actions)
            seen_there, _, ended_there, cut_there, infos_there = expected.step(actions)

            assert_same(seen, seen_there)
            assert_same(ended, ended_there)
            assert_same(cut, cut_there)
            assert_same(infos, infos_there)
            assert_same(rewards, np.array([row.rewards for row in rows]))
            for number in np.flatnonzero(ended | cut).tolist():
                last = env.last_match(number)
                assert last is not None
                assert last.record() == rows[number].record
    for place, row in enumerate(rows):
        assert env.match(place).record() == row.aec.table.match.record()


@settings(max_examples=6, deadline=None)
@given(
    name=st.sampled_from(NAMES),
    seed=st.integers(0, 2**40),
    shape=st.sampled_from(["dict", "vector"]),
    workers=st.integers(2, 3),
)
def test_workers_play_the_matches_that_one_process_plays(
    name: str, seed: int, shape: str, workers: int
) -> None:
    setup: Any = {"observations": shape, "width": 64, "illegal": "lose", "max_moves": 5}
    alone = vector_env(GAMES[name], 4, **setup)
    rng = Random(seed)
    with closing(vector_env(GAMES[name], 4, workers=workers, **setup)) as env:
        for options in ({}, {"reset_mask": np.array([True, False, False, True])}):
            seen, infos = alone.reset(seed=seed, options=options)
            assert_same(env.reset(seed=seed, options=options), (seen, infos))
            for _ in range(8):
                masks = infos["action_mask"] if shape == "vector" else seen["action_mask"]
                actions = chosen(masks, rng, 0.1)
                answer = alone.step(actions)
                assert_same(env.step(actions), answer)
                seen, *_, infos = answer
        for row in range(4):
            last, expected = env.last_match(row), alone.last_match(row)
            move = alone.decision(row).moves[0]
            assert env.match(row).record() == alone.match(row).record()
            assert (last and last.record()) == (expected and expected.record())
            assert env.action_of(row, move) == alone.action_of(row, move)
            assert env.decision(row) == alone.decision(row)
        assert env.texts() == alone.texts()


def with_workers() -> Any:
    env = vector_env(GAMES["leduc"], 4, workers=2)
    env.reset(seed=1)
    return env


def test_closing_ends_the_workers() -> None:
    env = with_workers()
    processes = env.processes
    env.close()

    assert [process.exitcode for process in processes] == [0, 0]
    with pytest.raises(MatchError, match="expected an environment that is not closed"):
        env.reset()


def test_a_worker_that_is_killed_ends_the_others_and_is_one_clear_error() -> None:
    env = with_workers()
    processes = env.processes
    processes[1].kill()
    processes[1].join(30)
    with pytest.raises(MatchError, match="leduc: the worker of matches 2 to 3 failed: it ended"):
        env.step([1, 1, 1, 1])

    assert processes[0].exitcode == 0


def test_an_error_in_a_worker_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(_: Worker) -> None:
        raise KeyError(0)

    monkeypatch.setattr(Worker, "step", step)
    env = with_workers()
    with pytest.raises(MatchError, match="matches 0 to 1 failed: KeyError: 0"):
        env.step([1, 1, 1, 1])


def test_workers_end_with_a_process_that_is_killed(tmp_path: Path) -> None:
    script = (
        "import sys, time\nfrom parlour_adapters import vector_env\n"
        "env = vector_env('maori', 2, workers=2)\n"
        "print(*[process.pid for process in env.processes], flush=True)\ntime.sleep(600)\n"
    )
    command = [sys.executable, "-c", script]
    with Popen(command, stdout=PIPE, text=True, cwd=tmp_path) as process:  # noqa: S603  our own script
        assert process.stdout is not None
        workers = process.stdout.readline().split()
        process.kill()
        # The pipe is at its end when the last process has closed it.
        assert process.stdout.read() == ""

    assert len(workers) == 2


def test_wrappers_of_gymnasium_add_up_what_a_learner_wins() -> None:
    env = RecordEpisodeStatistics(vector_env(GAMES["leduc"], 5, learner=1, max_moves=3))
    both = vector_env(GAMES["leduc"], 5, max_moves=3)
    rng = Random(2)
    seen, _ = env.reset(seed=3)
    both.reset(seed=3)
    won: list[float] = []
    for _ in range(40):
        actions = chosen(seen["action_mask"], rng, 0)
        seen, _, ended, cut, infos = env.step(actions)
        rewards = both.step(actions)[1]
        won += rewards[ended | cut, 1].tolist()
        if (ended | cut).any():
            assert_same(infos["episode"]["r"], rewards[:, 1])

    assert list(env.return_queue) == won
    assert min(won) < 0 < max(won)
    assert max(env.length_queue) == 3


def test_offers_are_among_the_actions_and_can_be_made() -> None:
    """Peek at a base: in Giants a seat may do so at any time (rule 8.1)."""
    rng = Random(4)
    env = vector_env(GAMES["giants"], 1)
    seen, _ = env.reset(seed=1)
    while not env.decision(0).offers:
        seen = env.step(chosen(seen["action_mask"], rng, 0))[0]
    question = env.decision(0)
    offer = question.offers[0]
    before = env.match(0)
    env.step([env.action_of(0, offer)])

    assert seen["action_mask"].sum() == len({*question.moves, *question.offers})
    assert question.moves == before.moves(question.seat)
    before.play(offer, question.seat)
    assert env.match(0).record() == before.record()
    after = env.decision(0)
    assert after.view == before.view(after.seat)


def test_some_matches_begin_again_and_the_others_go_on() -> None:
    env = vector_env(GAMES["leduc"], 3)
    env.reset(seed=[7, 8, 7])
    env.step([1, 1, 1])
    env.reset(seed=9, options={"reset_mask": np.array([True, False, False])})

    assert [env.match(row).seed for row in range(3)] == ["9:1", "8:1", "7:1"]
    moved = [[step.seat for step in env.match(row).steps][2:] for row in range(3)]
    assert moved == [[], [0], [0]]


def test_a_copy_goes_on_by_itself() -> None:
    env = vector_env(GAMES["leduc"], 4)
    seen, _ = env.reset(seed=3)
    rng = Random(5)
    for _ in range(6):
        seen = env.step(chosen(seen["action_mask"], rng, 0))[0]
    twin = deepcopy(env)
    actions = seen["action_mask"].argmax(axis=1)

    assert_same(twin.step(actions), env.step(actions))
    assert twin.match(2).record() == env.match(2).record()


def test_matches_are_drawn_where_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    env = vector_env(GAMES["tic_tac_toe"], 2, render_mode="ansi")
    env.reset(seed=1)
    shown = vector_env(GAMES["tic_tac_toe"], 2, render_mode="human")
    shown.reset(seed=1)

    assert env.render() == (env.match(0).text(0),) * 2
    assert shown.render() is None
    assert env.match(0).text(0) in capsys.readouterr().out


def begun(**settings: Any) -> Any:
    env = vector_env(GAMES["tic_tac_toe"], 2, **settings)
    env.reset(seed=1)
    return env


FAULTS: list[Any] = [
    (lambda: vector_env("leduc", 0), SetupError, "expected matches to be a number from 1, got 0"),
    (
        lambda: begun(observations="parts"),
        SetupError,
        "expected observations to be 'dict' or 'vector', got 'parts'",
    ),
    (
        lambda: vector_env("leduc", 2, learner=2),
        SetupError,
        "expected learner to be a seat from 0 to 1, got 2",
    ),
    (lambda: vector_env("maori", 2, 9), SetupError, "maori: expected 2-5 seats, got 9"),
    (
        lambda: vector_env("leduc", 2).step([0, 0]),
        MatchError,
        r"expected reset\(\) to be called first",
    ),
    (
        lambda: vector_env("leduc", 2).match(0),
        MatchError,
        r"expected reset\(\) to be called first",
    ),
    (
        lambda: begun().step([4, 9]),
        MatchError,
        "tic_tac_toe: expected an action that the mask of match 1 allows, got 9",
    ),
    (
        lambda: begun(workers=2).step([4, 9]),
        MatchError,
        "tic_tac_toe: expected an action that the mask of match 1 allows, got 9",
    ),
    (
        lambda: vector_env("leduc", 2, workers=3),
        SetupError,
        "expected workers to be a number from 1 to 2, got 3",
    ),
    (lambda: begun().step([4]), MatchError, "expected 2 actions, one for each match, got 1"),
    (lambda: begun().step(4), MatchError, "expected 2 actions, one for each match, got 1"),
    (lambda: begun().reset(seed=[1, 2, 3]), MatchError, "expected 2 seeds, one for each match"),
    (
        lambda: begun().reset(options={"reset_mask": [True]}),
        MatchError,
        "expected 2 entries of reset_mask, one for each match, got 1",
    ),
    (
        lambda: begun().action_of(0, GAMES["connect_four"].read_move("drop 1")),
        MatchError,
        "tic_tac_toe: expected a legal move of match 0, got",
    ),
]


@pytest.mark.parametrize(("ask", "kind", "sentence"), FAULTS)
def test_an_error_is_one_clear_line(
    ask: Callable[[], object], kind: type[ParlourError], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence) as caught:
        ask()

    assert "\n" not in str(caught.value)


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    env = begun()
    before = [env.match(row).record() for row in range(2)]
    with pytest.raises(MatchError):
        env.step([4, 9])

    assert [env.match(row).record() for row in range(2)] == before


def test_the_door_has_no_other_name() -> None:
    assert parlour_adapters.__all__ == ["vector_env"]
    with pytest.raises(AttributeError):
        _ = parlour_adapters.scalar_env  # type: ignore[attr-defined]
