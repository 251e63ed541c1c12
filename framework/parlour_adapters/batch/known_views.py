"""The vectors of views that were met: in a small game nearly every view was met before."""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec.msgpack import encode
from numpy.typing import NDArray

MAX_VIEWS = 16_384
"""Number of known views that are too many."""

START_CREDIT = 40_000
"""Credit at first: views are looked up while there is any. Each that is known adds 1."""

MISS_COST = 8
"""Credit that an unknown view costs: its features must be put together."""

ENTRY = np.dtype(np.intp)
"""Kind of the numbers of entries."""


class KnownViews:
    """The vectors of the views of a game."""

    def __init__(self, width: int) -> None:
        """Know no view; ``width`` is the number of entries of a vector."""
        self._width = width
        self._credit = START_CREDIT
        self._numbers: dict[bytes, int] = {}
        """The number of each view, by its encoding."""
        self._vectors = np.zeros((0, width), np.bool_)

    @property
    def is_used(self) -> bool:
        """Whether views are looked up: too many are known, or too few are met again."""
        return self._credit >= 0

    def vectors(
        self, views: Sequence[object], entries_of: Callable[[object], bytes]
    ) -> NDArray[np.float32]:
        """Return the vectors of views, shape (as many, width).

        ``entries_of`` puts the entries of a new view together.
        """
        keys = [*map(encode, views)]
        self._credit += len(views)
        for key, view in zip(keys, views, strict=True):
            if key not in self._numbers:
                self._add(key, entries_of(view))
        numbers = [*map(self._numbers.__getitem__, keys)]
        vectors = self._vectors.take(numbers, 0).astype(np.float32)
        if not self.is_used:  # from now on
            self._numbers.clear()
            self._vectors = self._vectors[:0].copy()
        return vectors

    def _add(self, key: bytes, entries: bytes) -> None:
        number = len(self._numbers)
        if number == len(self._vectors):
            grown = np.zeros((2 * number + 16, self._width), np.bool_)
            grown[:number] = self._vectors
            self._vectors = grown
        self._vectors[number, np.frombuffer(entries, ENTRY)] = True
        self._numbers[key] = number
        self._credit -= MISS_COST if number < MAX_VIEWS else self._credit + 1
