"""The leaf: the end of a match as features let expect it, for the horizons of ahead and search.

It is fitted to positions that were played. So it predicts, and is not to be greedy about: a maximum
over moves that nobody makes finds its errors.
"""

from collections.abc import Sequence
from operator import mul

from parlour.match import Game
from parlour.players import Weight, Weights, features_of, figures_of
from parlour.players.values import read_weights, win_value
from parlour.rules import Result, Seat, State
from parlour_search.settings import HorizonSource


class LeafWeights(Weights, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Weights of a leaf, with all that it takes to make them again."""

    turn: Weight
    """Points for the seat whose turn is next; the last seat to move has as many less."""
    width: Weight
    """Width that turns a lead into a chance of winning, as in ``WinChance``."""


class Leaf:
    """The points that each seat will probably end with, less the mean of all seats."""

    def __init__(self, game: Game, seats: int) -> None:
        """Value states of matches with so many seats, by the weights that a game ships.

        Raises:
            SetupError: The game ships none, or its file does not fit it.
        """
        weights = read_weights(game, game.bots.leaf, LeafWeights)
        self._game = game
        self._rules = game.rules
        self._seats = range(seats)
        self._figures = figures_of(game)
        self._stage = features_of(game).stage or _at_start
        self._foregone = game.bots.foregone
        self._weights = [*weights.weights.values()]
        self._turn = weights.turn
        self._width = weights.width
        self._state: State | None = None
        """State that was valued last."""
        self._values: Sequence[float] = ()
        """Value of each seat there."""

    def __call__(self, state: State, seat: Seat) -> float:
        """Return the value of a state for a seat, in points; a win is worth more than any lead."""
        if state is not self._state:
            self._values = self._valued(state)
            self._state = state
        return self._values[seat]

    def width(self, state: State) -> float:
        """Return the width in a state, in points."""
        return _at(self._width, self._stage(state))

    def _valued(self, state: State) -> Sequence[float]:
        awaited = self._rules.awaited(state)
        if isinstance(awaited, Result):
            return self._with_wins(less_mean(awaited.scores), awaited.places)
        stage = self._stage(state)
        weights = [_at(weight, stage) for weight in self._weights]
        figures = [self._figures(state, seat) for seat in self._seats]
        values = less_mean([sum(map(mul, weights, of_seat)) for of_seat in figures])
        places = None if self._foregone is None else self._foregone(state)
        if places is not None:
            return self._with_wins(values, places)
        next_seat = self._rules.turn_of(state)
        if next_seat is None:
            return values
        turn = _at(self._turn, stage)
        order = turn_order(next_seat, len(values))
        return [value + turn * place for value, place in zip(values, order, strict=True)]

    def _with_wins(self, values: Sequence[float], places: Sequence[int]) -> Sequence[float]:
        return [own + win_value(self._game, places, seat) for seat, own in enumerate(values)]


def leaf_for(game: Game, seats: int, source: HorizonSource) -> Leaf | None:
    """Return the leaf for matches with so many seats if it is the source of values of horizons.

    Raises:
        SetupError: The game ships none, or its file does not fit it.
    """
    return Leaf(game, seats) if source == "leaf" else None


def less_mean(points: Sequence[float]) -> list[float]:
    """Return points less the mean of all."""
    mean = sum(points) / len(points)
    return [own - mean for own in points]


def turn_order(next_seat: Seat, seats: int) -> list[float]:
    """Return 1 for the seat whose turn is next, -1 for the last, and even steps between."""
    steps = max(1, seats - 1)
    return [1 - 2 * ((seat - next_seat) % seats) / steps for seat in range(seats)]


def _at(weight: Weight, stage: float) -> float:
    return weight.start + stage * (weight.end - weight.start)


def _at_start(_state: State) -> float:
    """Return the start: the game names no stage."""
    return 0.0
