"""A game of Parlour is a game of OpenSpiel: its algorithms see what the seats may, and agree."""

import pickle
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from math import inf
from pathlib import Path
from runpy import run_path
from typing import Any

import msgspec
import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.algorithms import external_sampling_mccfr as mccfr
from open_spiel.python.policy import UniformRandomPolicy

from parlour.rules.errors import SetupError
from parlour_adapters import open_spiel as door
from parlour_adapters.open_spiel import register, spiel_game
from tests.adapters import exact
from tests.adapters.open_spiel_games import table_game
from tests.games import GAMES, LEDUC

BOARD = files("parlour_giants") / "boards/island31.toml"

UNIFORM = 2.373611111111111
"""Exploitability of random play, as OpenSpiel computes it for its own leduc_poker."""


def uniform(rules: Any) -> exact.Policy:
    def shares(state: Any, seat: int) -> Sequence[float]:
        moves = rules.moves(state, seat)
        return [1 / len(moves)] * len(moves)

    return shares


@pytest.mark.parametrize("name", ["connect_four", "leduc", "rapa_nui", "tic_tac_toe"])
def test_random_sim_test(name: str) -> None:
    pyspiel.random_sim_test(spiel_game(GAMES[name]), num_sims=1, serialize=False, verbose=False)


def test_worlds_are_sampled_for_a_search_that_is_told_a_seat_s_knowledge() -> None:
    game, random = spiel_game(LEDUC), np.random.RandomState(7)
    search = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, random), 2.0, 20, random_state=random
    )
    state = game.new_initial_state()
    cards = set()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
            continue
        seat = state.current_player()
        for _ in range(20):
            world = state.resample_from_infostate(seat, random.random_sample)
            assert world.information_state_string(seat) == state.information_state_string(seat)
            cards.add(world.match.state)
        state.apply_action(search.step(state))

    assert len(cards) > 2
    assert sum(state.returns()) == 0


@pytest.mark.matrix
def test_sampling_cfr_lowers_what_a_policy_can_lose() -> None:
    game = spiel_game(LEDUC)
    solver = mccfr.ExternalSamplingSolver(game, mccfr.AverageType.SIMPLE)
    np.random.seed(1)  # noqa: NPY002  the solver draws from it
    for _ in range(400):
        solver.iteration()

    assert exploitability.exploitability(game, solver.average_policy()) < UNIFORM


SETUPS = st.fixed_dictionaries(
    {},
    optional={
        "seats": st.integers(2, 5),
        "side": st.sampled_from(["front", "atoll"]),
        "variant": st.sampled_from(["basic", "expert"]),
        "width": st.integers(1, 40),
        "most_moves": st.integers(1, 12),
    },
).filter(lambda setup: (setup.get("seats"), setup.get("side")) != (5, "atoll"))
"""Setups of Maori, and settings of its door; the atoll seats four at most."""


@given(setup=SETUPS, places=st.lists(st.integers(0, 30), max_size=15))
@settings(deadline=None, max_examples=25)
def test_what_is_saved_of_a_registered_game_is_read_as_the_same_game(
    setup: dict[str, Any], places: list[int]
) -> None:
    """By its text, by OpenSpiel's own text, by a pickle, and from there once more."""
    register("maori")
    game = spiel_game("maori", **setup)
    state = game.new_initial_state()
    for place in places:
        if not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[place % len(legal)])
    kept = pyspiel.serialize_game_and_state(game, state)
    again = pyspiel.deserialize_game_and_state(kept)[1]
    states = [again, pickle.loads(pickle.dumps(state)), pickle.loads(pickle.dumps(again))]  # noqa: S301  ours

    assert pyspiel.load_game(str(game)).begun.header == game.begun.header
    for read in states:
        assert read.get_game().begun.header == game.begun.header
        assert str(read.get_game()) == str(game)
        assert (str(read), read.is_terminal()) == (str(state), state.is_terminal())
        assert told(read, 0) == told(state, 0)


def test_parameters_are_seats_options_and_the_version_of_the_rules() -> None:
    name = register("maori")
    game = pyspiel.load_game(name, {"players": 3, "side": "atoll"})

    assert (game.num_players(), game.begun.header.options["side"]) == (3, "atoll")
    with pytest.raises(SetupError, match="parlour_maori: expected version 1 of the rules, got 9"):
        pyspiel.load_game(name, {"rules_version": 9})


def test_another_game_by_a_registered_name_is_refused() -> None:
    """It would be read as the registered one."""
    assert register("maori") == "parlour_maori"
    other = spiel_game(replace(LEDUC, id="maori"))

    with pytest.raises(SetupError, match="expected one game parlour_maori, got another"):
        register(other.begun.game)
    with pytest.raises(SetupError, match="expected the game that is registered by this name"):
        pickle.dumps(other.new_initial_state())


def test_a_setup_that_parameters_cannot_hold_is_not_serialised(tmp_path: Path) -> None:
    """It would be read as another game; the state alone is read by its own game."""
    register("giants")
    (tmp_path / "mine.toml").write_text(BOARD.read_text())
    game = spiel_game("giants", board=str(tmp_path / "mine.toml"))
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])

    for keep in (
        lambda: pyspiel.serialize_game_and_state(game, state),
        lambda: pickle.dumps(state),
        lambda: pickle.dumps(game),
    ):
        with pytest.raises(SetupError, match=r"parlour_giants: expected .* got board_file; "):
            keep()
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'unkept'"):
        pyspiel.load_game(str(game))
    assert str(game.deserialize_state(state.serialize())) == str(state.clone()) == str(state)


def test_a_match_is_cut_short_where_openspiel_is_told_that_it_ends() -> None:
    game = spiel_game("giants", most_moves=5)
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal() and moves < 9:
        moves += not state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
        world = state.resample_from_infostate(0, lambda: 0.5)
        assert world.is_cut_short == state.is_cut_short

    assert (moves, game.max_game_length(), state.is_cut_short) == (5, 5, True)
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert (state.legal_actions(), state.returns()) == ([], [0, 0, 0])


@pytest.mark.parametrize(
    ("name", "length"), [("giants", 10_000), ("rapa_nui", 551), ("tic_tac_toe", 10_000)]
)
def test_openspiel_is_told_the_bound_that_a_game_names(name: str, length: int) -> None:
    assert spiel_game(GAMES[name]).max_game_length() == length


def test_exploitability_of_leduc_is_one_number_there_and_here() -> None:
    theirs, ours = pyspiel.load_game("leduc_poker"), spiel_game(LEDUC)
    at_our_table = table_game("leduc_poker")
    figures = {
        "their game there": exploitability.exploitability(theirs, UniformRandomPolicy(theirs)),
        "our game there": exploitability.exploitability(ours, UniformRandomPolicy(ours)),
        "our game here": exact.exploitability(LEDUC.rules, uniform(LEDUC.rules)),
        "their game here": exact.exploitability(at_our_table.rules, uniform(at_our_table.rules)),
    }

    assert figures == pytest.approx(dict.fromkeys(figures, UNIFORM))


def test_a_policy_that_is_found_there_is_as_good_here() -> None:
    game = spiel_game(LEDUC)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(5):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    shares: dict[Any, dict[str, float]] = {}
    for key, row in found.state_lookup.items():
        state, player = found.states[row], found.states[row].current_player()
        chosen = found.policy_for_key(key)
        texts = {n: state.action_to_string(player, n) for n in state.legal_actions()}
        shares[state.match.view(player)] = {text: chosen[n] for n, text in texts.items()}

    def policy(state: Any, seat: int) -> Sequence[float]:
        wanted = shares[LEDUC.rules.view(state, seat)]
        return [wanted[LEDUC.write_move(move)] for move in LEDUC.rules.moves(state, seat)]

    there = exploitability.exploitability(game, found)

    assert there == pytest.approx(exact.exploitability(LEDUC.rules, policy))
    assert there < UNIFORM / 1.5


def told(state: Any, player: int) -> tuple[str, str, Sequence[float]]:
    return (
        state.information_state_string(player),
        state.observation_string(player),
        state.observation_tensor(player),
    )


def dealt(*outcomes: int) -> Any:
    state = spiel_game(LEDUC).new_initial_state()
    for outcome in outcomes:
        state.apply_action(outcome)
    return state


@pytest.mark.parametrize("player", [0, 1])
def test_a_player_sees_what_the_seat_may_know(player: int) -> None:
    jack_queen, jack_king, queen_jack = dealt(0, 1), dealt(0, 2), dealt(1, 0)
    hidden = jack_king if player == 0 else dealt(2, 1)

    assert told(jack_queen, player) == told(hidden, player)
    assert told(jack_queen, player) != told(queen_jack, player)


def test_a_sealed_answer_is_not_seen() -> None:
    seen = []
    for place in (0, -1):
        state = spiel_game(GAMES["giants"]).new_initial_state()
        while state.is_chance_node():
            state.apply_action(0)
        state.apply_action(state.legal_actions()[place])
        seen.append(told(state, 1))

    assert seen[0] == seen[1]
    assert state.current_player() == 1


def test_an_information_state_remembers_what_an_observation_does_not_say() -> None:
    first, second = dealt(0, 1), dealt(0, 1)
    for state, names in ((first, ("call", "raise", "call")), (second, ("raise", "call"))):
        for name in names:
            state.apply_action(state.string_to_action(state.current_player(), name))
    seen, events = msgspec.json.decode(first.information_state_string(0))[1:]

    assert first.information_state_string(0) != second.information_state_string(0)
    assert seen == msgspec.json.decode(first.observation_string(0))[1]
    assert [event.get("move") for event in events][-3:] == ["call", "raise", "call"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tic_tac_toe", (2, 9, 0, -1.0, 1.0, 0.0, "PERFECT_INFORMATION", "ZERO_SUM")),
        ("leduc", (2, 3, 4096, -inf, inf, 0.0, "IMPERFECT_INFORMATION", "ZERO_SUM")),
        ("giants", (3, 4096, 4096, -1.0, 1.0, 0.0, "IMPERFECT_INFORMATION", "ZERO_SUM")),
    ],
)
def test_what_openspiel_is_told_of_a_game(name: str, expected: tuple[object, ...]) -> None:
    game = spiel_game(GAMES[name])
    kind = game.get_type()

    assert (
        game.num_players(),
        game.num_distinct_actions(),
        game.max_chance_outcomes(),
        game.min_utility(),
        game.max_utility(),
        game.utility_sum(),
        kind.information.name,
        kind.utility.name,
    ) == expected


def test_returns_are_rewards() -> None:
    state = spiel_game(GAMES["tic_tac_toe"]).new_initial_state()
    for square in (0, 3, 1, 4):
        state.apply_action(square)
    copy = state.clone()
    copy.apply_action(2)

    assert (state.returns(), copy.returns()) == ([0, 0], [1, -1])
    assert state.history() == [0, 3, 1, 4]
    assert state.action_to_string(0, 2) == "place c1"


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(SetupError, match="maori: expected 2-5 seats, got 9"):
        spiel_game("maori", seats=9)
    with pytest.raises(ValueError, match="expected no parameters of an observer"):
        spiel_game("maori").make_py_observer(None, {"depth": 1})
    nobody = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    with pytest.raises(ValueError, match="expected an observer of all that a seat may know"):
        spiel_game("maori").make_py_observer(nobody)


def test_without_the_library_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'parlour\[openspiel\]'"):
        run_path(str(door.__file__))
