"""The source of a bot's values: the game's heuristic, or the evaluation that it learned."""

from typing import Literal, TypeAlias

from parlour.match.game import Game
from parlour.players.values.evaluation import HeuristicValue, StateValue, learned_value
from parlour.players.values.weights import has_heuristic, read_weights
from parlour.rules.errors import SetupError
from parlour.rules.one_line import reading

ValueSource: TypeAlias = Literal["heuristic", "learned"]
"""Source of values: the game's own heuristic, or the weights that it ships."""


def value_of(game: Game, source: ValueSource = "heuristic") -> StateValue:
    """Return the value of states for a seat, in points, by the source that is named.

    Raises:
        SetupError: The game has no values of this source, or its weights do not fit it.
    """
    if source == "learned":
        if game.weights is None or game.features is None:
            raise SetupError(f"{game.id} has no learned values")
        name = f"{game.id}: {game.weights.name}"
        with reading(name, SetupError):
            raw = game.weights.read_bytes()
        return learned_value(game, read_weights(raw, game, name))
    if not has_heuristic(game):
        raise SetupError(f"{game.id} has no heuristic")
    return HeuristicValue(game)
