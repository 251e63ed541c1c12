"""``parlour tournament report``."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arguments import Plain
from parlour.cli.errors import Misuse
from parlour.cli.tournament.arguments import TournamentFile, need

EXAMPLES = (
    "parlour tournament report summer.tournament",
    "parlour tournament report summer.tournament --html summer.html",
    "parlour tournament report summer.tournament --json",
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="PATH", help="Write one page that holds it all.")
]


def report(
    file: TournamentFile, html: Html = None, json: Json = False, plain: Plain = False
) -> None:
    """Say what came of a tournament, also while it runs.

    The page of --html can be read in any browser, without a network. What each figure
    means stands in docs/statistics.md.
    """
    need(("numpy", "scipy", "jinja2"))
    from parlour.cli.tournament.tables import print_json, show
    from parlour.tournament.analysis.analysis import figures
    from parlour.tournament.report import page
    from parlour.tournament.run.store import Store

    with Store.opened(file) as store:
        found = figures(store)
        if html is not None:
            _write(html, page(store, found, f"Tournament {file.stem}"))
    if json:
        print_json(found)
    else:
        show(found, plain=plain)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise Misuse(f"{path}: cannot be written: {fault.strerror}") from None
    print(f"{path}: {len(text) // 1024:,} kB", file=sys.stderr)
