"""Intervals of figures, from their spread over blocks; which bots are better for certain.

An estimate is taken as a sum of contributions, one of each block: its *influence* on the estimate,
less the mean. The variance is worked out within each group of bots that met, since a schedule fixes
how many blocks a group plays, and then summed. Shapes are written with k for classes of blocks and
g for groups.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import sqrt
from operator import or_
from typing import TypeAlias, TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.special import expit, logit, stdtr, stdtrit

from parlour_tournament.playing import BlockClass
from parlour_tournament.schedules import Group

Floats: TypeAlias = NDArray[np.float64]
"""Array of floats; docstrings say its shape."""

EQUAL = 1e-9
"""Difference below which two results, or two strengths, are equal."""
TAIL = 0.025
"""Probability that is left out at either end of a 95 % interval."""
PRIOR_BLOCKS = 0.5
"""Number of blocks that the variance expected of independent matches counts for in each group."""
ADDED_DEGREES = 4.0
"""Degrees of freedom that are added: intervals here are symmetrical on the scale of log-odds, and
there Student's quantile is wider than needed; ``benchmarks/coverage.py`` measures their coverage.
"""
ADDED_DEGREES_FOR_TWO = 20.0
"""Degrees of freedom that are added for two seats, where a block has few possible results."""
TWO_SEATS = 2
"""Number of seats of a match of two bots."""
MIN_GROUP_BLOCKS = 3
"""Minimum number of blocks of a group with a separate variance; smaller groups are one."""
ROUNDING = 1e-12
"""Share of the squares of influences below which their spread is rounding."""


class Estimate(Struct, frozen=True):
    """A figure with its 95 % interval."""

    value: float
    """The figure."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""


def mid_p_bound(blocks: float) -> float:
    """Return the greatest share of blocks with another result that may have escaped notice.

    It is the binomial bound for ``blocks`` blocks with one result, by the mid-p-value, which
    counts the observed result by half (Lancaster 1961).
    """
    return float(1 - (2 * TAIL) ** (1 / blocks))


class StandardError(Struct, frozen=True):
    """Standard error of an estimate."""

    error: float
    """Standard error, in the unit of the estimate."""
    degrees: float
    """Degrees of freedom of the error, after Satterthwaite."""
    degenerate: bool
    """Whether no block differs from the others of its group."""
    added_degrees: float = 0.0
    """Degrees of freedom that are added for the ends of intervals."""

    @property
    def half_width(self) -> float:
        """Distance from the estimate to the ends of its 95 % interval."""
        return -float(stdtrit(self.degrees + self.added_degrees, TAIL)) * self.error

    def probability(self, estimate: float) -> float:
        """Return the probability, 0 … 1, that the quantity is above 0, by Student's distribution.

        It is one less the one-sided p-value. No degrees of freedom are added: those are right for
        95 %, and too many for the small p-values that count among many comparisons.
        """
        if self.error == 0:
            return 0.5 if estimate == 0 else float(estimate > 0)
        return float(stdtr(self.degrees, estimate / self.error))


@dataclass(frozen=True)
class Strata:
    """Blocks of each class, and the group of bots that played them."""

    counts: Floats
    """Shape (k,): number of blocks of each class."""
    groups: NDArray[np.int64]
    """Shape (k,): number of the group of each class, from 0."""
    sizes: Floats
    """Shape (g,): number of blocks of each group."""
    clusters: NDArray[np.int64]
    """Shape (k,): number of the bots that met in each class; a small group is one too."""
    added_degrees: float = ADDED_DEGREES
    """Degrees of freedom that are added to Satterthwaite's."""

    def standard_error(
        self, influence: Floats, expected: Floats, *, between: bool = False
    ) -> StandardError:
        """Return the standard error of an estimate.

        ``influence``, of shape (k,), is the contribution of a block of each class. ``expected``,
        of shape (g,), is the variance of a block's contribution if its matches were independent;
        it counts as ``PRIOR_BLOCKS`` further blocks of each group (a moderated variance, Smyth
        2004), so that a few blocks with one result by chance do not make an estimate certain.

        ``between`` takes groups for clusters (Liang and Zeger 1986): the error is at least what the
        distances of groups from the fit amount to, as if other opponents could have met.
        """
        weighted = self.counts * influence
        whole = np.bincount(self.groups, weighted * influence)
        # Squares of distances from the mean of each group; what rounding leaves of them is nothing.
        squares = whole - np.bincount(self.groups, weighted) ** 2 / self.sizes
        squares[squares <= ROUNDING * whole] = 0.0
        degrees = PRIOR_BLOCKS + self.sizes - 1
        parts = self.sizes * (PRIOR_BLOCKS * expected + squares) / degrees
        total = float(parts.sum())
        if between:
            sums = np.bincount(self.clusters, weighted)
            parts *= max(1.0, float((sums**2).sum()) / total if total > 0 else 1.0)
            total = float(parts.sum())
        if total <= 0:
            return StandardError(
                0.0, float(degrees.sum()), degenerate=True, added_degrees=self.added_degrees
            )
        degenerate = not squares.any()
        satterthwaite = total**2 / float((parts**2 / degrees).sum())
        return StandardError(sqrt(total), satterthwaite, degenerate, self.added_degrees)


def strata_of(classes: Sequence[BlockClass], counts: Floats) -> Strata:
    """Return the strata of classes of blocks, given their numbers of blocks, shape (k,)."""
    met = [group_of(kind) for kind in classes]
    blocks: Counter[Group] = Counter()
    for group, count in zip(met, counts, strict=True):
        blocks[group] += int(count)
    named = [group if blocks[group] >= MIN_GROUP_BLOCKS else () for group in met]
    numbers = {group: number for number, group in enumerate(sorted(set(named)))}
    groups = np.array([numbers[group] for group in named], np.int64)
    added = ADDED_DEGREES_FOR_TWO if len(classes[0][0][0]) == TWO_SEATS else ADDED_DEGREES
    sizes: Floats = np.bincount(groups, counts).astype(np.float64)
    every = {group: number for number, group in enumerate(blocks)}
    return Strata(counts, groups, sizes, np.array([every[group] for group in met], np.int64), added)


def group_of(kind: BlockClass) -> Group:
    """Return the bots that met in a block, copies included."""
    return tuple(sorted(kind[0][0]))


def single_stratum(blocks: int) -> Strata:
    """Return the strata of blocks of one group, one for each class."""
    sizes: Floats = np.array([blocks], float)
    alone = np.zeros(blocks, np.int64)
    return Strata(np.ones(blocks), alone, sizes, alone)


MIN_BLOCKS = 2
"""Minimum number of blocks for an interval narrower than 0 … 1."""


def mean_of(
    values: Sequence[Mapping[int, float]], strata: Strata, matches: int
) -> dict[int, Estimate]:
    """Return the mean over blocks of each share, with its interval.

    ``values`` holds the shares, 0 … 1, for each of the k classes; a class may lack some of them.
    A block has ``matches`` matches.
    """
    columns: dict[int, Floats] = defaultdict(lambda: np.zeros((2, len(values))))
    for number, some in enumerate(values):
        for name, share in some.items():
            columns[name][:, number] = share, 1.0
    return {
        name: share_of(columns[name][0], columns[name][1], strata, matches)
        for name in sorted(columns)
    }


def share_of(shares: Floats, present: Floats, strata: Strata, matches: int) -> Estimate:
    """Return the mean of a share over the blocks that have it.

    ``shares``, of shape (k,), holds the share of each class, 0 … 1, and ``present``, of the same
    shape, is 1 for the classes that have it and 0 for the others.
    """
    blocks = float((strata.counts * present).sum())
    value = float((strata.counts * present * shares).sum() / blocks)
    if blocks < MIN_BLOCKS:
        return Estimate(value, 0.0, 1.0)
    if np.ptp(shares[present > 0]) < EQUAL:
        return interval_of_constant_share(value, blocks)
    influence = present * (shares - value) / blocks
    inside = np.bincount(strata.groups, strata.counts * present)
    sums = np.bincount(strata.groups, strata.counts * present * shares)
    # One further block with an even result, so that a group with one result has a variance.
    means = (sums + 0.5) / (inside + 1)
    expected = means * (1 - means) / matches / blocks**2 * (inside / strata.sizes)
    return share_interval(value, strata.standard_error(influence, expected))


def share_interval(value: float, error: StandardError) -> Estimate:
    """Return a share with its interval, which is symmetrical on the scale of log-odds."""
    if not EQUAL < value < 1 - EQUAL:
        return Estimate(value, 0.0, 1.0)
    reach = error.half_width / (value * (1 - value))
    low = expit(logit(value) - reach)
    high = expit(logit(value) + reach)
    return Estimate(value, float(low), float(high))


def interval_of_constant_share(value: float, blocks: float) -> Estimate:
    """Return the interval of a share that was equal in all of ``blocks`` blocks.

    A share of the blocks may have escaped notice; the ends are the mean if it were 0, or 1, there.
    """
    missed = mid_p_bound(blocks)
    return Estimate(value, value - missed * value, value + missed * (1 - value))


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
    half, and each half is corrected step by step. After Holm, a step counts the comparisons that
    may still be of equal bots. After Shaffer, the comparisons of one contest are fewer: if a is
    better than b, then c cannot equal both. Both hold for any dependence. Bounds from the joint
    distribution would be narrower by a fiftieth of an error, since comparisons of different games
    are independent.
    """

    def __init__(
        self, likelihoods: Mapping[Comparison, float], intransitive: Collection[int] = ()
    ) -> None:
        """Decide; ``likelihoods`` say how likely the first bot is better, each two bots once.

        In contests that are ``intransitive``, two bots may equal a third and not each other.
        """
        p_values = {key: 2 * min(better, 1 - better) for key, better in likelihoods.items()}
        whole = {key: p_value for key, p_value in p_values.items() if key[2] == OVERALL}
        parts = {key: p_value for key, p_value in p_values.items() if key[2] != OVERALL}
        level = LEVEL / 2 if whole and parts else LEVEL
        possible = _numbers_of_equals(parts, intransitive)
        adjusted = holm_adjusted(whole) | holm_adjusted(parts, possible)
        self._signs = {
            key: 1 if likelihoods[key] > 0.5 else -1
            for key, p_value in adjusted.items()
            if p_value < level
        }

    def sign(self, one: int, other: int, contest: int = OVERALL) -> int:
        """Return 1 if one bot is better than another for certain, -1 if worse, else 0."""
        stated = self._signs.get((one, other, contest), 0)
        return stated or -self._signs.get((other, one, contest), 0)

    def ranks(self, strengths: Mapping[int, float], contest: int) -> dict[int, RankRange]:
        """Return the ranks of the bots of a contest; ``strengths`` decides, the higher the better.

        Strengths are equal if they differ by rounding only.
        """
        return {one: self._rank(one, strengths, contest) for one in strengths}

    def _rank(self, one: int, strengths: Mapping[int, float], contest: int) -> RankRange:
        mine = strengths[one]
        rank = 1 + sum(other > mine + EQUAL for other in strengths.values())
        signs = [self.sign(one, other, contest) for other in strengths]
        low = min(1 + signs.count(-1), rank)
        high = max(len(strengths) - signs.count(1), rank)
        return RankRange(rank, low, high)


def holm_adjusted(p_values: Mapping[K, float], possible: int = -1) -> dict[K, float]:
    """Return p-values adjusted for their number, after Holm.

    If not every number of them can be true at once, bit n of ``possible`` is set for those n that
    can (Shaffer 1986).
    """
    adjusted: dict[K, float] = {}
    most = 0.0
    for rank, key in enumerate(sorted(p_values, key=p_values.__getitem__)):
        left = len(p_values) - rank
        true = (possible & ((2 << left) - 1)).bit_length() - 1
        # Running maximum: an adjusted value never falls below that of a smaller p-value.
        most = max(most, min(1.0, true * p_values[key]))
        adjusted[key] = most
    return adjusted


def _numbers_of_equals(comparisons: Collection[Comparison], intransitive: Collection[int]) -> int:
    """Return how many comparisons of contests may be of equal bots, as bits of a number."""
    possible = 1
    for contest in {number for _, _, number in comparisons}:
        pairs = [(one, other) for one, other, number in comparisons if number == contest]
        bots = len({who for pair in pairs for who in pair})
        known = (2 << len(pairs)) - 1 if contest in intransitive else numbers_of_equal_pairs(bots)
        possible = reduce(or_, (possible << n for n in range(len(pairs) + 1) if known >> n & 1))
    return possible


def numbers_of_equal_pairs(bots: int) -> int:
    """Return how many pairs of some bots can be equal at once, as bits of a number.

    Of four bots these are 0, 1, 2, 3 or 6: equal bots form sets, and all pairs of a set are equal.
    """
    numbers = [1]
    for size in range(1, bots + 1):
        sets = (numbers[size - some] << some * (some - 1) // 2 for some in range(1, size + 1))
        numbers.append(reduce(or_, sets))
    return numbers[bots]
