"""The settings of ``ahead``, in a separate module: a list of bots does not load the bot."""

from typing import Annotated

from msgspec import Meta, Struct

from parlour.players.greedy import Errors
from parlour.players.values import ValueSource


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
