"""The options of Maori."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """The variants of the rulebook; they combine freely."""

    variant: Annotated[
        Literal["basic", "advanced", "expert"],
        Meta(description="advanced and expert bind each player to a pawn (chapter 8)"),
    ] = "basic"
    side: Annotated[
        Literal["front", "atoll"],
        Meta(description="the side of the boards that is up (chapter 9)"),
    ] = "front"
