"""The faces of a table at a terminal: the full screen or, if that cannot be shown, plain lines."""

import os
import sys
from importlib.util import find_spec

from parlour.table import Beginning, Table
from parlour.terminal.input import PlayerLeft
from parlour.terminal.lines import PlainLines
from parlour.terminal.settings import PlayerSettings
from parlour.words import say

NOTE = "The full screen needs: python -m pip install 'parlour[screen]' (--lines: without this note)"

NO_COLOR = "NO_COLOR"
"""Environment variable of those who want no colours."""


def play_at_terminal(table: Table, settings: PlayerSettings) -> Beginning | None:
    """Play until the match is over, and show its result; return the match that is wanted next.

    The full screen is used if the terminal can show it, unless the settings ask for lines. If only
    the extra ``screen`` is missing, a line says so.

    Raises:
        PlayerLeft: A person left, and was told how to resume the match.
    """
    if settings.screen == "full" and table.people and can_redraw():
        if find_spec("textual") is not None:
            return _play_on_full_screen(table, settings)
        print(NOTE)
    is_plain = settings.screen == "plain"
    again = PlainLines(table, plain=is_plain, bell=settings.bell).play()
    return (table.new_header(), ()) if again else None


def can_redraw() -> bool:
    """Return whether this is a terminal that can be redrawn in place."""
    # Textual draws on standard error, so that this must be the terminal too.
    return (
        all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
        and os.environ.get("TERM", "dumb") != "dumb"
    )


def _play_on_full_screen(table: Table, settings: PlayerSettings) -> Beginning | None:
    """Show the table on the full screen, and print on the usual one how the match ended."""
    from parlour_screen.app import TableApp  # slow, and not always installed

    wish = os.environ.get(NO_COLOR)
    app = TableApp(table, bell=settings.bell, pace=settings.pace)
    try:
        with table:
            app.run()
            if app.fault is not None:
                raise app.fault
            if app.left:
                raise PlayerLeft(app.left, interrupted=app.interrupted)  # noqa: TRY301  bots leave at once
    except PlayerLeft as left:
        print(*table.farewell(left.why), sep="\n")
        raise
    finally:
        if wish is not None:  # Textual takes it out; the next match must find it
            os.environ[NO_COLOR] = wish
    print(*table.result(), sep="\n")
    print(say("end.record", path=table.path))
    return app.next
