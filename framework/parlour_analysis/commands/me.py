"""``parlour me``."""

from typing import Annotated

import typer

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import AsJson, Language, settings_given
from parlour.cli.output import print_columns, print_json
from parlour.table.opening.saved_matches import saved_paths
from parlour.terminal.settings import load_settings
from parlour.words import say
from parlour_analysis.player_statistics import player_statistics


def me(
    name: Annotated[
        str | None,
        typer.Option(
            "--name",
            metavar="NAME",
            help="Your name in matches of several people; else of settings.",
        ),
    ] = None,
    json: AsJson = False,
    language: Language = None,
) -> None:
    """Show how you have done, by game and opponent.

    It counts the saved matches that are over: how many you won, your mean and best
    points, your moves and minutes in a match, and your seconds for a move. A match counts
    if you are the only person in it, or have this name. To resign is to lose.

    Examples:
      parlour me
      parlour me --name Anna
      parlour me --json
    """
    settings = load_settings() if json else settings_given(plain=None, language=language)
    wanted = settings.name if name is None else name
    found = player_statistics(saved_paths(), Catalog().game_named, wanted)
    if json:
        print_json(found)
        return
    if not found.games:
        print(say("done.none"))
        return
    for number, (heads, rows) in enumerate(found.tables()):
        print(*[""] * bool(number), sep="")
        print_columns(heads, rows, folded=len(heads))
