"""``parlour mcp``."""

from collections.abc import Sequence
from itertools import count
from typing import Annotated

import typer
from msgspec import Struct

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import explain_game_fault, table_settings
from parlour.cli.completion import complete_game
from parlour.cli.struct_options import Typed, with_options
from parlour.match import Game
from parlour.players import Level
from parlour.rules import MisuseError
from parlour.table import Surface, Table
from parlour.table.opening.tables import Tables, new_header
from parlour_adapters.assistant import AssistantTable


@with_options
def mcp(
    game: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...",
            help="Games that are offered, by name or path; all that are installed unless given.",
            autocompletion=complete_game,
        ),
    ] = None,
    level: Annotated[
        Level,
        typer.Option("--level", help="How well bots play, unless the assistant says otherwise."),
    ] = "hard",
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Seed of the matches' luck, one after another; random unless given.",
        ),
    ] = None,
    *,
    settings: Annotated[Typed, table_settings("times", "advice")],
) -> None:
    """Let an assistant play.

    A server of the Model Context Protocol at standard input and output, which the client of
    a language model starts. The assistant takes a seat against bots, and learns what that
    seat may know. parlour matches lists its matches. A seat at a table of parlour serve
    needs no command: the server itself answers assistants.

    Examples:
      parlour mcp
      parlour mcp maori ./my_game --level medium
    """
    try:
        from parlour_adapters.mcp_server import server
    except ModuleNotFoundError as missing:
        raise MisuseError(str(missing)) from None
    seat = _own_table(game or (), level, seed, settings)
    try:
        with explain_game_fault("parlour mcp"):
            server(seat).run("stdio")
    finally:
        seat.close()


def _own_table(
    games: Sequence[str], level: Level, seed: str | None, settings: Typed
) -> AssistantTable:
    """Return a table against bots."""
    catalog = Catalog()
    given = {found.id: found for found in map(catalog.game, games)}
    tables = Tables(catalog=catalog, surface=Surface.ASSISTANT, **settings)
    numbers = count(1)

    def begin(found: Game, who: Sequence[str], options: Struct) -> Table:
        luck = None if seed is None else f"{seed}:{next(numbers)}"
        return tables.create(found, new_header(found, who, options, luck))

    return AssistantTable(lambda: given or catalog.games(), begin, level)
