"""Exact values of small ends: known truths of tic-tac-toe, and what may be looked at."""

from math import inf
from random import Random
from typing import Any

import pytest

from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.players.search.bot import Search
from parlour.players.search.budget import Settings
from parlour.players.tree.endgame import EndgameSolver, OutOfPositions, is_small
from parlour.players.tree.objective import WinShare
from tests.games import CONNECT_FOUR, TIC_TAC_TOE

RULES = TIC_TAC_TOE.rules


def played(game: Game, moves: str) -> Any:
    """Return the state after moves in turn, as they are written."""
    state = game.rules.begin(2, None)
    for text in moves.split():
        seat = game.rules.awaited(state).seats[0]
        verb = "place" if game is TIC_TAC_TOE else "drop"
        state = game.rules.play(state, seat, game.move_notation.read(f"{verb} {text}"))
    return state


def ends(positions: int) -> EndgameSolver:
    return EndgameSolver(RULES, WinShare().at_end, positions, inf)


@pytest.mark.parametrize(
    ("moves", "value"),
    [
        pytest.param("", 0.5, id="the empty board is a draw"),
        pytest.param("a1", 0.5, id="a corner is answered by the centre"),
        pytest.param("a1 b1", 1.0, id="a corner wins against the edge beside it"),
        pytest.param("a1 c3", 1.0, id="a corner wins against the corner opposite"),
        pytest.param("b1 a2", 1.0, id="an edge wins against an edge beside it"),
        pytest.param("b1 b3", 0.5, id="an edge draws against the edge opposite"),
        pytest.param("a1 b2 c3 a3", 1.0, id="opposite corners win against a third"),
        pytest.param("a1 b2 c3 b1", 0.5, id="opposite corners are held by an edge"),
        pytest.param("a1 a2 b1 b2", 1.0, id="a row is completed"),
        pytest.param("a1 a2 b1 b2 c1", 1.0, id="a match that is over"),
    ],
)
def test_positions_have_the_values_that_are_known(moves: str, value: float) -> None:
    """Values for the seat that began; 1 wins, ½ is a draw."""
    state = played(TIC_TAC_TOE, moves)

    assert ends(10_000).value(state, 0, 0.0, 1.0) == value
    assert ends(10_000).value(state, 1, 0.0, 1.0) == 1 - value


def test_a_value_outside_the_window_is_a_bound() -> None:
    assert ends(10_000).value(played(TIC_TAC_TOE, ""), 0, 0.5, 1.0) <= 0.5


def test_no_more_positions_are_looked_at_than_are_allowed() -> None:
    with pytest.raises(OutOfPositions):
        ends(50).value(played(TIC_TAC_TOE, ""), 0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("game", "moves", "positions", "small"),
    [
        pytest.param(TIC_TAC_TOE, "", 4000, True, id="9! lines are small for 4,000 positions"),
        pytest.param(TIC_TAC_TOE, "", 40, False, id="and not for 40"),
        pytest.param(TIC_TAC_TOE, "a1 b2 c3 a3", 40, True, id="5! lines are small for 40"),
        pytest.param(CONNECT_FOUR, "", 200_000, False, id="connect four is not"),
    ],
)
def test_an_end_is_small_by_its_lines(game: Game, moves: str, positions: int, small: bool) -> None:
    assert is_small(game.rules, played(game, moves), Random(1), positions) is small


@pytest.mark.parametrize("seed", range(5))
def test_an_end_solved_after_few_simulations_tells_the_values_of_its_moves(seed: int) -> None:
    """After two opposite corners round the centre, the other corners lose and the edges hold."""
    state = played(TIC_TAC_TOE, "a1 b2 c3")
    search = Search(TIC_TAC_TOE, Random(seed), Settings(simulations=30))
    found = search.prospects(Decision(1, RULES.view(state, 1), RULES.moves(state, 1)))
    values = {TIC_TAC_TOE.move_notation.write(p.move)[-2:]: p.value for p in found if not p.error}

    assert all(p.value <= found[0].value for p in found)
    assert values[TIC_TAC_TOE.move_notation.write(found[0].move)[-2:]] == 0.5
    assert {"a3", "c1"}.isdisjoint(text for text, value in values.items() if value > 0)
