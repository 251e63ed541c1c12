"""Output: streams that a terminal does not obey, what several commands print, and exit codes.

All that is printed goes through ``PrintableStream``, since much of it comes from elsewhere: from
records, bots, plugins, files of tournaments. Drawings go round it, by a console that does the same
(``parlour.terminal.screen.console``).
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from itertools import zip_longest
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, TextIO

import msgspec

from parlour.cli.help_language import error_in_words_of, help_book
from parlour.rules import (
    Interrupted,
    MisuseError,
    ParlourError,
    SetupError,
    UnknownGame,
    one_line,
    printable,
    printable_json,
    visible,
)


class PrintableStream:
    """A text stream that writes out what a terminal would obey, but ends of lines and tabs."""

    def __init__(self, stream: TextIO) -> None:
        self.unfiltered = stream
        """The stream below, for codes that this program itself sends."""

    def __getattr__(self, name: str) -> Any:
        """Return all else of the stream below."""
        return getattr(self.unfiltered, name)

    def write(self, text: str) -> int:
        """Write a text; return its length."""
        self.unfiltered.write(printable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts one after the other."""
        for line in lines:
            self.write(line)


def print_json(value: object) -> None:
    """Print a value as JSON, indented."""
    print(printable_json(msgspec.json.format(msgspec.json.encode(value)).decode()))


def show_progress(done: int, of: int, what: str) -> None:
    """Show on a terminal how much of the work is done: ``3 of 40 matches``."""
    if sys.stderr.isatty():
        end = "\r" if done < of else "\r\033[K"
        # The terminal is to obey these codes, which the filter would write out.
        terminal = getattr(sys.stderr, "unfiltered", sys.stderr)
        print(f"{done} of {of} {printable(what)}", end=end, file=terminal, flush=True)


MIN_WIDTH = 16
"""Minimum width of a folded column of a table, if the terminal is too narrow."""


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], folded: int = 1) -> Iterator[str]:
    """Yield the lines of a table; its last ``folded`` columns share the rest of the terminal.

    It may have no heads.
    """
    rows = [[visible(cell) for cell in row] for row in (heads, *rows) if row]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    room = get_terminal_size().columns - 2 * len(widths) + 1
    while sum(widths) > room and (widest := max(widths[-folded:])) > MIN_WIDTH:
        widths[len(widths) - 1 - widths[::-1].index(widest)] -= 1
    for row in rows:
        cells = [wrap(cell, max(width, 1)) for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=""):
            yield "  ".join(map(str.ljust, parts, widths)).rstrip()


def print_columns(heads: Sequence[str], rows: Sequence[Sequence[str]], folded: int = 1) -> None:
    """Print a table."""
    print(*columns(heads, rows, folded), sep="\n")


FAILED = 1
MISUSED = 2
INTERRUPTED = 130

DEBUG = "PARLOUR_DEBUG"
"""Set to anything, this environment variable lets tracebacks through."""

MAX_LETTERS = 2000
"""Maximum length of an error."""


def print_error(message: str) -> None:
    """Print one line on standard error, in the language of the settings."""
    with suppress(OSError):
        print(
            "parlour:",
            error_in_words_of(help_book("error_texts"), one_line(message, MAX_LETTERS)),
            file=sys.stderr,
        )


def exit_code_of(fault: ParlourError) -> int:
    """Return the exit code of a command that ends with this error."""
    if isinstance(fault, Interrupted):
        return INTERRUPTED
    if isinstance(fault, UnknownGame | SetupError | MisuseError):
        return MISUSED
    return FAILED


def need(
    modules: Sequence[str], purpose: str = "ratings and reports", extra: str = "tournament"
) -> None:
    """Check that modules of an extra are installed; ``purpose`` names what needs them.

    Raises:
        MisuseError: One is missing.
    """
    if not all(map(find_spec, modules)):
        raise MisuseError(f"{purpose} need: python -m pip install 'parlour[{extra}]'")
