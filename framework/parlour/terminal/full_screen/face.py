"""The face of a session that fills the terminal."""

import os

from parlour.table.session import Session
from parlour.terminal.full_screen.app import TableApp
from parlour.terminal.input import PlayerLeft

NO_COLOR = "NO_COLOR"
"""Environment variable of those who want no colours."""


class FullScreen:
    """Shows a session on the full screen, and prints on the usual one how it ended."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def play(self) -> bool:
        """Play until the match is over, and show its result; return whether to play again.

        Raises:
            PlayerLeft: A person left, and was told how to resume the match.
        """
        session, wish = self._session, os.environ.get(NO_COLOR)
        app = TableApp(session)
        try:
            with session:
                app.run()
                if app.fault is not None:
                    raise app.fault
                if app.left:
                    raise PlayerLeft(app.left, interrupted=app.interrupted)  # noqa: TRY301  bots leave at once
        except PlayerLeft as left:
            print(*session.farewell(left.why), sep="\n")
            raise
        finally:
            if wish is not None:  # Textual takes it out; the next match must find it
                os.environ[NO_COLOR] = wish
        print(*session.result(), sep="\n")
        print(f"Record: {session.path}")
        return app.again
