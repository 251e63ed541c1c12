"""``parlour league``."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arguments import AsJson, GamePath, catalog_given
from parlour.cli.output import FAILED, INTERRUPTED, need, print_json
from parlour.cli.struct_options import Fields, Typed, with_options
from parlour.rules import visible
from parlour_league.league import League
from parlour_tournament.commands.progress import played_on_screen
from parlour_tournament.plan import Loader, Resources
from parlour_web.commands.serve import NoBrowser, need_web
from parlour_web.options import OF_TABLES, ServerOptions

LeagueFolder = Annotated[
    Path,
    typer.Argument(
        metavar="FOLDER",
        help="A folder with league.toml, and a folder for each bot.",
        exists=True,
        file_okay=False,
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


@with_options
def run(
    folder: LeagueFolder, resources: Resources, game: GamePath = None, quiet: Quiet = False
) -> None:
    """Run a league: a pool of bots that come as folders.

    The games stand in FOLDER/league.toml, as in the plan of a tournament. Each folder
    with a bot.toml is a bot. A new folder, and one that has changed, is a submission: it
    is copied, and tested against the last version of the bot before it joins the pool.
    The word 'run' may be left out.

    Bots run in a sandbox only. Ctrl-C stops; the same command goes on.

    Examples:
      parlour league club
      parlour league run club --time 8h --executor dask://10.0.0.1:8786
    """
    need(("numpy", "scipy"))
    loader = Loader(catalog_given(game))
    with played_on_screen(loader, resources, shown=not quiet) as (plays, request):
        League(folder, loader).run(plays, request, ignored if quiet else print_sentence)
    if request.finish:
        raise typer.Exit(INTERRUPTED)


@with_options
def test(
    bot: Annotated[
        Path,
        typer.Argument(
            metavar="BOT", help="The folder of a bot, with bot.toml.", exists=True, file_okay=False
        ),
    ],
    resources: Resources,
    league: Annotated[
        Path | None, typer.Option("--league", metavar="FOLDER", help="The folder of the league.")
    ] = None,  # noqa: PT028  a command, and no test of pytest
    game: GamePath = None,  # noqa: PT028
    quiet: Quiet = False,  # noqa: PT028
    json: AsJson = False,  # noqa: PT028
) -> None:
    """Test a bot's folder as a league would, and change nothing there.

    It meets the version of the bot that takes part in the league, which is the folder
    that BOT lies in unless --league names another. Exit code 0 says that it is better, or
    that it plays well if none takes part; 1 that it is not, 130 that the time was up.

    Examples:
      parlour league test club/mine
      parlour league test club/mine --json
    """
    need(("numpy", "scipy"))
    loader = Loader(catalog_given(game))
    with played_on_screen(loader, resources, shown=not (quiet or json)) as (plays, _):
        rival, why = League(league or bot.absolute().parent, loader).try_out(bot, plays)
    if why is None:
        raise typer.Exit(INTERRUPTED)
    if json:
        print_json({"rival": rival, "may_join": not why, "why": why})
    elif not quiet:
        print_sentence(why or f"It may join: it has passed against {rival}.")
    if why:
        raise typer.Exit(FAILED)


@with_options
def serve(
    folder: LeagueFolder,
    options: Annotated[Typed, Fields(ServerOptions, without=OF_TABLES)],
    no_browser: NoBrowser = False,
    game: GamePath = None,
) -> None:
    """Serve the pages of a league.

    There are a leaderboard and a page for each bot, and every match opens at a table, also
    while the league is played. What bots write on standard error is shown to those alone who open
    the link that is printed.

    Examples:
      parlour league serve club --no-browser
    """
    need_web()
    need(("numpy", "scipy"))
    from parlour_league.league_site import LeagueSite
    from parlour_web.commands.serving import serve_pages

    catalog = catalog_given(game)
    league = League(folder, Loader(catalog))
    serve_pages(
        options,
        catalog,
        lambda store: LeagueSite(league, store).routes(),
        opens=not no_browser,
    )


def print_sentence(sentence: str) -> None:
    """Print a sentence at once."""
    print(visible(sentence), flush=True)


def ignored(_: str) -> None:
    """Do nothing with a sentence."""
