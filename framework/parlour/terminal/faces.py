"""The faces of a table at a terminal: the full screen, or plain lines where that cannot be."""

import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from parlour.table.table import Table
from parlour.terminal.lines import PlainLines

if TYPE_CHECKING:  # slow to import, and not always installed
    from parlour.terminal.full_screen.face import FullScreen


NOTE = "The full screen needs: python -m pip install 'parlour[screen]' (--lines: without this note)"


def face_of(table: Table, *, plain: bool, lines: bool) -> "FullScreen | PlainLines":
    """Return the full screen in a terminal that can show it, unless lines are asked for.

    A line says so where it lacks only the extra ``screen``.
    """
    if plain or lines or not table.people or not can_redraw():
        return PlainLines(table, plain=plain)
    if find_spec("textual") is None:
        print(NOTE)
        return PlainLines(table, plain=plain)
    from parlour.terminal.full_screen.face import FullScreen

    return FullScreen(table)


def can_redraw() -> bool:
    """Return whether this is a terminal that can be redrawn in place."""
    # Textual draws on standard error, so that this must be the terminal too.
    return (
        all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
        and os.environ.get("TERM", "dumb") != "dumb"
    )
