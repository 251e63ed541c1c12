"""The clock of one seat: the same for a bot in this process and one outside."""

from collections.abc import Callable
from time import monotonic

from msgspec import Struct

LONGEST = 1e6
"""Seconds; no clock goes further."""


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a bot may take, in seconds."""

    start: float = 10.0
    """To be ready, once a match."""
    move: float = 60.0
    """For each answer."""
    reserve: float = 60.0
    """Once a match, for all answers that take longer than ``move``."""

    def fault(self) -> str | None:
        """Say in a sentence what no bot could keep; None if all is well."""
        for time in (self.start, self.move, self.reserve):
            if not 0 <= time < LONGEST:
                return f"expected times of 0 s or more, below {LONGEST:g} s, got {time:g}"
        return None


class Clock:
    """Measures one bot during one match.

    An answer uses up ``move`` first and the reserve after it. A bot that may be
    interrupted is asked to stop at ``soft``, and is out of time at ``hard``; one that
    cannot be is measured when it has answered.
    """

    def __init__(self, times: TimeControl, now: Callable[[], float] = monotonic) -> None:
        self.times = times
        self.reserve = times.reserve
        """Seconds left of it."""
        self.soft = self.hard = 0.0
        """When the time for this answer is used up, and the reserve too; in ``now``'s seconds."""
        self._now = now

    def start_setup(self) -> None:
        """Start measuring a bot that gets ready; no reserve helps it."""
        self.soft = self.hard = self._now() + self.times.start

    def start_move(self) -> None:
        """Start measuring an answer."""
        self.soft = self._now() + self.times.move
        self.hard = self.soft + self.reserve

    def stop(self) -> bool:
        """Stop measuring, and tell whether the bot was in time."""
        now = self._now()
        in_time = now <= self.hard
        if self.hard > self.soft:
            self.reserve = max(0.0, self.reserve - max(0.0, now - self.soft))
        return in_time
