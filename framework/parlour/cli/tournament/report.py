"""``parlour tournament report``, and how a report is printed."""

import sys
from contextlib import ExitStack
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.arguments import Plain
from parlour.cli.errors import need
from parlour.cli.output import columns, print_json
from parlour.cli.tournament.arguments import TournamentFiles
from parlour.rules.one_line import visible

if TYPE_CHECKING:
    from parlour.tournament.analysis.report_model import TournamentReport
    from parlour.tournament.report.report_text import TextTable

EXAMPLES = (
    "parlour tournament report summer.tournament",
    "parlour tournament report summer.tournament --html summer.html",
    "parlour tournament report summer.tournament --json",
    "parlour tournament report spring.tournament summer.tournament",
)

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
    if json:
        print_json(found)
    else:
        print_report(found, plain=plain)


def print_report(found: "TournamentReport", *, plain: bool, brief: bool = False) -> None:
    """Print a report: with rich tables, or where it is to be ``plain`` with columns of text."""
    from parlour.terminal.screen import console
    from parlour.tournament.report.report_text import report_as_text

    for part in report_as_text(found, brief=brief):
        if isinstance(part, str):
            print("\n".join(_folded(visible(part))))
        elif plain:
            print("\n".join(columns(part.heads, part.rows)))
        else:
            console().print(_rich_table(part))


def _folded(line: str) -> list[str]:
    """Return a line folded between words to the width of a terminal; commands stay whole."""
    if not sys.stdout.isatty() or line.startswith(" "):
        return [line]
    width = get_terminal_size().columns
    return wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]


def _rich_table(table: "TextTable") -> object:
    from rich.table import Table

    drawn = Table(box=None, pad_edge=False)
    for place, head in enumerate(table.heads):
        # Figures stay whole; a long name goes on below itself.
        drawn.add_column(
            head,
            justify="right" if place >= table.names else "left",
            no_wrap=place >= table.names,
            overflow="fold",
        )
    for row in table.rows:
        drawn.add_row(*map(visible, row))
    return drawn


def _write(path: Path, text: str) -> None:
    from parlour.rules.one_line import writing

    with writing(path):
        path.write_text(text, encoding="utf-8")
    print(f"{path}: {len(text) // 1024:,} kB", file=sys.stderr)
