"""``parlour tournament report`` and ``parlour tournament export``."""

from typing import Annotated

import typer

from parlour.cli.arguments import Plain
from parlour.cli.tournament_arguments import TournamentFile, need

EXAMPLES_OF_REPORT = (
    "parlour tournament report summer.tournament",
    "parlour tournament report summer.tournament --html summer.html",
    "parlour tournament report summer.tournament --json",
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]


def report(file: TournamentFile, json: Json = False, plain: Plain = False) -> None:
    """Say what came of a tournament, also while it runs.

    What each figure means stands in docs/statistics.md.
    """
    need(("numpy", "scipy"))
    from parlour.cli.tournament_tables import print_json, show
    from parlour.tournament.reckoning import figures
    from parlour.tournament.store import Store

    with Store.opened(file) as store:
        found = figures(store)
    if json:
        print_json(found)
    else:
        show(found, plain=plain)
