"""The face of a table that fills the terminal."""

import os

from parlour.table.table import Table
from parlour.terminal.full_screen.app import TableApp
from parlour.terminal.input import PlayerLeft

NO_COLOR = "NO_COLOR"
"""Environment variable of those who want no colours."""


class FullScreen:
    """Shows a table on the full screen, and prints on the usual one how it ended."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def play(self) -> bool:
        """Play until the match is over, and show its result; return whether to play again.

        Raises:
            PlayerLeft: A person left, and was told how to resume the match.
        """
        table, wish = self._table, os.environ.get(NO_COLOR)
        app = TableApp(table)
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
        print(f"Record: {table.path}")
        return app.again
