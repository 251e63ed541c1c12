"""The settings of ``search``, in a separate module: a list of bots does not load the bot."""

from typing import Annotated

from msgspec import Meta, Struct

from parlour.players.values import ValueSource


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
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
