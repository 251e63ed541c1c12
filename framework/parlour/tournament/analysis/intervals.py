"""Intervals by the bootstrap: blocks are drawn again from those that were played."""

from collections.abc import Mapping, Sequence
from math import inf, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.special import ndtr, stdtrit

Floats = NDArray[np.float64]

RESAMPLES = 1000
ALIKE = 1e-9
"""Figures that differ by less are the same."""
TAIL = 0.025
"""Left out at either end: what remains is 95 %."""


class Estimate(Struct, frozen=True):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


def resampled(counts: Floats, rng: np.random.Generator, resamples: int = RESAMPLES) -> Floats:
    """Draw as many blocks as there are, with replacement, again and again.

    Blocks of which the same came count as one class: how often each class is drawn is
    multinomial, which is the bootstrap over blocks and nothing else.
    """
    total = counts.sum()
    return rng.multinomial(int(total), counts / total, size=resamples).astype(np.float64)


def ends(values: Floats, blocks: float, taken: int = 1) -> tuple[float, float]:
    """Return the ends of the 95 % interval of a figure that rests on so many blocks.

    They are percentiles of its resamples, a little further out than 2.5 % where blocks are few, as
    Student's distribution is wider than the normal one (Hesterberg's expanded percentiles).
    ``taken`` is how many quantities were worked out from these blocks.
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
    """Return the mean over blocks of each figure, 0 … 1, that is given for some of their classes.

    Where it is the same in every block, resamples say nothing. Then the ends are where it would be
    if as many blocks as may have escaped notice, by the exact binomial bound, had been 0, or 1.
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
        if np.ptp(given[there > 0]) < ALIKE:
            alike = TAIL ** (1 / blocks)
            low, high = alike * value, 1.0 - alike * (1.0 - value)
        found[name] = Estimate(value, min(low, value), max(high, value))
    return found
