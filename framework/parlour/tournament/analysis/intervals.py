"""Intervals by the bootstrap: blocks are drawn again from the blocks that were played.

Shapes are written with k for classes of blocks and m for resamples.
"""

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.special import ndtr, stdtrit

Floats: TypeAlias = NDArray[np.float64]
"""Array of floats; docstrings say its shape."""

RESAMPLES = 1000
"""Number of resamples of a report."""
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


def resampled(counts: Floats, rng: np.random.Generator, resamples: int = RESAMPLES) -> Floats:
    """Return the number of blocks of each class in resamples, drawn with replacement.

    ``counts``, of shape (k,), holds the blocks of each class; the answer has the shape (m, k).
    Each resample has as many blocks as were played. The number of blocks drawn from each class is
    multinomial, which is exactly the bootstrap over single blocks (Efron and Tibshirani 1993).
    """
    total = counts.sum()
    return rng.multinomial(int(total), counts / total, size=resamples).astype(np.float64)


def ends(values: Floats, blocks: float, taken: int = 1) -> tuple[float, float]:
    """Return the ends of the 95 % interval of a figure from its values in resamples, shape (m,).

    The ends are percentiles, further out than 2.5 % where blocks are few, as Student's
    distribution is wider than the normal one (expanded percentiles, Hesterberg 2015). The figure
    rests on ``blocks`` blocks, from which ``taken`` quantities were worked out.
    """
    free = blocks - taken
    if free < 1:
        return -inf, inf
    tail = ndtr(stdtrit(free, TAIL) * sqrt(blocks / free))
    low, high = np.quantile(values, [tail, 1 - tail], method="weibull")
    return float(low), float(high)


def mean_of(
    values: Sequence[Mapping[int, float]], counts: Floats, drawn: Floats
) -> dict[int, Estimate]:
    """Return the mean over blocks of each figure, with its interval.

    ``values`` holds the figures, 0 … 1, for each of the k classes; a class may lack some of them.
    ``counts``, of shape (k,), holds the blocks of each class, and ``drawn``, of shape (m, k), the
    blocks in resamples.

    Where a figure is equal in every block, resamples say nothing. Then the exact binomial bound
    gives the share of blocks that may have escaped notice, and the ends are the mean that the
    figure would have if it were 0, or 1, in that share.
    """
    found = {}
    for name in sorted({name for some in values for name in some}):
        there = np.array([name in some for some in values], float)
        given = np.array([some.get(name, 0.0) for some in values])
        value = float((counts * there * given).sum() / (counts * there).sum())
        number = drawn @ there
        means = (drawn @ (there * given))[number > 0] / number[number > 0]
        blocks = float((counts * there).sum())
        low, high = ends(means, blocks)
        low, high = max(low, 0.0), min(high, 1.0)
        if np.ptp(given[there > 0]) < EQUAL:
            alike = TAIL ** (1 / blocks)
            low, high = alike * value, 1.0 - alike * (1.0 - value)
        found[name] = Estimate(value, min(low, value), max(high, value))
    return found
