"""The settings of a match of Giants."""

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from parlour import SetupError
from parlour_giants.board import BoardError, digest, read_board
from parlour_giants.editions import (
    EDITIONS,
    FORMER_GERMAN,
    FORMER_ITALIAN,
    Edition,
    EditionRules,
)

UNLISTED = {"listed": False}
"""Marks an option that records hold and that no list of options shows."""


class Options(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """The options. A single option that says ``edition`` leaves its point to the rulebook."""

    edition: Annotated[
        Edition,
        Meta(description="the rulebook that is followed where the two differ (rule 9.1)"),
    ] = "german"
    leftover_moai: Annotated[
        Literal["edition", "supply", "removed"],
        Meta(
            description="where moais that nobody carves go: as the edition has it, back into the "
            "supply (German), or out of the game (Italian; rule 9.3)"
        ),
    ] = "edition"
    chief_actions: Annotated[
        Literal["edition", "once", "per_tablet"],
        Meta(
            description="the times a placed chief may act: as the edition has it, once (German), "
            "or for every tablet broken (Italian; rule 9.4)"
        ),
    ] = "edition"
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
        Literal["fourth", "third", "second", "first"],
        Meta(
            description="the answers to what the rulebooks leave open: those of this page, "
            "or earlier ones, by which older records go on (rules 7.7 and 9.6)",
            extra=UNLISTED,
        ),
    ] = "fourth"
    board: Annotated[
        str,
        Meta(
            description="an included board, or the path of a board's file that ends in .toml "
            "(rule 1.3)"
        ),
    ] = "island31"
    board_digest: Annotated[
        str,
        Meta(description="the SHA-256 digest of the board's file", extra=UNLISTED),
    ] = ""
    board_file: Annotated[
        str,
        Meta(description="the text of the board's file", extra=UNLISTED),
    ] = ""

    @property
    def island(self) -> str:
        """The board as ``board.board`` takes it: the name of an included one, or a file's text."""
        return self.board_file or self.board

    @property
    def edition_rules(self) -> EditionRules:
        """The rulebook to follow, with the single options instead of the book's (rule 9.1)."""
        return _edition_rules(self)


@lru_cache(maxsize=32)
def _edition_rules(options: Options) -> EditionRules:
    rules = _book(options)
    if options.leftover_moai != "edition":
        rules = replace(rules, leftover_moai=options.leftover_moai)
    if options.chief_actions != "edition":
        rules = replace(rules, chief_actions=options.chief_actions)
    return rules


def _book(options: Options) -> EditionRules:
    """Return the rules of the edition, as the rulings read it (rules 7.7 and 9.6)."""
    if options.edition == "italian":
        return FORMER_ITALIAN if options.rulings in {"first", "second"} else EDITIONS["italian"]
    return EDITIONS["german"] if options.rulings == "fourth" else FORMER_GERMAN


def with_board(options: Options) -> Options:
    """Put the board into the options where they name its file (rule 1.3).

    Raises:
        SetupError: The file cannot be read.
    """
    if not options.board.endswith(".toml") or options.board_file:
        return options
    path = Path(options.board)
    try:
        text = read_board(path)
    except BoardError as fault:
        raise SetupError(f"board '{path}': {fault}") from None
    return replace(options, board=path.name, board_file=text, board_digest=digest(text))
