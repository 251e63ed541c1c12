"""Limits on what pages send: a rate of messages, and attempts such as wrong keys."""

from collections import deque
from collections.abc import Callable, Hashable
from functools import lru_cache
from math import inf
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
"""Maximum number of addresses that are counted; beyond it, the oldest is forgotten."""
NETWORK_BITS = 64
"""Number of bits of an IPv6 address that name a network, which has one household or server."""


@lru_cache(maxsize=MAX_ADDRESSES)
def network_of(address: str) -> str:
    """Return what limits count as one address: of IPv6 the network, since a household has one."""
    from ipaddress import IPv6Network, ip_address  # noqa: PLC0415  a page's own Python has it not

    try:
        known = ip_address(address)
    except ValueError:
        return address
    if known.version == 4:
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(IPv6Network((known, NETWORK_BITS), strict=False))


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
        self._times: dict[Hashable, deque[float]] = {}

    def add(self, who: Hashable) -> None:
        """Count an attempt."""
        times = self._times.pop(who, deque())
        times.append(self._clock())
        self._times[who] = times  # the last one
        if len(self._times) > MAX_ADDRESSES:
            self._times.pop(next(iter(self._times)))

    def wait_of(self, who: Hashable) -> float:
        """Return the seconds until another attempt is allowed; infinite if none ever is."""
        if not self._maximum:
            return inf
        times = self._times.get(who, deque())
        now = self._clock()
        while times and now - times[0] >= ATTEMPT_SECONDS:
            times.popleft()
        return times[-self._maximum] + ATTEMPT_SECONDS - now if len(times) >= self._maximum else 0.0
