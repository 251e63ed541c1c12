"""``parlour mcp``."""

from collections.abc import Sequence
from itertools import count
from typing import Annotated

import typer
from msgspec import Struct

from parlour.adapters.assistant import AssistantTable
from parlour.cli.arguments import blame_game, table_settings
from parlour.cli.completion import complete_game
from parlour.cli.struct_options import Typed, with_options
from parlour.match.game import Game
from parlour.players.levels import Level
from parlour.plugins.catalog import Catalog
from parlour.rules.errors import MisuseError
from parlour.table.acts import Face
from parlour.table.opening.tables import Tables, new_header
from parlour.table.table import Table


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
    settings: Annotated[Typed, table_settings("times")],
) -> None:
    """Let an assistant play.

    A server of the Model Context Protocol at standard input and output, which the client of
    a language model starts. The assistant takes a seat against bots, and learns what that
    seat may know. Every match is saved with those of parlour play.

    Examples:
      parlour mcp
      parlour mcp maori ./my_game --level medium
    """
    try:
        from parlour.adapters.mcp_server import server  # noqa: PLC0415  an extra
    except ModuleNotFoundError as missing:
        raise MisuseError(str(missing)) from None
    catalog = Catalog()
    given = {found.id: found for found in map(catalog.game, game or ())}
    tables = Tables(catalog=catalog, face=Face.ASSISTANT, **settings)
    numbers = count(1)

    def begin(found: Game, who: Sequence[str], options: Struct) -> Table:
        luck = None if seed is None else f"{seed}:{next(numbers)}"
        return tables.create(found, new_header(found, who, options, luck))

    table = AssistantTable(lambda: given or catalog.games(), begin, level)
    try:
        with blame_game("parlour mcp"):
            server(table).run("stdio")
    finally:
        table.close()
