"""Limits on what pages send: a rate of messages, and attempts such as wrong keys."""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable
from time import monotonic

MAX_MESSAGES_PER_SECOND = 20.0
"""Maximum number of messages a second of one seat, on average."""
MAX_BURST = 40.0
"""Maximum number of messages of one seat at once, after a pause."""
MAX_WRONG_KEYS = 5
"""Maximum number of wrong keys a minute from one address at one table."""
ATTEMPT_SECONDS = 60.0
"""Seconds until an attempt no longer counts."""
MAX_ADDRESSES = 10_000
"""Maximum number of addresses that are counted; beyond it, all counts begin again."""


class RateLimiter:
    """A bucket that fills up with every message and empties with time."""

    def __init__(
        self,
        per_second: float = MAX_MESSAGES_PER_SECOND,
        burst: float = MAX_BURST,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._filled = 0.0
        self._seen = clock()

    def allow(self) -> bool:
        """Count a message; return whether it is within the limit."""
        now = self._clock()
        self._filled = max(0.0, self._filled - (now - self._seen) * self._per_second) + 1
        self._seen = now
        return self._filled <= self._burst


class AttemptLimiter:
    """A limit on attempts within a minute, such as wrong keys from one address."""

    def __init__(
        self, maximum: int = MAX_WRONG_KEYS, clock: Callable[[], float] = monotonic
    ) -> None:
        self._maximum = maximum
        self._clock = clock
        self._times: defaultdict[Hashable, deque[float]] = defaultdict(deque)

    def add(self, who: Hashable) -> None:
        """Count an attempt."""
        if len(self._times) > MAX_ADDRESSES:
            self._times.clear()
        self._times[who].append(self._clock())

    def is_blocked(self, who: Hashable) -> bool:
        """Return whether there were too many within the last minute."""
        times = self._times.get(who)
        while times and self._clock() - times[0] > ATTEMPT_SECONDS:
            times.popleft()
        return bool(times) and len(times or ()) >= self._maximum
