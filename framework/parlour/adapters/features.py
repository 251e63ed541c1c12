"""A view as a vector of noughts and ones, by hashing: it fits every game, and needs no code of it.

Each leaf of the view, such as ``boards 0 shells = 3``, sets the entries of its features to 1. A
text, a truth value, None or a small number is a feature by itself; each bit of a whole number is
one too, so that a set of cells kept as a bitmask is seen cell by cell. The entry of a feature is a
hash of its name: two features share one by accident only, and more rarely in a wide vector.
"""

from collections.abc import Iterator
from functools import lru_cache
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

WIDTH = 1024
"""Number of entries of a vector, unless you give another."""

MIN_LARGE = 16
"""Minimum number that has features for its bits alone."""

MAX_CACHED_LEAVES = 100_000
"""Maximum number of leaves whose features are cached."""


class Features:
    """Makes vectors of one width."""

    def __init__(self, width: int = WIDTH) -> None:
        self.width = width
        """Number of entries."""

    def vector(self, view: object) -> NDArray[np.float32]:
        """Return the features of a view, shape (width,): 1 where it has one, else 0."""
        made = np.zeros(self.width, np.float32)
        for path, value in leaves("", msgspec.to_builtins(view)):
            for hashed in hashes(path, value):
                made[hashed % self.width] = 1
        return made


def leaves(path: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield each leaf of a tree of dicts and lists, with its path."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(f"{path} {name}", inner)
    elif isinstance(value, list | tuple):
        yield f"{path} length", len(value)
        for number, inner in enumerate(value):
            yield from leaves(f"{path} {number}", inner)
    else:
        yield path, value


@lru_cache(maxsize=MAX_CACHED_LEAVES, typed=True)
def hashes(path: str, value: object) -> tuple[int, ...]:
    """Return the hashes of the features of a leaf."""
    names = []
    if isinstance(value, int) and not isinstance(value, bool):
        size = abs(value)
        names += [f"{path} bit {bit}" for bit in range(size.bit_length()) if size >> bit & 1]
        if value < 0:
            names.append(f"{path} below 0")
    if not isinstance(value, int) or isinstance(value, bool) or 0 <= value < MIN_LARGE:
        names.append(f"{path} = {value}")
    return tuple(crc32(name.encode()) for name in names)
