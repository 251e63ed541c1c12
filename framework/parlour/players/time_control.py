"""Time control: the limits of a bot, and the clock of its seat."""

from collections.abc import Callable
from math import inf
from time import monotonic

from msgspec import Struct

MAX_SECONDS = 1e6
"""Maximum of every limit."""


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits on the time of a bot, in seconds."""

    start: float = 10.0
    """Seconds to get ready, once a match."""
    move: float = 60.0
    """Seconds for each answer."""
    reserve: float = 60.0
    """Seconds a match for all answers that take longer than ``move``."""
    increment: float = 0.0
    """Seconds that the reserve gains with each answer."""

    def fault(self) -> str | None:
        """Return a sentence about a limit that no clock can hold, or None."""
        for time in (self.start, self.move, self.reserve, self.increment):
            if not 0 <= time < MAX_SECONDS:
                return f"expected times of 0 s or more, below {MAX_SECONDS:g} s, got {time:g}"
        return None

    def overrun(self) -> str:
        """Return a sentence about a bot that has used up ``move`` and its reserve."""
        reserve = f" and its reserve of {self.reserve:g} s" if self.reserve else ""
        return f"no answer within {self.move:g} s{reserve}"


class ThinkTime(Struct, frozen=True):
    """Time that a bot took for its answers in one match; getting ready does not count."""

    answers: int
    """Number of answers, failed ones included."""
    seconds: float
    """Sum over all answers."""
    longest: float
    """Seconds of the slowest answer."""


class ClockReading:
    """Clock of one bot as the bot may read it.

    The referee sets it before each question and reads nothing from it: a bot that changes it
    misleads itself alone. Until it is set there is no limit, as without a referee.
    """

    __slots__ = ("hard", "reserve", "soft", "times")

    def __init__(self, times: TimeControl) -> None:
        self.times = times
        """Limits of the bot."""
        self.set(times.reserve, inf, inf)

    def set(self, reserve: float, soft: float, hard: float) -> None:
        """Take the seconds that the referee's clock has now: ``reserve``, ``soft`` and ``hard``."""
        self.reserve = reserve
        """Seconds of the reserve that were left when the bot was asked."""
        self.soft = soft
        """End of ``move``, in seconds of ``monotonic``."""
        self.hard = hard
        """End of the reserve too, in seconds of ``monotonic``."""


class Clock:
    """Clock of one bot during one match, which the referee keeps to itself.

    An answer uses up ``move`` first and the reserve after it. A bot in another process
    is asked to stop at ``soft`` and fails at ``hard``; a bot in this process cannot be
    interrupted and is measured when it has answered.
    """

    def __init__(self, times: TimeControl, now: Callable[[], float] = monotonic) -> None:
        self.times = times
        self.reserve = times.reserve
        """Seconds of the reserve that are left."""
        self.soft = self.hard = 0.0
        """End of ``move``, and of the reserve too, in seconds of ``now``."""
        self.reading = ClockReading(times)
        """Copy for the bot."""
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
        self.reading.set(self.reserve, self.soft, self.hard)

    def start_move(self) -> None:
        """Start measuring an answer."""
        self._moving = True
        self._began = self._now()
        self.soft = self._began + self.times.move
        self.hard = self.soft + self.reserve
        self.reading.set(self.reserve, self.soft, self.hard)

    def stop(self) -> bool:
        """Stop measuring, and return whether the bot was in time."""
        now = self._now()
        if self._moving:
            took = now - self._began
            self._answers += 1
            self._seconds += took
            self._longest = max(self._longest, took)
            if now > self.soft:
                self.reserve = max(0.0, self.reserve - (now - self.soft))
            self.reserve += self.times.increment
        return now <= self.hard
