"""The turns of others on the screen, one by one."""

from collections.abc import Hashable
from time import monotonic

from msgspec.structs import replace

from parlour.table import PACE_SECONDS, Chair, Pace, Table, TableView, by_turn


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
