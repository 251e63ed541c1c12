"""The plain lines: a session as lines that come and go, in a terminal, a pipe or read aloud."""

from parlour.rules.panels import Space
from parlour.rules.seats import Seat
from parlour.session.reply import Reply, Show
from parlour.session.session import Session
from parlour.session.sight import Sight
from parlour.session.telling import fitted
from parlour.terminal.input import LineReader, PlayerLeft
from parlour.terminal.markdown import show_markdown
from parlour.terminal.screen import Screen

RECENT = 12
"""Rows of news before a move, where the height is not known; ``log`` shows all."""


class PlainLines:
    """Shows a session to the people at this terminal, and reads what they type.

    Where a game has hidden information and several people play, the screen is cleared before
    the next person sits down; without a terminal, nothing is shown that is not asked for.
    """

    def __init__(self, session: Session, *, plain: bool) -> None:
        self._session = session
        self._screen = Screen(session.game, session.viewer, plain=plain)
        self._lines = LineReader(terminal=self._screen.terminal)
        self._sitting: Seat | None = None

    def play(self) -> None:
        """Play until the match is over, and show its result.

        Raises:
            PlayerLeft: A person left, and was told how to resume the match.
        """
        try:
            with self._session:
                self._play()
        except (PlayerLeft, KeyboardInterrupt) as end:
            left = end if isinstance(end, PlayerLeft) else PlayerLeft.by_interrupt()
            self._say_farewell(left)
            raise left from None
        self._close()

    def _play(self) -> None:
        session = self._session
        while not (turn := session.turn()).is_over:
            if turn.is_automatic:
                self._screen.say(*session.make(session.think(turn)).lines)
            else:
                self._ask(turn.seat)

    def _ask(self, seat: Seat) -> None:
        """Ask the person at ``seat`` until the match has moved."""
        self._hand_over(seat)
        sight = self._session.sight(seat, self._space)
        if not self._session.is_discreet or self._screen.terminal:
            self._show(sight)
        while not self._answered(sight, self._lines.next(f"{self._name(seat)}> ")):
            pass

    def _answered(self, sight: Sight, line: str) -> bool:
        """Enter a line and show the reply; return whether the match has moved."""
        reply = self._session.enter(sight.seat, line)
        self._screen.say(*reply.lines)
        if reply.show:
            self._show_thing(self._session.sight(sight.seat, self._space), reply)
        if reply.left:
            raise PlayerLeft(reply.left)
        return reply.moved

    def _show(self, sight: Sight) -> None:
        screen = self._screen
        news = fitted(sight.telling.news, RECENT, screen.console.width)
        screen.say("", *news)
        screen.board(sight.view)
        screen.moves(sight.moves)

    def _show_thing(self, sight: Sight, reply: Reply) -> None:
        screen = self._screen
        if reply.show is Show.MOVES:
            screen.moves(sight.moves, full=True, only=reply.what)
        elif reply.show is Show.MARKDOWN:
            show_markdown(reply.what, screen.console, plain=screen.plain)
        else:
            screen.board(sight.view)

    def _close(self) -> None:
        """Show the end of the match; of hidden things only those that all people here know."""
        people = sorted(self._session.people)
        sights = [self._session.sight(seat, self._space) for seat in people]
        heard = [[line for turn in sight.telling.news for line in turn] for sight in sights]
        if self._session.is_discreet:
            known_to_all = (line for line in heard[0] if all(line in other for other in heard))
            self._screen.say("", *known_to_all)
        elif people:
            self._screen.say("", *heard[0])
            self._screen.board(sights[0].view)
        self._screen.say("", *self._session.result())
        print(f"Record: {self._session.path}")

    def _hand_over(self, seat: Seat) -> None:
        """Clear the screen for the next person, if the one before must not look on."""
        if self._session.is_discreet and self._sitting != seat and self._screen.terminal:
            if self._sitting is not None:
                self._lines.next(f"Press Enter to clear the screen for {self._name(seat)}. ")
            self._screen.clear()
            self._lines.forget()
            self._lines.next(f"Pass to {self._name(seat)}. Press Enter when ready. ")
        self._sitting = seat

    @property
    def _space(self) -> Space[object]:
        return Space(self._screen.console.width, self._screen.console.height)

    def _name(self, seat: Seat) -> str:
        return self._session.viewer.names[seat]

    def _say_farewell(self, left: PlayerLeft) -> None:
        self._screen.say("", f"The match is saved ({left.why}). To resume it:")
        # Not through the console, which would fold a long path.
        print(f"  {self._session.resume_command(self._session.path)}")
