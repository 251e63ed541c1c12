"""``parlour tournament serve``."""

from typing import Annotated

from parlour.cli.arguments import GamePath, catalog_given
from parlour.cli.output import need
from parlour.cli.struct_options import Fields, Typed, with_options
from parlour_tournament.commands.arguments import TournamentFiles
from parlour_web.commands.serve import NoBrowser, need_web
from parlour_web.options import OF_TABLES, ServerOptions


@with_options
def serve(
    files: TournamentFiles,
    options: Annotated[Typed, Fields(ServerOptions, without=OF_TABLES)],
    no_browser: NoBrowser = False,
    game: GamePath = None,
) -> None:
    """Serve the report of a tournament, also while it runs, with a table for each match.

    A match opens at its table in the browser, where you walk through it. What bots write
    on standard error is not shown.

    Examples:
      parlour tournament serve summer.tournament
    """
    need_web()
    need(("numpy", "scipy", "jinja2"))
    from parlour_tournament.playing.several_files import open_files
    from parlour_tournament.report.report_site import report_routes
    from parlour_web.commands.serving import serve_pages

    with open_files(files):
        pass  # what cannot be read is said before the server starts
    serve_pages(
        options,
        catalog_given(game),
        lambda store: report_routes(files, store),
        opens=not no_browser,
        first_page=lambda _, base: f"{base}/",
    )
