"""Time control: the limits of a bot, and the clock of its seat."""

from collections.abc import Callable
from time import monotonic

from msgspec import Struct

LONGEST = 1e6
"""Upper bound of every limit, in seconds."""


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits on the time of a bot, in seconds."""

    start: float = 10.0
    """Seconds to get ready, once a match."""
    move: float = 60.0
    """Seconds for each answer."""
    reserve: float = 60.0
    """Seconds a match for all answers that take longer than ``move``."""

    def fault(self) -> str | None:
        """Return a sentence about a limit that no clock can hold; None if all can be held."""
        for time in (self.start, self.move, self.reserve):
            if not 0 <= time < LONGEST:
                return f"expected times of 0 s or more, below {LONGEST:g} s, got {time:g}"
        return None

    def overrun(self) -> str:
        """Return a sentence about a bot that has used up ``move`` and its reserve."""
        reserve = f" and its reserve of {self.reserve:g} s" if self.reserve else ""
        return f"no answer within {self.move:g} s{reserve}"


class ThinkTime(Struct, frozen=True):
    """Time that a bot took for its answers in one match; getting ready does not count."""

    answers: int
    """Number of answers, with those that failed."""
    seconds: float
    """Sum over all answers."""
    longest: float
    """Seconds of the slowest answer."""


class Clock:
    """Clock of one bot during one match.

    An answer uses up ``move`` first and the reserve after it. A bot in another process
    is asked to stop at ``soft`` and fails at ``hard``; a bot in this process cannot be
    interrupted and is measured when it has answered.
    """

    def __init__(self, times: TimeControl, now: Callable[[], float] = monotonic) -> None:
        self.times = times
        self.reserve = times.reserve
        """Seconds of the reserve that are left."""
        self.soft = self.hard = 0.0
        """Times at which ``move`` is used up, and the reserve too, in seconds of ``now``."""
        self._now = now
        self._moving = False
        self._began = 0.0
        self._answers = 0
        self._seconds = self._longest = 0.0

    @property
    def think_time(self) -> ThinkTime:
        """Time taken by all answers so far."""
        return ThinkTime(self._answers, self._seconds, self._longest)

    def start_setup(self) -> None:
        """Start measuring a bot that gets ready; the reserve does not count."""
        self._moving = False
        self.soft = self.hard = self._now() + self.times.start

    def start_move(self) -> None:
        """Start measuring an answer."""
        self._moving = True
        self._began = self._now()
        self.soft = self._began + self.times.move
        self.hard = self.soft + self.reserve

    def stop(self) -> bool:
        """Stop measuring, and return whether the bot was in time."""
        now = self._now()
        if self._moving:
            took = now - self._began
            self._answers += 1
            self._seconds += took
            self._longest = max(self._longest, took)
            self.reserve = max(0.0, self.reserve - max(0.0, now - self.soft))
        return now <= self.hard
