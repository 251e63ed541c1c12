"""The one viewer of the past: a cursor over the positions of a match, with sentences and marks.

A face draws the position, and enters lines here. Plugins bring the marks (``parlour_markers``).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from parlour.match import Match, RecordFile
from parlour.players import TimeControl
from parlour.rules import MisuseError, ParlourError, Seat, cut
from parlour.table.acts import Fork, Surface
from parlour.table.chair import Beginning, Chair
from parlour.table.reader import read_number
from parlour.table.seating import HUMAN
from parlour.table.session import Session
from parlour.table.table import Table
from parlour.table.view import Mark, TableView
from parlour.words import in_english, say

LEAVE = frozenset({"q", "quit", "exit"})
"""Words that end looking back."""
JUDGE = "analyse"
"""Word that has a bot judge the answer that is shown."""
TO_MARKS = frozenset({"x", "xb"})
"""Words that lead to the next mark and to the one before."""


class ShownRecord(RecordFile):
    """A record that is only looked at."""

    def __init__(self, path: Path) -> None:  # no file is opened
        self.path = path

    def close(self) -> None:
        """Do nothing."""


class RecordTable(Table):
    """The table of a record: nobody plays there, and everybody may look as any seat."""

    def __init__(self, match: Match, path: Path, seat: Seat = 0, *, memory: bool = False) -> None:
        """Show a ``match`` that ``path`` has recorded; one looks as ``seat`` first."""
        shown = ShownRecord(path)
        super().__init__(
            Session(match, (), shown, TimeControl(), resume_command=str, memory=memory),
            Surface.TERMINAL,
        )
        self.seat = seat
        """The seat as which one looks first."""


class PastPosition(NamedTuple):
    """A position that somebody looks back at."""

    view: TableView
    where: str
    """Its number, and who saw it so."""
    lines: tuple[str, ...]
    """An answer to the typed line, the mark of the next answer, or the keys."""
    branch: Beginning | None = None
    """The match that is to begin there, if any."""


class Past:
    """Leads somebody through the past of a match, from its present."""

    def __init__(self, chair: Chair, seat: Seat) -> None:
        """Look from a ``chair``, as ``seat`` first."""
        self._chair = chair
        self._seat = self._looks_as = seat
        self._movers = chair.movers
        self.last = len(self._movers)
        """Number of all answers."""
        self.at = self.last
        """Number of answers before the shown position."""
        self._marks: Sequence[Mark] | None = None

    def takes_time(self, line: str) -> bool:
        """Return whether a bot has to think first about what a line asks for."""
        word = self._word(line)
        return word == JUDGE or (word in TO_MARKS and self._marks is None)

    def ends(self, line: str) -> bool:
        """Return whether a line leads back to the present."""
        return self._word(line) in LEAVE

    def go(self, line: str) -> PastPosition:
        """Do what a line says: go somewhere, judge an answer, or begin another match here."""
        text = self._word(line)
        try:
            if text == "branch":
                return self.position()._replace(branch=self._branch())
            return self.position(*self._do(text))
        except ParlourError as refused:
            return self.position(say("line.not_possible", why=refused))

    def goal(self, text: str) -> int | None:
        """Return the position that a word or a number names, or None."""
        here = self.at
        before = self._movers[:here][::-1]
        after = self._movers[here:]
        mine = self._looks_as
        goals = {
            "": here + 1,
            "n": here + 1,
            "b": here - 1,
            "t": here + _turn_length(after),
            "tb": here - _turn_length(before),
            "m": here + 1 + (after.index(mine) if mine in after else len(after)),
            "mb": here - (before[1:].index(mine) + 1 if mine in before[1:] else here + 1),
            "first": 0,
            "last": self.last,
        }
        number = read_number(text)
        return goals.get(text) if number is None else number

    def position(self, *lines: str) -> PastPosition:
        """Return the position that is shown; changes by the last answer are marked."""
        chair = self._chair
        try:
            view = chair.after(self.at, self._looks_as)
        except MisuseError as refused:
            lines = (say("line.not_possible", why=refused),)
            self._looks_as = self._seat
            view = chair.after(self.at, self._looks_as)
        seat = self._looks_as
        where = say("past.where", chair.viewer, n=self.at, last=self.last, seat=seat)
        return PastPosition(view, where, lines or self._marked() or (say("past.keys"),))

    def _word(self, line: str) -> str:
        return in_english(line, None).casefold()

    def _do(self, text: str) -> tuple[str, ...]:
        """Do what a line in English says; return sentences if the position does not say it all."""
        word, _, rest = text.partition(" ")
        seat = read_number(rest) if word == "seat" else None
        if seat is not None:
            seats = len(self._chair.viewer.names)
            is_seat = 0 < seat <= seats
            self._looks_as = seat - 1 if is_seat else self._looks_as
            return () if is_seat else (say("past.choose_seat", last=seats),)
        if text in {"?", "h", "help"}:
            return tuple(say("past.help").split("\n"))
        if text == JUDGE:
            return self._chair.opinion_on(self.at)
        goal = self._mark(text) if text in TO_MARKS else self.goal(text)
        if goal is None:
            code = "past.no_mark" if text in TO_MARKS else "past.no_command"
            return (say(code, line=cut(text, 60)),)
        if not 0 <= goal <= self.last:
            return (say("past.choose", last=self.last),)
        self.at = goal
        return ()

    def _mark(self, text: str) -> int | None:
        """Return the position before the next mark of the seat, or before the last; else None."""
        if self._marks is None:
            self._marks = self._chair.marks()
        own = sorted(mark.answer - 1 for mark in self._marks if mark.seat == self._looks_as)
        if text == "x":
            return next((at for at in own if at > self.at), own[0] if own else None)
        return next((at for at in own[::-1] if at < self.at), own[-1] if own else None)

    def _marked(self) -> tuple[str, ...]:
        """Return what is said of the next answer."""
        marks = (mark for mark in self._marks or () if mark.answer == self.at + 1)
        return tuple(line for mark in marks for line in mark.lines)

    def _branch(self) -> Beginning:
        """Return the match that begins here; where only bots played, the seat is now a person's."""
        header, lines = self._chair.fork(Fork(self._chair.position_of(self.at)))
        if HUMAN in header.players:
            return header, lines
        seat = self._looks_as
        players = (*header.players[:seat], HUMAN, *header.players[seat + 1 :])
        return replace(header, players=players), lines


def _turn_length(movers: Sequence[Seat | None]) -> int:
    """Return the number of answers at the beginning that are the moves of one seat, with chance."""
    mover = next((seat for seat in movers if seat is not None), None)
    others = (n for n, seat in enumerate(movers) if seat not in {None, mover})
    return next(others, len(movers))
