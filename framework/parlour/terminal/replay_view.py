"""The view of a recorded match, answer by answer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from parlour.match.game import Game, Match
from parlour.match.history import ANSWERS
from parlour.match.record import Line
from parlour.rules.answers import Result
from parlour.rules.events import ChanceResolved, Event, Forfeited, Played, Undone
from parlour.rules.one_line import one_line
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.table.text.sentences import looked_up, result_lines
from parlour.terminal.screen import Screen

MAX_REASON = 1000
"""Maximum number of letters of the reason of a forfeit that are shown."""


class ReplayView:
    """Shows a match as one seat met it, or with nothing hidden.

    ``witnessed`` receives the game's events with nothing hidden; the view empties it. Unless the
    record ``is_finished`` a seat is told only what it may look up while the match goes on.
    """

    def __init__(
        self,
        match: Match,
        screen: Screen,
        seat: Seat | None,
        witnessed: list[Event],
        *,
        is_finished: bool,
    ) -> None:
        self._match = match
        self._witnessed = witnessed
        self._screen = screen
        self._seat = seat
        self._tells_all = seat is None or is_finished or screen.viewer.memory
        self._number = 0
        self._heard = 0

    def begin(self) -> None:
        """Show the game, the players and the events before the first answer."""
        match = self._match
        self._screen.say(heading(match.game, self._screen.viewer, match.header.options))
        self._screen.say(*self.sentences(None, self._own_events()))

    def answer(self, line: Line) -> None:
        """Show a line of the record that has been applied."""
        if line.over is not None:
            return
        self._number += 1
        told = self.sentences(line, self._own_events())
        self._screen.say(*(f"{self._number:>4}  {text}" for text in told))

    def sentences(self, line: Line | None, own: Sequence[Event]) -> list[str]:
        """Return an answer, and the events ``own`` that it led to, in sentences."""
        given = [] if line is None else list(self._given(line))
        known = own if self._tells_all else looked_up(self._match.game, own)
        told = self._screen.sentences([*given, *known])
        if line is not None and line.forfeit and self._seat in {None, line.forfeit.seat}:
            told.append(one_line(line.forfeit.reason, MAX_REASON))
        return told

    def end(self, *, truncated: bool) -> None:
        """Show the match at the end, and the result."""
        self.show(self._match.view)
        if truncated:
            self._screen.say("The last line was cut short and is left out.")
        self.show_result()

    def show_result(self) -> None:
        """Show the result of the match, if it is over."""
        awaited = self._match.awaited
        if isinstance(awaited, Result):
            self._screen.say(*result_lines(self._match.game, awaited, self._screen.viewer))
        else:
            self._screen.say("The match is not over.")

    def show(self, view_of: Callable[[Seat], Any]) -> None:
        """Show the table as the seat sees it, or as every seat does if that differs."""
        if self._seat is not None:
            self._screen.board(view_of(self._seat))
        elif not self._match.game.has_hidden_information:
            self._screen.board(view_of(0))
        else:
            for seat in range(self._match.header.seats):
                self._screen.say(f"As {self._screen.viewer.names[seat]} sees it:")
                self._screen.board(view_of(seat))

    def _given(self, line: Line) -> Iterator[Event]:
        """Yield the answer of a line, unless the match is shown as one seat met it."""
        if self._seat is not None:
            return
        if line.outcome is not None:
            yield ChanceResolved(line.outcome)
        elif line.undo is not None:
            yield Undone(line.undo)
        elif line.forfeit is not None:
            yield Forfeited(line.forfeit.seat, line.forfeit.cause)
        elif line.seat is not None and line.move is not None:
            yield Played(line.seat, line.move)

    def _own_events(self) -> list[Event]:
        """Return the events that the seat was told, or all of the game's own."""
        if self._seat is not None:
            news = self._match.events(self._seat, self._heard)
            self._heard += len(news)
            return list(news)
        fresh = own_events(self._witnessed)
        self._witnessed.clear()
        return fresh


def heading(game: Game, viewer: Viewer, options: Mapping[str, object]) -> str:
    """Return a line with the game, the players and the options."""
    given = "".join(f", {name} {one_line(value, 60)}" for name, value in options.items())
    return f"{game.title}: {', '.join(viewer.names)}{given}"


def own_events(witnessed: Sequence[Event]) -> list[Event]:
    """Return the events that do not repeat a line of the record."""
    return [event for event in witnessed if not isinstance(event, ANSWERS)]
