"""The settings of the bots, in a separate module: a list of bots does not load the bots."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from parlour.players.greedy import Errors
from parlour.players.values import ValueSource

HorizonSource: TypeAlias = Literal["values", "leaf"]
"""Source of the values of horizons: those of all states, or the leaf that the game ships."""


class AheadSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Budget of ``ahead`` for one move, one second unless limited; its errors and its values."""

    seconds: Annotated[float, Meta(ge=0, le=86_400, description="seconds a move")] = 0.0
    """Seconds by the clock; 0 sets no limit."""
    rollouts: Annotated[int, Meta(ge=0, description="rollouts a move; the bot then repeats")] = 0
    """Number of rollouts; 0 sets no limit. It makes the moves of one generator repeat."""
    errors: Errors = 0.0
    """Size of its errors about moves before it plays them on, as in ``GreedySettings``."""
    values: Annotated[ValueSource, Meta(description="how it values states")] = "heuristic"
    """Source of its values: the game's heuristic, or the weights that the game ships."""
    horizon: Annotated[HorizonSource, Meta(description="how it values horizons")] = "values"
    """Source of the values of horizons."""


class RegretSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Time to learn in; without either limit, one second."""

    seconds: Annotated[float, Meta(ge=0, le=86_400, description="seconds of learning")] = 0.0
    """Seconds by the clock; 0 sets no limit."""
    rounds: Annotated[int, Meta(ge=0, description="rounds of learning; the bot then repeats")] = 0
    """Number of rounds; in each one every seat learns once. 0 sets no limit."""


class SearchSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Budget of a search for one move, one second unless limited; its horizon and its values."""

    seconds: Annotated[float, Meta(ge=0, le=86_400, description="seconds a move")] = 0.0
    """Seconds by the clock; 0 sets no limit."""
    simulations: Annotated[
        int, Meta(ge=0, description="simulations a move; the bot then repeats")
    ] = 0
    """Number of simulations; 0 sets no limit. It makes the moves of one generator repeat."""
    rounds: Annotated[int, Meta(ge=1, le=100, description="rounds it plays on")] = 1
    """Number of rounds that a simulation plays on, in a game with values of states."""
    values: Annotated[ValueSource, Meta(description="how it values states")] = "heuristic"
    """Source of its values: the game's heuristic, or the weights that the game ships."""
    horizon: Annotated[HorizonSource, Meta(description="how it values horizons")] = "values"
    """Source of the values of horizons."""
