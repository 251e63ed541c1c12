"""Limits on what pages send: a rate of messages, and attempts with wrong keys."""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable
from time import monotonic

MESSAGES = 20.0
"""Messages a second of one seat, in the long run."""
AT_ONCE = 40.0
"""Messages of one seat at once, after a rest."""
WRONG_KEYS = 5
"""Wrong keys a minute from one address at one table."""
MINUTE = 60.0
"""Seconds for which wrong keys count."""
MOST_ADDRESSES = 10_000
"""Addresses whose wrong keys are counted; beyond it, all counts begin anew."""


class Rate:
    """A measure that fills up with every message and empties with time."""

    def __init__(
        self,
        a_second: float = MESSAGES,
        at_once: float = AT_ONCE,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._a_second, self._at_once, self._clock = a_second, at_once, clock
        self._filled, self._seen = 0.0, clock()

    def takes_one_more(self) -> bool:
        """Count a message; return whether it is within the limit."""
        now = self._clock()
        self._filled = max(0.0, self._filled - (now - self._seen) * self._a_second) + 1
        self._seen = now
        return self._filled <= self._at_once


class Strikes:
    """Things of which only a few a minute are borne, such as wrong keys from one address."""

    def __init__(self, most: int = WRONG_KEYS, clock: Callable[[], float] = monotonic) -> None:
        self._most, self._clock = most, clock
        self._times: defaultdict[Hashable, deque[float]] = defaultdict(deque)

    def add(self, who: Hashable) -> None:
        """Count one."""
        if len(self._times) > MOST_ADDRESSES:
            self._times.clear()
        self._times[who].append(self._clock())

    def is_out(self, who: Hashable) -> bool:
        """Return whether there were too many within the last minute."""
        times = self._times.get(who)
        while times and self._clock() - times[0] > MINUTE:
            times.popleft()
        return bool(times) and len(times or ()) >= self._most
