"""Means of shares over blocks, with intervals.

Shapes are written as in ``intervals``: k for classes of blocks and g for groups.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.special import expit, logit

from parlour.tournament.analysis.intervals import (
    EQUAL,
    Estimate,
    Floats,
    Spread,
    Strata,
    unseen_share,
)

FEWEST_BLOCKS = 2
"""Fewest blocks of which a mean has an interval narrower than 0 … 1."""


def mean_of(
    values: Sequence[Mapping[int, float]], strata: Strata, matches: int
) -> dict[int, Estimate]:
    """Return the mean over blocks of each share, with its interval.

    ``values`` holds the shares, 0 … 1, for each of the k classes; a class may lack some of them.
    A block has ``matches`` matches.
    """
    found = {}
    for name in sorted({name for some in values for name in some}):
        there = np.array([name in some for some in values], float)
        given = np.array([some.get(name, 0.0) for some in values])
        found[name] = share_of(given, there, strata, matches)
    return found


def share_of(given: Floats, there: Floats, strata: Strata, matches: int) -> Estimate:
    """Return the mean of a share over the blocks that have it.

    ``given``, of shape (k,), holds the share of each class, 0 … 1, and ``there``, of the same
    shape, is 1 for the classes that have it and 0 for the others.
    """
    blocks = float((strata.counts * there).sum())
    value = float((strata.counts * there * given).sum() / blocks)
    if blocks < FEWEST_BLOCKS:
        return Estimate(value, 0.0, 1.0)
    if np.ptp(given[there > 0]) < EQUAL:
        return alike(value, blocks)
    influence = there * (given - value) / blocks
    inside = np.bincount(strata.groups, strata.counts * there)
    sums = np.bincount(strata.groups, strata.counts * there * given)
    # One further block with an even result, so that a group that came alike has a variance.
    means = (sums + 0.5) / (inside + 1)
    expected = means * (1 - means) / matches / blocks**2 * (inside / strata.sizes)
    return share_interval(value, strata.spread(influence, expected))


def share_interval(value: float, spread: Spread) -> Estimate:
    """Return a share with its interval, which is symmetrical on the scale of log-odds."""
    if not EQUAL < value < 1 - EQUAL:
        return Estimate(value, 0.0, 1.0)
    reach = spread.reach / (value * (1 - value))
    low, high = expit(logit(value) - reach), expit(logit(value) + reach)
    return Estimate(value, float(low), float(high))


def alike(value: float, blocks: float) -> Estimate:
    """Return the interval of a share that was equal in all of ``blocks`` blocks.

    A share of the blocks may have escaped notice; the ends are the mean if it were 0, or 1, there.
    """
    missed = unseen_share(blocks)
    return Estimate(value, value - missed * value, value + missed * (1 - value))
