"""The settings of ``regret``, in a module of their own: a list of bots does not load the bot."""

from typing import Annotated

from msgspec import Meta, Struct


class RegretSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Time to learn in; without either limit, one second."""

    seconds: Annotated[float, Meta(ge=0, le=86_400, description="seconds of learning")] = 0.0
    """Seconds by the clock; 0 sets no limit."""
    rounds: Annotated[int, Meta(ge=0, description="rounds of learning; the bot then repeats")] = 0
    """Number of rounds; in each one every seat learns once. 0 sets no limit."""
