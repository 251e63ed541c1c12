"""The command ``parlour hello``."""

from typing import Annotated

import typer

import parlour


def hello(
    name: Annotated[str, typer.Argument(help="Who is greeted.")] = "you",
    game: Annotated[str, typer.Option("--game", help="The game to propose.")] = "tic_tac_toe",
) -> None:
    """Greet somebody, and propose a game.

    Examples:
      parlour hello
      parlour hello Ada --game leduc
    """
    title = parlour.load(game).title
    print(f"Hello {name}. Shall we play {title}? Then type: parlour play {game}")
