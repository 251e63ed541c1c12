"""The face of a session that fills the terminal."""

from parlour.session.session import Session
from parlour.terminal.full_screen.app import TableApp
from parlour.terminal.input import PlayerLeft


class FullScreen:
    """Shows a session on the full screen, and prints on the usual one how it ended."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def play(self) -> None:
        """Play until the match is over, and show its result.

        Raises:
            PlayerLeft: A person left, and was told how to resume the match.
        """
        session = self._session
        try:
            self._play()
        except PlayerLeft as left:
            print(f"The match is saved ({left.why}). To resume it:")
            print(f"  {session.resume_command(session.path)}")
            raise
        print(*session.result(), sep="\n")
        print(f"Record: {session.path}")

    def _play(self) -> None:
        """Show the screen until it is closed; bots leave at once if a person does."""
        app = TableApp(self._session)
        with self._session:
            app.run()
            if app.fault is not None:
                raise app.fault
            if app.left:
                raise PlayerLeft(app.left, interrupted=app.interrupted)
