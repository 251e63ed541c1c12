"""Reports on a terminal: with rich tables, or with columns of text."""

import re
import sys
from collections.abc import Callable, Iterator
from shutil import get_terminal_size
from textwrap import wrap

from rich.table import Table

from parlour.cli.output import columns
from parlour.rules import visible
from parlour.terminal.screen import console
from parlour_tournament.analysis.report_model import TournamentReport
from parlour_tournament.report.report_text import report_as_text
from parlour_tournament.report.tables import ReportTable


def print_report(
    found: TournamentReport,
    *,
    plain: bool,
    brief: bool = False,
    form: Callable[[str | ReportTable], Iterator[str]] | None = None,
) -> None:
    """Print a report, with columns of text if it is to be ``plain``.

    ``form`` makes the lines of a sentence or a table for another program.
    """
    for part in report_as_text(found, brief=brief):
        if form is not None:
            print("\n".join(form(part)))
        elif isinstance(part, str):
            print("\n".join(_folded(visible(part))))
        elif plain:
            print("\n".join(columns(part.heads, part.texts())))
        else:
            console().print(_rich_table(part))


def as_markdown(part: str | ReportTable) -> Iterator[str]:
    """Yield the lines of a sentence or a table in Markdown."""
    if isinstance(part, str):
        yield MARKUP.sub(r"\\\1", visible(part))
    else:
        aligned = ["---"] * part.names + ["--:"] * (len(part.heads) - part.names)
        rows = [[MARKUP.sub(r"\\\1", visible(cell)) for cell in row] for row in part.texts()]
        yield ""
        yield from (f"| {' | '.join(row)} |" for row in (part.heads, aligned, *rows))
        yield ""


def as_latex(part: str | ReportTable) -> Iterator[str]:
    """Yield the lines of a table in LaTeX, with the package booktabs; a sentence is a comment."""
    if isinstance(part, str):
        yield f"% {visible(part)}"
    else:
        aligned = "l" * part.names + "r" * (len(part.heads) - part.names)
        rows = [" & ".join(map(_escaped, row)) + r" \\" for row in (part.heads, *part.texts())]
        yield rf"\begin{{tabular}}{{{aligned}}}"
        yield from (r"\toprule", rows[0], r"\midrule", *rows[1:])
        yield from (r"\bottomrule", r"\end{tabular}")


MARKUP = re.compile(r"([\\|*_`<])")
"""Letters that mean something else in Markdown."""
LATEX = {
    **{letter: f"\\{letter}" for letter in "%&#_{}$"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "±": r"$\pm$",
    "µ": r"$\mu$",
    "…": r"\dots{}",
}
"""Commands of LaTeX for letters that mean something else there."""


def _escaped(text: str) -> str:
    """Return a text as LaTeX prints it; signs of numbers are minus signs."""
    plain = "".join(LATEX.get(letter, letter) for letter in visible(text))
    return re.sub(r"(?<![\w.])-(?=\d)", "$-$", plain)


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
