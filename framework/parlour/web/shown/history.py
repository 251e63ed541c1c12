"""The history of a match: the state after each line of its record, and who had been told what."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

from parlour.match.game import Game, Match
from parlour.match.record import Line
from parlour.rules.events import Event
from parlour.rules.seats import Seat


class PastState(NamedTuple):
    """A match after some line of its record."""

    state: Any
    told: tuple[int, ...]
    """Number of events that each seat had been told."""
    lines: int
    """Number of lines of the record."""


class MatchHistory:
    """The past of a match, played again line by line as far as it has come."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._again = Match(match.game, match.header, dealing=False)
        self._stops = [self._stop()]

    @property
    def game(self) -> Game:
        """The game of the match."""
        return self._match.game

    @property
    def lines(self) -> Sequence[Line]:
        """The lines of the record, up to the last stop: line ``n`` led to stop ``n + 1``."""
        return self._again.lines

    @property
    def stops(self) -> Sequence[PastState]:
        """The match after each line, up to now; the first before any."""
        for line in self._match.lines[len(self._again.lines) :]:
            if line.over is None:
                self._again.apply(line)
                self._stops.append(self._stop())
        return self._stops

    def positions(self, seat: Seat) -> list[int]:
        """Return the positions of a seat at which the table may have changed, in order."""
        return sorted({stop.told[seat] for stop in self.stops})

    def at(self, seat: Seat, position: int) -> PastState:
        """Return the last stop that is not later than a position of a seat."""
        stops = self.stops
        place = bisect_right(stops, position, key=lambda stop: stop.told[seat])
        return stops[max(place - 1, 0)]

    def told(self, seat: Seat, stop: int) -> tuple[Event, ...]:
        """Return what a seat was told by the line before a stop."""
        stops = self.stops
        first = stops[stop - 1].told[seat] if stop else 0
        return self._again.events(seat)[first : stops[stop].told[seat]]

    def _stop(self) -> PastState:
        again = self._again
        told = tuple(len(again.events(seat)) for seat in range(again.seats))
        return PastState(again.state, told, len(again.lines))
