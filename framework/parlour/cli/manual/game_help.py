"""Help of a command that takes a game: with the options of the game that is typed beside it."""

from typing import Any

import typer
from typer.core import TyperCommand

TYPED = "parlour.typed"
"""Key under which a context keeps the words behind the command."""


class GameCommand(TyperCommand):
    """A command whose help goes on with the game that is typed: ``parlour play maori --help``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep the words as they are typed, then read them."""
        ctx.meta[TYPED] = tuple(args)
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the options of the game, if one is named, before the examples."""
        for line in _options_of_typed(ctx.meta.get(TYPED, ())):
            formatter.write(f"{line}\n")
        super().format_epilog(ctx, formatter)


def _options_of_typed(words: tuple[str, ...]) -> list[str]:
    """Return the lines about the game that the first word names; none if there is no such."""
    if not words or words[0].startswith("-"):
        return ["", "The options of a game: parlour games GAME, or parlour play GAME --help"]
    from parlour.cli.commands.games import game_lines
    from parlour.plugins.catalog import Catalog
    from parlour.rules.errors import ParlourError

    try:
        return ["", *game_lines(Catalog().game(words[0]))]
    except (ParlourError, typer.BadParameter):
        return []
