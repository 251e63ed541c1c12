"""The settings of a match of Giants."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Each default is the German rulebook's."""

    leftover_moai: Literal["supply", "removed"] = "supply"
    """Where moais go that nobody carves: back to the supply, or out of the game (Italian)."""
    chief_actions: Literal["once", "per_tablet"] = "once"
    """How often a placed chief may act: once, or once for every tablet he breaks (Italian)."""
    immediate_scoring: bool = False
    """Whether a moai's points are counted when it is erected, and not at the end."""
    fast_start: bool = False
    """Whether everybody begins with two workers."""
    round_limit: Annotated[int, Meta(ge=0, le=1000)] = 0
    """After so many rounds the match ends at the latest; 0: it has no such end."""
    board: str = "island"
    """The board: a bundled one by its name, or the path of a file that ends in ``.toml``."""
