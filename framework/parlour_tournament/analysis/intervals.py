"""Means over blocks with their intervals, and the statements of order of a tournament."""

from collections.abc import Hashable, Mapping, Sequence
from math import sqrt
from typing import TypeAlias, TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtr

from parlour_tournament.analysis.likelihood import (
    Contributions,
    Floats,
    Numbers,
    interval_ends,
    quantile,
)

EQUAL = 1e-9
"""Difference below which two results, or two strengths, are equal."""


class Estimate(Struct, frozen=True):
    """A figure with its 95 % interval."""

    value: float
    """The figure."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""


class Means:
    """Means of shares, 0 … 1, over blocks that have ``matches`` matches each."""

    def __init__(self, rows: Sequence[Mapping[float, float]], matches: int) -> None:
        """Take rows of shares, with the number of blocks that have each; none is empty."""
        sizes = [len(row) for row in rows]
        self._starts: Numbers = np.cumsum([0, *sizes[:-1]])
        self._sizes = np.array(sizes)
        self._shares = np.array([share for row in rows for share in row])
        self._counts = np.array([count for row in rows for count in row.values()], float)
        self._reach = min(1.0, sqrt(2 / matches))
        self.blocks: Floats = np.add.reduceat(self._counts, self._starts)
        """Number of blocks of each mean."""
        sums = np.add.reduceat(self._counts * self._shares, self._starts)
        self.values: Floats = sums / self.blocks
        """The means."""
        self._matches = matches

    def roots(self, means: Floats) -> Floats:
        """Return the signed roots of the log ratios if the means were these."""
        supposed = np.repeat(means, self._sizes)
        return Contributions(
            self._shares - supposed,
            self._counts,
            self._reach * supposed,
            self._reach * (1 - supposed),
        ).signed_roots(self._starts)

    def estimates(self) -> list[Estimate]:
        """Return all means with their intervals."""
        margin = 1 / (4 * self.blocks + 4)
        inner = np.clip(self.values, margin, 1 - margin)
        quantiles = quantile(self.blocks)
        step = quantiles / np.sqrt(self.blocks * self._matches * inner * (1 - inner))
        ends = interval_ends(lambda odds: self.roots(expit(odds)), logit(inner), step, quantiles)
        low, high = (expit(end) for end in ends)
        columns = (self.values, np.minimum(low, self.values), np.maximum(high, self.values))
        return [Estimate(*row) for row in np.stack(columns, axis=1).tolist()]


def mean_of(shares: Sequence[float], matches: int) -> Estimate:
    """Return the mean of shares, 0 … 1, of blocks with ``matches`` matches each."""
    return Means([counts_of(shares)], matches).estimates()[0]


def counts_of(shares: Sequence[float]) -> dict[float, float]:
    """Return how many blocks have each share."""
    return {share: float(shares.count(share)) for share in shares}


LEVEL = 0.05
"""Family-wise error rate: the share of tournaments of equal bots that may state any order."""


K = TypeVar("K", bound=Hashable)

Comparison: TypeAlias = tuple[int, int, int]
"""Two bots by their numbers in the plan, and the contest; ``OVERALL`` for all games together."""

OVERALL = -1
"""Number of the contest in comparisons over all games."""


class RankRange(Struct, frozen=True):
    """Rank of a bot in one contest, and the ranks that the statements leave open."""

    rank: int
    """The rank, 1 for the best; bots of equal strength share one."""
    low: int
    """One more than the number of bots that are better for certain."""
    high: int
    """Number of bots less the certainly worse ones."""


class StatedOrder:
    """Statements of a tournament about better bots, in one game and over all.

    A report compares every two bots in every contest, and over all games where there are several
    contests. Of so many comparisons of equal bots some look clear by chance. So all of them are
    corrected together: at most 5 % of tournaments of equal bots state any order. Ranks and the
    numbers of bots beaten are counts of these statements.

    The comparisons over all games share half of the 5 %, the comparisons within contests the other
    half, and each half is corrected step by step, after Holm, which holds for any dependence.
    """

    def __init__(self, scores: Mapping[Comparison, float]) -> None:
        """Decide; ``scores`` are normal, above 0 if the first is better; each two bots once."""
        p_values = {key: 2 * float(ndtr(-abs(score))) for key, score in scores.items()}
        whole = {key: p_value for key, p_value in p_values.items() if key[2] == OVERALL}
        parts = {key: p_value for key, p_value in p_values.items() if key[2] != OVERALL}
        level = LEVEL / 2 if whole and parts else LEVEL
        adjusted = holm_adjusted(whole) | holm_adjusted(parts)
        self._signs = {
            key: 1 if scores[key] > 0 else -1
            for key, p_value in adjusted.items()
            if p_value < level
        }

    def sign(self, one: int, other: int, contest: int = OVERALL) -> int:
        """Return 1 if one bot is better than another for certain, -1 if worse, else 0."""
        stated = self._signs.get((one, other, contest), 0)
        return stated or -self._signs.get((other, one, contest), 0)

    def ranks(self, strengths: Mapping[int, float], contest: int) -> dict[int, RankRange]:
        """Return the ranks of the bots of a contest; ``strengths`` decides, the higher the better.

        Strengths are equal if they differ by rounding only. A bot is better than those that it
        leads to by a chain of statements, but not than those that lead back: bots that beat each
        other in a circle share the ranks of all of them.
        """
        bots = list(strengths)
        signs = [[self.sign(one, other, contest) > 0 for other in bots] for one in bots]
        leads = _chains(np.array(signs, bool).reshape(len(bots), len(bots)))
        certain = leads & ~leads.T
        better = certain.sum(axis=0)
        worse = certain.sum(axis=1)
        ranges = {}
        for place, (who, mine) in enumerate(strengths.items()):
            rank = 1 + sum(other > mine + EQUAL for other in strengths.values())
            low = min(1 + int(better[place]), rank)
            high = max(len(bots) - int(worse[place]), rank)
            ranges[who] = RankRange(rank, low, high)
        return ranges


def _chains(leads: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whether a chain of steps leads from the row to the column, shape (n, n)."""
    for middle in range(len(leads)):
        leads = leads | leads[:, [middle]] & leads[[middle]]
    return leads


def holm_adjusted(p_values: Mapping[K, float]) -> dict[K, float]:
    """Return p-values adjusted for their number, after Holm."""
    adjusted: dict[K, float] = {}
    most = 0.0
    for rank, key in enumerate(sorted(p_values, key=p_values.__getitem__)):
        # Running maximum: an adjusted value never falls below that of a smaller p-value.
        most = max(most, min(1.0, (len(p_values) - rank) * p_values[key]))
        adjusted[key] = most
    return adjusted
