"""Values: points that a state is worth for a seat, by the game's heuristic or by learned weights.

The learned evaluation is the weighed sum of a game's features. Its weights are a file of the game.
"""

from collections.abc import Callable, Sequence
from importlib.resources.abc import Traversable
from math import isfinite
from operator import mul
from typing import Literal, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from parlour.match import Game, Match, ValueFeatures
from parlour.players.world_errors import heuristic_error
from parlour.rules import (
    FlowError,
    Move,
    Over,
    Result,
    Rules,
    Seat,
    SetupError,
    State,
    decoder_problem,
    reading,
    share_beaten,
)

HEURISTIC = "heuristic"
"""Name of the feature that is the game's own heuristic."""

CONSTANT = "constant"
"""Name of the feature that is 1 in every state, so that the mean of the others does not matter."""

WIN = 100.0
"""Points that a win is worth beyond its lead, and a defeat costs: more than any hope.

Values in between are for seats that have beaten some of the others.
"""

ValueSource: TypeAlias = Literal["heuristic", "learned"]
"""Source of values: the game's own heuristic, or the weights that it ships."""


class StateValue(Protocol):
    """Value of states for a seat, in points; higher is better."""

    def __call__(self, state: State, seat: Seat, /) -> float:
        """Return the value of a state for a seat."""
        ...

    def weigh_moves(
        self, state: State, seat: Seat, moves: Sequence[Move], /
    ) -> Sequence[float | None]:
        """Return the value of the state after each move, or None if the move must be played."""
        ...


class Weight(Struct, frozen=True, forbid_unknown_fields=True):
    """Points that one unit of a feature is worth."""

    start: float
    """At the start of a match; throughout, if the features name no stage."""
    end: float
    """At the end of a match; between, the weight goes linearly with the stage."""


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of a learned evaluation, with all that it takes to make them again."""

    game: str
    rules_version: int
    release: str
    """Release of Parlour that trained them."""
    command: str
    """Command that trained them."""
    seed: str
    """Seed of the training matches."""
    matches: int
    """Number of training matches."""
    weights: dict[str, Weight]
    """Weight of each feature by its name, in the order of ``feature_names``."""
    format: Literal[1] = 1


AnyWeights = TypeVar("AnyWeights", bound=Weights)

Figures: TypeAlias = Callable[[State, Seat], tuple[float, ...]]
"""The features of a state for a seat, in the order of ``feature_names``."""


def has_heuristic(game: Game) -> bool:
    """Return whether a game's rules have a heuristic."""
    return type(game.rules).heuristic is not Rules.heuristic


def features_of(game: Game) -> ValueFeatures[State]:
    """Return the features that a game names.

    Raises:
        SetupError: It names no features.
    """
    if game.bots.features is None:
        raise SetupError(f"{game.id} names no features, which a learned evaluation weighs")
    return game.bots.features


def feature_names(game: Game) -> tuple[str, ...]:
    """Return the names of all that is weighed: the heuristic if any, the constant, the features.

    Raises:
        SetupError: The game names no features.
    """
    return (*(HEURISTIC,) * has_heuristic(game), CONSTANT, *features_of(game).names)


def figures_of(game: Game) -> Figures:
    """Return the function that works out all that is weighed, in the order of ``feature_names``.

    Raises:
        SetupError: The game names no features.
    """
    features = features_of(game).of
    if not has_heuristic(game):
        return lambda state, seat: (1.0, *features(state, seat))
    return lambda state, seat: (heuristic_value(game, state, seat), 1.0, *features(state, seat))


def heuristic_value(game: Game, state: State, seat: Seat) -> float:
    """Return the heuristic's value of a state for a seat; 0 if it does not know.

    Raises:
        HeuristicError: It returns something else than a finite number or None.
    """
    value = game.rules.heuristic(state, seat)
    if value is None:
        return 0.0
    try:
        is_value = isfinite(value)
    except TypeError:
        is_value = False
    if not is_value:
        raise heuristic_error(game, state, seat, value)
    return value


class HeuristicValue:
    """The values of a game's heuristic; 0 if it does not know."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._foregone = game.bots.foregone or _not_foregone
        self.weigh_moves = game.rules.weigh_moves

    def __call__(self, state: State, seat: Seat) -> float:
        """Return the heuristic's value of a state for a seat."""
        value = heuristic_value(self._game, state, seat)
        phases = state.phases
        is_over = phases and isinstance(phases[-1], Over)
        places = phases[-1].places if is_over else self._foregone(state)
        return value if places is None else value + win_value(self._game, places, seat)


class LearnedValue:
    """The evaluation by the weights of all features at the start and at the end of a match."""

    def __init__(self, game: Game, start: tuple[float, ...], end: tuple[float, ...]) -> None:
        self._game = game
        self._figures = figures_of(game)
        self._awaited = game.rules.awaited
        self._foregone = game.bots.foregone or _not_foregone
        self._stage = features_of(game).stage
        self._start = start
        self._change = tuple(last - first for first, last in zip(start, end, strict=True))

    def __call__(self, state: State, seat: Seat) -> float:
        """Return the value of a state for a seat, in points; a finished match has its result.

        Raises:
            FlowError: The game returns more or fewer features than it names.
        """
        result = self._awaited(state)
        if isinstance(result, Result):
            lead = result_value(self._game, state, result, seat)
            return lead + win_value(self._game, result.places, seat)
        if (places := self._foregone(state)) is not None:
            return heuristic_value(self._game, state, seat) + win_value(self._game, places, seat)
        amounts = self._figures(state, seat)
        if len(amounts) != len(self._start):
            expected = len(features_of(self._game).names)
            got = expected + len(amounts) - len(self._start)
            raise FlowError(f"{self._game.id}: expected {expected} features, got {got}")
        points: float = sum(map(mul, self._start, amounts))
        if self._stage is not None:
            points += self._stage(state) * sum(map(mul, self._change, amounts))
        return points

    def weigh_moves(self, state: State, seat: Seat, moves: Sequence[Move]) -> list[float | None]:
        """Return the value of moves that the game's rules weigh without playing them; else None.

        Such a move changes the heuristic by what the rules say, and no other feature.
        """
        known = self._game.rules.weigh_moves(state, seat, moves)
        if not has_heuristic(self._game) or all(value is None for value in known):
            return [None] * len(moves)
        weight = self._start[0]
        if self._stage is not None:
            weight += self._stage(state) * self._change[0]
        rest = self(state, seat) - weight * heuristic_value(self._game, state, seat)
        return [None if value is None else rest + weight * value for value in known]


def _not_foregone(_state: State) -> None:
    """Know no places before the end."""


def result_value(game: Game, state: State, result: Result, seat: Seat) -> float:
    """Return the value of a finished match for a seat: by the heuristic, else by its result.

    A heuristic values a finished match by its result; that is a law. Without one, a seat has its
    points if they count alone, or else its lead over the best of the other sides.
    """
    if has_heuristic(game):
        return heuristic_value(game, state, seat)
    if game.objective == "points":
        return float(result.scores[seat])
    sides = game.sides(len(result.scores))
    others = [
        score for score, side in zip(result.scores, sides, strict=True) if side != sides[seat]
    ]
    return float(result.scores[seat] - max(others, default=0))


def win_value(game: Game, places: Sequence[int], seat: Seat) -> float:
    """Return what the places at the end are worth to a seat beyond points, if there are others."""
    if game.objective not in {"places", "teams"} or len(places) == 1:
        return 0.0
    return WIN * (2 * share_beaten(tuple(places), game.sides(len(places)))[seat] - 1)


def heuristics(match: Match) -> tuple[float | None, ...]:
    """Return the heuristic's value of a match as it stands for each seat; None if unknown."""
    return tuple(match.game.rules.heuristic(match.state, seat) for seat in range(match.seats))


def read_weights(game: Game, file: Traversable | None, kind: type[AnyWeights]) -> AnyWeights:
    """Read a file of weights that a game ships, and check that they fit the game.

    Raises:
        SetupError: The game ships none, or it is no such file, or was trained for another game,
            other rules or features.
    """
    if file is None or game.bots.features is None:
        raise SetupError(f"{game.id} has no learned values")
    name = f"{game.id}: {file.name}"
    with reading(name, SetupError):
        raw = file.read_bytes()
    try:
        weights = msgspec.json.decode(raw, type=kind)
    except msgspec.DecodeError as fault:
        raise SetupError(f"{name}: no file of weights: {decoder_problem(fault)}") from None
    for what, want, got in (
        ("game", game.id, weights.game),
        ("rules", game.rules_version, weights.rules_version),
        ("features", ", ".join(feature_names(game)), ", ".join(weights.weights)),
    ):
        if want != got:
            raise SetupError(f"{name}: trained for other {what}: expected {want}, got {got}")
    return weights


def value_of(game: Game, source: ValueSource = "heuristic") -> StateValue:
    """Return the value of states for a seat, in points, by the source that is named.

    Raises:
        SetupError: The game has no values of this source, or its weights do not fit it.
    """
    if source == "learned":
        weights = read_weights(game, game.bots.weights, Weights).weights.values()
        start = tuple(weight.start for weight in weights)
        return LearnedValue(game, start, tuple(weight.end for weight in weights))
    if not has_heuristic(game):
        raise SetupError(f"{game.id} has no heuristic")
    return HeuristicValue(game)
