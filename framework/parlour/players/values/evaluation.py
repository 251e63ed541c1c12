"""The learned evaluation: the weighed sum of a game's features, in points of its result."""

from collections.abc import Callable
from operator import mul
from typing import Any, TypeAlias

from parlour.match.game import Game
from parlour.players.values.weights import Weights, feature_names, has_heuristic
from parlour.rules.answers import Result
from parlour.rules.errors import SetupError
from parlour.rules.seats import Seat

StateValue: TypeAlias = Callable[[Any, Seat], float]
"""Value of a state for a seat, in points; higher is better."""

Figures: TypeAlias = Callable[[Any, Seat], tuple[float, ...]]
"""The features of a state for a seat, in the order of ``feature_names``."""


def figures_of(game: Game) -> Figures:
    """Return the function that works out all that is weighed, in the order of ``feature_names``.

    Raises:
        SetupError: The game names no features.
    """
    if game.features is None:
        raise SetupError(f"{game.id} names no features, which a learned evaluation weighs")
    own, heuristic = game.features.of, game.rules.heuristic
    if not has_heuristic(game):
        return lambda state, seat: (1.0, *own(state, seat))
    return lambda state, seat: (heuristic(state, seat) or 0.0, 1.0, *own(state, seat))


def learned_value(game: Game, weights: Weights) -> StateValue:
    """Return the evaluation by ``weights``; the value of a finished match is its result."""
    order = [weights.weights[name] for name in feature_names(game)]
    start = tuple(weight.start for weight in order)
    return weighed_value(game, start, tuple(weight.end for weight in order))


def weighed_value(game: Game, start: tuple[float, ...], end: tuple[float, ...]) -> StateValue:
    """Return the evaluation by the weights of all features at the start and at the end."""
    figures, awaited = figures_of(game), game.rules.awaited
    stage = game.features.stage if game.features else None
    change = tuple(last - first for first, last in zip(start, end, strict=True))

    def value(state: Any, seat: Seat) -> float:
        result = awaited(state)
        if isinstance(result, Result):
            return result_value(game, state, result, seat)
        amounts = figures(state, seat)
        points: float = sum(map(mul, start, amounts))
        if stage is not None:
            points += stage(state) * sum(map(mul, change, amounts))
        return points

    return value


def result_value(game: Game, state: Any, result: Result, seat: Seat) -> float:
    """Return the value of a finished match for a seat: by the heuristic, else by its result.

    A heuristic values a finished match by its result; that is a law. Without one, a seat has its
    points where they count alone, else its lead over the best of the other sides.
    """
    if has_heuristic(game):
        return game.rules.heuristic(state, seat) or 0.0
    if game.objective == "points":
        return float(result.scores[seat])
    scores, sides = result.scores, game.sides(len(result.scores))
    others = [score for score, side in zip(scores, sides, strict=True) if side != sides[seat]]
    return float(scores[seat] - max(others, default=0))
