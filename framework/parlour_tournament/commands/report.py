"""``parlour tournament report``."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arguments import AsJson, Plain, is_plain
from parlour.cli.output import need, print_json
from parlour.rules import writing
from parlour_tournament.commands.arguments import TournamentFiles


def report(
    files: TournamentFiles,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="PATH", help="Write one page that holds it all."),
    ] = None,
    json: AsJson = False,
    brief: Annotated[
        bool, typer.Option("--brief", help="Print the standings only, a line for each bot.")
    ] = False,
    anchor: Annotated[
        list[str] | None,
        typer.Option(
            "--anchor", metavar="BOT=ELO", help="Fix the Elo of a bot. The first is the reference."
        ),
    ] = None,
    plain: Plain = None,
) -> None:
    """Report the results of a tournament, also while it runs, or of several together.

    Contests of several files that have one name are one, and so are bots that have one
    name and the same command and files. A match that two files hold counts once.

    The page of --html can be read in any browser, without a network. What each figure
    means stands in docs/statistics.md.

    Examples:
      parlour tournament report summer.tournament
      parlour tournament report summer.tournament --brief
      parlour tournament report summer.tournament --html summer.html
      parlour tournament report summer.tournament --json
      parlour tournament report summer.tournament --anchor uniform=0
      parlour tournament report spring.tournament summer.tournament
    """
    need(("numpy", "scipy", "jinja2"))
    from parlour_tournament.analysis.analysis import analyse, with_anchors
    from parlour_tournament.commands.printing import print_report
    from parlour_tournament.playing.several_files import open_files
    from parlour_tournament.report.report_html import heading, report_as_html

    with open_files(files) as store:
        if anchor:
            store.tournament = with_anchors(store.tournament, anchor)
        found = analyse(store)
        if html is not None:
            text = report_as_html(store, found, heading(files))
            with writing(html):
                html.write_text(text, encoding="utf-8")
            print(f"{html}: {len(text) // 1024:,} kB", file=sys.stderr)
    if json:
        print_json(found)
    else:
        print_report(found, plain=is_plain(plain=plain), brief=brief)
