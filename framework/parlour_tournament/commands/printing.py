"""Reports on a terminal: with rich tables, or with columns of text."""

import sys
from shutil import get_terminal_size
from textwrap import wrap

from rich.measure import Measurement
from rich.table import Table

from parlour.cli.output import columns
from parlour.rules import visible
from parlour.terminal.screen import console
from parlour_tournament.analysis.report_model import TournamentReport
from parlour_tournament.report.report_text import report_as_text
from parlour_tournament.report.tables import ReportTable

MAX_WIDTH = 1_000
"""Maximum width of a table, in letters."""


def print_report(found: TournamentReport, *, plain: bool, brief: bool = False) -> None:
    """Print a report, with columns of text if it is to be ``plain``."""
    for part in report_as_text(found, brief=brief):
        if isinstance(part, str):
            print("\n".join(_folded(visible(part))))
        elif plain:
            print("\n".join(columns(part.heads, part.texts())))
        else:
            drawn = _rich_table(part)
            screen = console()
            # A table that is too wide goes on below itself: nothing of it is cut.
            options = screen.options.update(max_width=MAX_WIDTH)
            screen.width = max(screen.width, Measurement.get(screen, options, drawn).maximum)
            screen.print(drawn)


def _folded(line: str) -> list[str]:
    """Return a line folded between words to the width of a terminal; commands stay whole."""
    if not sys.stdout.isatty() or line.startswith(" "):
        return [line]
    width = get_terminal_size().columns
    return wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]


def _rich_table(table: ReportTable) -> Table:
    drawn = Table(box=None, pad_edge=False)
    for place, head in enumerate(table.heads):
        # Figures stay whole; a long name goes on below itself.
        drawn.add_column(
            head,
            justify="right" if place >= table.names else "left",
            no_wrap=place >= table.names,
            overflow="fold",
        )
    for row in table.texts():
        drawn.add_row(*map(visible, row))
    return drawn
