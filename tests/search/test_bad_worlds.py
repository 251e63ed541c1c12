"""A bot that dies of a state that the game determinized says so, and where."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf, nan
from random import Random
from typing import Any

import pytest

from parlour import BotHints, Decision, Game, Move, Seat, State, Tell
from parlour.players.base import Player
from parlour.players.greedy import Greedy
from parlour.rules.errors import FlowError
from parlour.rules.rules import OpenView
from parlour_search.ahead.bot import Ahead
from parlour_search.search.bot import Search
from parlour_search.settings import AheadSettings, SearchSettings
from tests.broken_games.broken import worlds
from tests.broken_games.pots import Pots, Put, Putting, Rules, Valued, pots
from tests.broken_games.which_hand import Hide, variant


class Stuck(Putting, frozen=True):
    """A turn without a move."""

    def moves(self, state: Pots, seat: Seat) -> Sequence[Put]:
        return ()

    def play(self, state: Pots, seat: Seat, move: Put, tell: Tell) -> Pots:
        return Pots((Stuck(1, 2, "places"),), (move.coins,))


class Stranded(Rules):
    def determinize(self, view: OpenView[Pots], rng: Random) -> Pots:
        return Pots((Stuck(0, 2, "places"),), ())


class StuckNext(Putting, frozen=True):
    """A turn that leaves the next seat without a move."""

    def play(self, state: Pots, seat: Seat, move: Put, tell: Tell) -> Pots:
        return Pots((Stuck(1, 2, "places"),), (move.coins,))


class StrandedBeyond(Valued):
    def determinize(self, view: OpenView[Pots], rng: Random) -> Pots:
        return Pots((StuckNext(0, 2, "places"),), ())


class Odd(Valued):
    def __init__(self, value: Any, coins: int) -> None:
        super().__init__("places")
        self.odd = value, coins

    def heuristic(self, state: Pots, seat: Seat) -> float:
        """Return what is no number once so many seats have put in coins."""
        value, coins = self.odd
        return value if len(state.coins) == coins else 0.0


class Astray(Valued):
    def heuristic(self, state: Pots, seat: Seat) -> float:
        raise KeyError("coins")


def first_decision(game: Game) -> Decision:
    match = game.match(seats=2, seed=1)
    while len(match.moves(match.awaited.seats[0])) < 2:
        match.play(match.moves(match.awaited.seats[0])[0], match.awaited.seats[0])
    return match.ask(match.awaited.seats[0])


def searching(game: Game) -> Player:
    return Search(game, Random(1), SearchSettings(simulations=50))


def looking_ahead(game: Game) -> Player:
    return Ahead(game, Random(1), AheadSettings(rollouts=50))


def greedy(game: Game) -> Player:
    return Greedy(game, Random(1))


def lost(_state: State, _seat: Seat) -> Sequence[Move]:
    raise KeyError("coins")


def quick(quick_turn: Callable[[State, Seat], Sequence[Move]]) -> Game:
    return replace(pots("places", 2, Valued("places")), bots=BotHints(quick_turn=quick_turn))


@pytest.mark.parametrize(
    ("game", "bot", "said"),
    [
        pytest.param(
            pots("places", 2, Stranded("places")),
            searching,
            r"pots: a state determinized for seat 0 awaits seat \d in Stuck but gives it no move "
            r"\(at test_bad_worlds\.py:\d+\)",
            id="no move",
        ),
        pytest.param(
            variant(worlds.UnplayableWorld()),
            searching,
            r"which_hand: a state determinized for seat \d raises TypeError in Guessing: .* "
            r"\(at which_hand\.py:\d+\)",
            id="a state that cannot be played",
        ),
        pytest.param(
            pots("places", 2, Astray("places")),
            greedy,
            r"pots: a state determinized for seat 0 raises KeyError in \w+: 'coins' "
            r"\(at test_bad_worlds\.py:\d+\)",
            id="a heuristic that fails",
        ),
        pytest.param(
            pots("places", 2, Odd("good", 1)),
            greedy,
            r"pots: the heuristic, for seat 0 in Putting, returns 'good', expected a finite number "
            r"or None \(at test_bad_worlds\.py:\d+\)",
            id="a heuristic in words",
        ),
        pytest.param(
            pots("places", 2, Odd(nan, 1)),
            greedy,
            r"pots: the heuristic, for seat 0 in Putting, returns nan, expected a finite number "
            r"or None \(at test_bad_worlds\.py:\d+\)",
            id="a heuristic without a number",
        ),
        pytest.param(
            pots("places", 2, Odd(inf, 2)),
            looking_ahead,
            r"pots: the heuristic, for seat 1 in Over, returns inf, expected a finite number "
            r"or None \(at test_bad_worlds\.py:\d+\)",
            id="a heuristic without an end",
        ),
        pytest.param(
            pots("places", 2, StrandedBeyond("places")),
            looking_ahead,
            r"pots: a state determinized for seat 0 awaits seat 1 in Stuck but gives it no move "
            r"\(at test_bad_worlds\.py:\d+\)",
            id="no move in a rollout",
        ),
        pytest.param(
            quick(lost),
            looking_ahead,
            r"pots: BotHints\.quick_turn, for seat 1 in Putting, raises KeyError: "
            r"'coins' \(at test_bad_worlds\.py:\d+\)",
            id="a quick turn that fails",
        ),
        pytest.param(
            quick(lambda _state, _seat: (Hide(0),)),
            looking_ahead,
            r"pots: BotHints\.quick_turn, for seat 1 in Putting, names Hide\(hand=0\), which is "
            r"illegal \(at test_bad_worlds\.py:\d+\)",
            id="a quick turn of an illegal move",
        ),
    ],
)
def test_the_game_the_phase_the_seat_and_the_line_are_named(
    game: Game, bot: Callable[[Game], Player], said: str
) -> None:
    decision = first_decision(game)
    with pytest.raises(FlowError, match=f"^{said}$"):
        bot(game).choose(decision)
