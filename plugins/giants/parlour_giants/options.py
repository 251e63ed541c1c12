"""The settings of a match of Giants."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options, with the German rulebook's way as each default."""

    leftover_moai: Annotated[
        Literal["supply", "removed"],
        Meta(
            description="where moais that nobody carves go: back into the supply, "
            "or out of the game (Italian; rule 3.5)"
        ),
    ] = "supply"
    chief_actions: Annotated[
        Literal["once", "per_tablet"],
        Meta(
            description="the times a placed chief may act: once, "
            "or for every tablet broken (Italian; rule 4.10)"
        ),
    ] = "once"
    immediate_scoring: Annotated[
        bool,
        Meta(description="moais score when they are erected, and not at the end (rule 7.3)"),
    ] = False
    fast_start: Annotated[
        bool, Meta(description="everybody begins with two workers (rule 1.2)")
    ] = False
    round_limit: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            description="the match ends after so many rounds at the latest; 0 is no limit "
            "(rule 7.4)",
        ),
    ] = 0
    rulings: Annotated[
        Literal["second", "first"],
        Meta(
            description="the answers to what the rulebooks leave open: those of this page, "
            "or the first ones, of release 0.1 (rule 7.7)"
        ),
    ] = "second"
    board: Annotated[
        str,
        Meta(
            description="an included board, or the path of a board's file that ends in .toml "
            "(rule 1.3)"
        ),
    ] = "island"
