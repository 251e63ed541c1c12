"""A value that takes time to work out, for pages that are asked for often."""

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

T = TypeVar("T")

MIN_SECONDS = 5.0
"""Minimum number of seconds before the figures of a page are worked out again."""
SHOWN_TIMES = 10
"""Times as long as its figures took that a page is shown."""


class CachedValue(Generic[T]):
    """A value that takes time to work out, kept for a while."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = Lock()
        self._kept: list[T] = []
        self._until = 0.0

    def value(self) -> T:
        """Return the value; it is worked out again once it has been shown long enough."""
        with self._lock:
            began = monotonic()
            if not self._kept or began >= self._until:
                self._kept[:] = [self._make()]
                took = monotonic() - began
                self._until = began + took + max(MIN_SECONDS, SHOWN_TIMES * took)
            return self._kept[0]
