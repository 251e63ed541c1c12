"""Figures with their 95 % intervals."""

from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
"""Array of floats; docstrings say its shape."""

EQUAL = 1e-9
"""Difference below which two results are equal."""
TAIL = 0.025
"""Probability that is left out at either end of a 95 % interval."""


class Estimate(Struct, frozen=True):
    """A figure with its 95 % interval."""

    value: float
    """The figure."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""

    def excludes(self, value: float) -> bool:
        """Return whether a value lies outside the interval."""
        return not self.low <= value <= self.high


def unseen_share(blocks: float, tail: float = TAIL) -> float:
    """Return the greatest share of blocks with another result that may have escaped notice.

    It is the exact binomial bound for ``blocks`` blocks that all came alike.
    """
    return float(1 - tail ** (1 / blocks))
