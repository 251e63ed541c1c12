"""``parlour mcp``."""

from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.arguments import Clocks, times_given
from parlour.cli.completion import complete_game
from parlour.players.levels import Level

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from msgspec import Struct

    from parlour.match.game import Game
    from parlour.players.time_control import TimeControl
    from parlour.plugins.catalog import Catalog
    from parlour.table.session import Session

EXAMPLES = ("parlour mcp", "parlour mcp maori ./my_game --level medium")

Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME]...",
        help="Games that are offered, by name or path; all that are installed unless given.",
        autocompletion=complete_game,
    ),
]
OfLevel = Annotated[
    Level, typer.Option("--level", help="How well bots play, unless the assistant says otherwise.")
]
Seed = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT", help="Seed of the matches' luck, one after another; random unless given."
    ),
]


def mcp(
    game: Games = None, level: OfLevel = "hard", seed: Seed = None, clock: Clocks = None
) -> None:
    """Let an assistant play.

    A server of the Model Context Protocol at standard input and output, which the client of
    a language model starts. The assistant takes a seat against bots, and learns what that
    seat may know. Every match is kept with those of parlour play.
    """
    from parlour.cli.errors import blame_game
    from parlour.plugins.catalog import Catalog
    from parlour.rules.errors import MisuseError

    try:
        from parlour.adapters.mcp_server import server
    except ModuleNotFoundError as missing:
        raise MisuseError(str(missing)) from None
    from parlour.adapters.assistant import AssistantTable

    catalog = Catalog()
    given = {found.id: found for found in map(catalog.game, game or ())}
    table = AssistantTable(
        lambda: given or catalog.games(), _beginner(catalog, seed, times_given(clock)), level
    )
    try:
        with blame_game("parlour mcp"):
            server(table).run("stdio")
    finally:
        table.close()


def _beginner(
    catalog: "Catalog", seed: str | None, times: "TimeControl"
) -> "Callable[[Game, Sequence[str], Struct], Session]":
    """Return a function that begins a match and seats its players."""
    from functools import partial
    from itertools import count
    from os import urandom

    from parlour.cli.begin import begin_match
    from parlour.cli.record_paths import resume_command
    from parlour.match.record import header_of
    from parlour.table.seating import make_bots
    from parlour.table.session import Session

    seeds = (urandom(8).hex() if seed is None else f"{seed}:{number}" for number in count(1))

    def begin(game: "Game", who: "Sequence[str]", options: "Struct") -> Session:
        seat_bots = partial(make_bots, find_bots=catalog.bots)
        # Not new_match, which reads the files that options name: an assistant may name any.
        begun = begin_match(game, header_of(game, who, options, next(seeds)), seat_bots)
        command = partial(resume_command, game_paths=catalog.paths)
        return Session(*begun, times, resume_command=command)

    return begin
