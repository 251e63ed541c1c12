"""``parlour tournament report``, and how a report is printed."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.arguments import Plain, times_text
from parlour.cli.output import columns, print_json
from parlour.cli.tournament.arguments import TournamentFiles, need
from parlour.rules.one_line import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.tournament.analysis.report_model import TournamentReport
    from parlour.tournament.plan.provenance import Provenance
    from parlour.tournament.report.report_text import TextTable

EXAMPLES = (
    "parlour tournament report summer.tournament",
    "parlour tournament report summer.tournament --html summer.html",
    "parlour tournament report summer.tournament --json",
    "parlour tournament report spring.tournament summer.tournament",
)

SHOWN = 12
"""Digits of a digest that are printed."""

ONE_PROCESS = (
    "Bots outside played many matches in one process (restart = false), and could remember what a "
    "block deals."
)
"""Warning of a report."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="PATH", help="Write one page that holds it all.")
]


def report(
    files: TournamentFiles, html: Html = None, json: Json = False, plain: Plain = False
) -> None:
    """Report the results of a tournament, also while it runs, or of several together.

    Contests of several files that have one name are one, and so are bots that have one
    name and the same command and files. A block that two files hold counts once.

    The page of --html can be read in any browser, without a network. What each figure
    means stands in docs/statistics.md.
    """
    need(("numpy", "scipy", "jinja2"))
    from parlour.tournament.analysis.analysis import analyse
    from parlour.tournament.report.report_html import report_as_html
    from parlour.tournament.run.several_files import SeveralFiles
    from parlour.tournament.run.store import Store

    with ExitStack() as opened:
        stores = [opened.enter_context(Store.open_file(file)) for file in files]
        store = stores[0] if len(stores) == 1 else SeveralFiles(stores)
        found = analyse(store)
        if html is not None:
            title = f"Tournament {', '.join(file.stem for file in files)}"
            _write(html, report_as_html(store, found, title))
        runs, plan = store.runs(), store.tournament.plan
    if json:
        print_json(found)
    else:
        print_report(found, plain=plain)
        _print_provenance(runs)
        if not plan.restart:
            print(f"\n{ONE_PROCESS}")


def print_report(found: "TournamentReport", *, plain: bool, brief: bool = False) -> None:
    """Print a report: with rich tables, or where it is to be ``plain`` with columns of text."""
    from parlour.terminal.screen import console
    from parlour.tournament.report.report_text import report_as_text

    for part in report_as_text(found, brief=brief):
        if isinstance(part, str):
            print(visible(part))
        elif plain:
            print("\n".join(columns(part.heads, part.rows)))
        else:
            console().print(_rich_table(part))


def _print_provenance(runs: "Sequence[Provenance]") -> None:
    """Print with what the tournament was played: a paragraph for each run that differed."""
    for run in runs:
        rules = ", ".join(f"{game} {version}" for game, version in run.rules.items())
        print(
            f"\nPlayed from {run.date} on with Parlour {run.release}, {run.python}, {run.machine}."
        )
        print(f"Versions of the rules: {rules}. Clock: {times_text(run.clock)}.")
        for bot in run.bots:
            told = f"{bot.hello} {bot.version}".strip()
            parts = [told and f"calls itself {told}", bot.digest and f"files {bot.digest[:SHOWN]}"]
            if any(parts):
                print(visible(f"{bot.name}: {', '.join(filter(None, parts))}"))


def _rich_table(table: "TextTable") -> object:
    from rich.table import Table

    drawn = Table(box=None, pad_edge=False)
    for place, head in enumerate(table.heads):
        # Figures stay whole; a long name goes on below itself.
        drawn.add_column(
            head, justify="right" if place else "left", no_wrap=bool(place), overflow="fold"
        )
    for row in table.rows:
        drawn.add_row(*map(visible, row))
    return drawn


def _write(path: Path, text: str) -> None:
    from parlour.rules.one_line import writing

    with writing(path):
        path.write_text(text, encoding="utf-8")
    print(f"{path}: {len(text) // 1024:,} kB", file=sys.stderr)
