"""The plain lines: a table as lines that come and go, in a terminal, a pipe or read aloud."""

import sys
from contextlib import nullcontext

from parlour.rules import Seat, Space
from parlour.table import (
    Beginning,
    Difference,
    MoveNow,
    Past,
    RecordTable,
    Reply,
    Show,
    Table,
    TableView,
    Turn,
)
from parlour.terminal.faces import Wish
from parlour.terminal.input import LineReader, PlayerLeft
from parlour.terminal.screen import Screen, show_markdown
from parlour.terminal.thinking import Bell, thinking
from parlour.words import say


class Branched(Exception):
    """Somebody who looked back begins another match."""

    def __init__(self, beginning: Beginning) -> None:
        super().__init__()
        self.beginning = beginning


class PlainLines:
    """Shows a table to the people at this terminal, and reads their lines.

    If a game has hidden information and several people play, the screen is cleared before
    the next person sits down; without a terminal, nothing is shown that is not asked for.
    """

    def __init__(self, table: Table, *, plain: bool, bell: bool = False) -> None:
        """Show ``table``; a ``bell`` rings when a person is asked after a wait."""
        self._table = table
        self._screen = Screen(table.game, table.viewer, plain=plain, has_colours=True)
        rings = bell and self._screen.terminal
        self._bell = Bell(self._screen.console.bell if rings else None)
        self._lines = LineReader(terminal=self._screen.terminal)
        self._sitting: Seat | None = None

    def play(self) -> bool:
        """Play until the match is over, and show its result; return whether to play again.

        Raises:
            PlayerLeft: A person left, and was told how to resume the match.
        """
        try:
            with self._table:
                self._play()
                self._show_end()
            return self._wants_more()
        except (PlayerLeft, KeyboardInterrupt) as end:
            if self._table.turn().is_over:
                return False
            left = end if isinstance(end, PlayerLeft) else PlayerLeft.by_interrupt()
            self._say_farewell(left)
            raise left from None

    def look_back(self, past: Past, line: str) -> None:
        """Enter a line into the past; at a terminal, go on until the person leaves it.

        Raises:
            Branched: The person begins another match there.
        """
        screen = self._screen
        while not past.ends(line):
            here = past.go(line)
            told = [one.sentence for one in here.view.news]
            if here.branch:
                raise Branched(here.branch)
            if not screen.terminal:
                screen.say(*told)
                self._show_table(here.view.table)
                return
            self._show_past(here.view.table)
            result = self._table.result() if past.at == past.last else ()
            screen.say(*told, *result, *here.lines)
            line = self._lines.next(f"{here.where}> ")

    def _play(self) -> None:
        while not (turn := self._table.turn()).is_over:
            if turn.is_automatic:
                self._let_think(turn)
            else:
                self._ask(turn.seat)

    def _let_think(self, turn: Turn) -> None:
        """Let a bot or a standing order move; a terminal says meanwhile that it thinks."""
        screen = self._screen
        if screen.terminal:
            hears = sys.platform != "win32" and bool(self._table.people)
            name = self._name(turn.seat)
            with (
                self._lines.listening(self._hurries) if hears else nullcontext(),
                thinking(name, turn.seconds, once=screen.plain, hears=hears),
            ):
                answer = self._table.ask_bot(turn)
        else:
            answer = self._table.ask_bot(turn)
        screen.say(*self._table.apply(answer).lines)

    def _hurries(self, line: str) -> bool:
        """Do what a line says that is typed while a bot thinks, if it is about that."""
        chair = self._table.chair(min(self._table.people))
        reading = chair.read(line)
        return isinstance(reading.act, MoveNow) and not chair.follow(reading).refused

    def _ask(self, seat: Seat) -> None:
        """Ask the person at ``seat`` until the match has moved."""
        if not self._hand_over(seat):
            return
        view = self._table.chair(seat).view()
        if self._screen.terminal or not self._table.is_discreet:  # else it is shown if asked for
            self._show(view)
        if view.question:
            self._screen.say(say("line.yes_or_no", question=view.question))
        self._bell.ring()
        while not self._answered(seat, self._lines.next(f"{self._name(seat)}> ")):
            pass
        self._bell.wait()

    def _answered(self, seat: Seat, line: str) -> bool:
        """Enter a line and show the reply; return whether the match has moved."""
        reply = self._table.chair(seat).enter(line)
        if reply.hand_over is not None:
            return self._enter_elsewhere(reply.hand_over, reply.line)
        self._show_reply(seat, reply)
        if reply.asks_pin:
            self._set_pin(seat)
        if reply.left:
            raise PlayerLeft(reply.left)
        return reply.moved

    def _enter_elsewhere(self, seat: Seat, line: str) -> bool:
        """Enter a line for somebody else, who sits down first; nobody can in a pipe."""
        if not self._screen.terminal:
            reply = self._table.play_unseen(seat, line)
            self._screen.say(*reply.lines)
            return reply.moved
        if not self._hand_over(seat):
            return True
        self._answered(seat, line)
        while self._table.chair(seat).view().question:
            self._answered(seat, self._lines.next(f"{self._name(seat)}> "))
        return True

    def _show_reply(self, seat: Seat, reply: Reply) -> None:
        self._screen.say(*reply.lines, paged=True)
        if reply.question:
            self._screen.say(say("line.yes_or_no", question=reply.question))
        if reply.show is Show.MARKDOWN:
            show_markdown(reply.what, self._screen.console, plain=self._screen.plain)
        elif reply.show is Show.MOVES:
            moves = self._table.chair(seat).moves
            self._screen.write(*self._screen.move_lines(moves, full=True, only=reply.what))
        elif reply.show is Show.TABLE:
            self._show_table(self._table.chair(seat).view().table, reply.what)
        elif reply.show is Show.PAST:
            self.look_back(Past(self._table.chair(seat), seat), reply.what)

    def _show(self, view: TableView) -> None:
        """Show what a decision needs: the most needed part stands nearest to the prompt."""
        screen = self._screen
        panels = () if screen.plain else view.table.panels(self._space)
        needed = tuple(panel for panel in panels if panel.needed)
        moves = screen.move_lines(view.moves)
        screen.say("", *(told.sentence for told in view.news), *view.notes)
        changed = view.table.changed_lines if screen.plain else ()
        if view.status and view.status not in changed:
            screen.say(view.status)
        screen.say(*changed)
        screen.panels(needed[::-1])
        screen.write(*moves)
        screen.say(view.prompt)
        screen.say(*("", *view.lesson.split("\n")) if view.lesson else ())

    def _show_table(self, table: Difference, name: str = "") -> None:
        """Show the whole table, or a panel by its name."""
        if self._screen.plain:
            self._screen.say(*table.now.described)
        else:
            panels = table.panels(self._space)
            named = [panel for panel in panels if panel.name == name]
            self._screen.panels(named or panels, apart=True)

    def _show_past(self, table: Difference) -> None:
        """Show an earlier table: the parts that are needed most, or all of it in plain lines."""
        if self._screen.plain:
            self._show_table(table)
        else:
            needed = [panel for panel in table.panels(self._space) if panel.needed]
            self._screen.panels(needed[::-1])

    def _show_end(self) -> None:
        """Show the end of the match; of hidden things only the ones that all people here know."""
        table = self._table
        screen = self._screen
        views = [table.chair(seat).view() for seat in sorted(table.people)]
        if views:
            first, *others = views
            news = [told.sentence for told in first.news]
            if table.is_discreet:
                logs = [{told.sentence for told in other.log} for other in others]
                news = [line for line in news if all(line in log for log in logs)]
            screen.say("", *news)
            if not table.is_discreet:
                self._show_table(first.table)
        screen.say("", *table.result())
        print(say("end.record", path=table.path))

    def _wants_more(self) -> bool:
        """Ask in a terminal whether to play again."""
        people = sorted(self._table.people)
        if not self._screen.terminal or not people:
            return False
        self._screen.say(say("again.ask"))
        while line := self._lines.next("> "):
            reply = self._table.chair(people[0]).enter(line)
            if reply.again or reply.left:
                return reply.again
            if not self._table.is_discreet:
                self._show_reply(people[0], reply)
        return False

    def _hand_over(self, seat: Seat) -> bool:
        """Clear the screen for the next person, if the one before must not look on.

        Return whether the person sits there: the one before may have taken the move back.
        """
        if self._table.is_discreet and self._sitting != seat and self._screen.terminal:
            if self._sitting is not None and not self._has_left(self._sitting, seat):
                return False
            self._screen.clear()
            self._lines.forget()
            self._lines.complete_by(lambda _: ())
            self._lines.next(say("pass.to", self._table.viewer, seat=seat))
            self._ask_pin(seat)
        self._sitting = seat
        self._lines.complete_by(self._table.chair(seat).completions)
        return True

    def _has_left(self, seat: Seat, other: Seat) -> bool:
        """Show a person what their move has led to; return whether they leave it at that."""
        self._screen.say(*(told.sentence for told in self._table.chair(seat).view().news))
        while line := self._lines.next(say("pass.clear", self._table.viewer, seat=other)):
            if self._answered(seat, line):
                return False
        return True

    def _ask_pin(self, seat: Seat) -> None:
        """Ask for the PIN of a person, if they have set one, until it is right."""
        while self._table.has_pin(seat):
            pin = self._lines.unseen(say("pin.of", self._table.viewer, seat=seat))
            if self._table.admits(seat, pin):
                return
            self._screen.say(say("pin.wrong"))

    def _set_pin(self, seat: Seat) -> None:
        if not self._screen.terminal:
            self._screen.say(say("pin.pipe"))
            return
        self._table.set_pin(seat, self._lines.unseen(say("pin.set")))
        has_pin = self._table.has_pin(seat)
        self._screen.say(say("pin.asked" if has_pin else "pin.not_asked"))

    @property
    def _space(self) -> Space[object]:
        """The space for panels: as high as the terminal; a pipe has no height."""
        width = self._screen.width
        return Space(width, self._screen.console.height) if self._screen.terminal else Space(width)

    def _name(self, seat: Seat) -> str:
        return self._table.viewer.name(seat)

    def _say_farewell(self, left: PlayerLeft) -> None:
        head, command = self._table.farewell(left.why)
        self._screen.say("", head)
        # Not through the console, which would fold a long path.
        print(command)


def play_in_lines(wish: Wish) -> Beginning | None:
    """Play a match in lines, and return the match that is wanted next.

    Raises:
        PlayerLeft: A person left, and was told how to resume the match.
    """
    settings = wish.settings
    table = wish.open()
    lines = PlainLines(table, plain=settings.screen == "plain", bell=settings.bell)
    try:
        if isinstance(table, RecordTable):
            lines.look_back(Past(table.chair(table.seat), table.seat), "first")
            return None
        return (table.new_header(), ()) if lines.play() else None
    except Branched as branched:
        return branched.beginning
