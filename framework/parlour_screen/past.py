"""The past on the screen: the turns of others, one by one, and earlier positions."""

from collections.abc import Hashable
from time import monotonic
from typing import NamedTuple

from msgspec.structs import replace

from parlour.rules import MisuseError, Seat
from parlour.table import PACE_SECONDS, Beginning, Chair, Fork, Pace, Table, TableView, by_turn
from parlour.terminal.steps import Steps
from parlour.words import say


class Story:
    """Shows the turns of others one after another, each for the time that the pace sets."""

    def __init__(self, pace: Pace) -> None:
        self.view: TableView | None = None
        """The table after the turn that is shown, or None for the table as it is."""
        self._seconds = PACE_SECONDS[pace]
        self._told: dict[Hashable, int] = {}
        """The last position that was shown to each."""
        self._until = 0.0
        self._end: tuple[Hashable, int] = None, 0

    @property
    def seconds(self) -> float:
        """Seconds until the next turn is due."""
        return max(self._until - monotonic(), 0.0)

    def follow(self, table: Table, chair: Chair, now: TableView) -> None:
        """Turn to the next turn that is due in the view of ``now``.

        A turn that goes on is shown once it is over. People at one screen see each other's turns.
        """
        who = table.is_discreet and chair.seat
        told = self._told.setdefault(who, now.position)
        self._end = who, now.position
        if not self._seconds or (self.view and self.seconds):
            return
        watched = {chair.seat} if table.is_discreet else table.people
        turns = [turn for turn in by_turn(now.news) if turn[0].at > told]
        goes_on = bool(turns) and turns[-1][0].by in now.turn.seats
        for turn in turns[: len(turns) - goes_on]:
            since = self._told[who]
            self._told[who] = turn[0].at
            if turn[0].by not in watched:
                self.view = replace(chair.at(turn[0].at, since=since), news=turn)
                self._until = monotonic() + self._seconds
                return
        if not goes_on or turns[-1][0].by in watched:
            self.skip()
        elif self.view is None:
            self.view = chair.at(self._told[who])

    def skip(self) -> bool:
        """Turn to the table as it is; return whether a turn was shown."""
        was_shown = self.view is not None
        who, position = self._end
        self._told[who] = position
        self.view = None
        self._until = 0.0
        return was_shown


class PastPosition(NamedTuple):
    """A position that somebody looks back at."""

    view: TableView
    where: str
    """Its number, and who saw it so."""
    words: str
    """An answer to the typed line, or the keys."""
    branch: Beginning | None = None
    """The match that is to begin there, if any."""


class PastNavigator:
    """Leads somebody through the past of a match."""

    def __init__(self, table: Table, seat: Seat) -> None:
        """Begin at the present."""
        self._chair = chair = table.chair(seat)
        self._seat = seat
        self._steps = Steps(chair.movers, table.seats, seat)
        self._steps.position = self._steps.last

    @property
    def answer(self) -> int:
        """The number of answers before the shown position."""
        return self._steps.position

    def go(self, line: str) -> PastPosition:
        """Go where a line says, or begin another match from here."""
        if line != "branch":
            return self.position(self._steps.go(line))
        try:
            begun = self._chair.fork(Fork(self._chair.position_of(self.answer)))
        except MisuseError as refused:
            return self.position(say("line.not_possible", why=refused))
        return self.position()._replace(branch=begun)

    def position(self, words: str = "") -> PastPosition:
        """Return the position that is shown; changes by the last answer are marked."""
        steps = self._steps
        chair = self._chair
        try:
            view = chair.after(steps.position, steps.seat)
        except MisuseError as refused:
            words = say("line.not_possible", why=refused)
            steps.seat = self._seat
            view = chair.after(steps.position, steps.seat)
        seat = self._seat if steps.seat is None else steps.seat
        where = say("past.where", chair.viewer, n=steps.position, last=steps.last, seat=seat)
        return PastPosition(view, where, words or say("past.keys"))
