"""The options of Maori."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The variants of the rulebook; they combine freely."""

    variant: Literal["basic", "advanced", "expert"] = "basic"
    """``advanced`` and ``expert`` bind each player to a pawn (chapter 8)."""

    side: Literal["front", "atoll"] = "front"
    """Which side of the boards is up (chapter 9)."""
