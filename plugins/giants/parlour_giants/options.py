"""The settings of a match of Giants."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options, with the German rulebook's way as each default."""

    leftover_moai: Literal["supply", "removed"] = "supply"
    """Where moais that nobody carves go: back into the box, or out of the game (Italian; 3.5)."""
    chief_actions: Literal["once", "per_tablet"] = "once"
    """The times a placed chief may act: once, or for every tablet broken (Italian; rule 4.10)."""
    immediate_scoring: bool = False
    """Whether a moai's points count when it is erected, and not at the end (rule 7.3)."""
    fast_start: bool = False
    """Whether everybody begins with two workers (rule 1.2)."""
    round_limit: Annotated[int, Meta(ge=0, le=1000)] = 0
    """The number of rounds after which the match ends at the latest; 0 is no limit (rule 7.4)."""
    board: str = "island"
    """The name of a bundled board, or the path of a file that ends in ``.toml`` (rule 1.3)."""
