"""Statements of order: which bots are better than others for certain, in one game and over all.

A report compares every two bots in every contest, and over all games where there are several
contests. Of so many comparisons of equal bots some look clear by chance. So all of them are
corrected together: at most 5 % of tournaments of equal bots state any order. Ranks and the numbers
of bots beaten are counts of these statements.

The comparisons over all games share half of the 5 %, those of the contests the other half, and
each half is corrected step by step. After Holm, a step counts the comparisons that may still be of
equal bots. After Shaffer, those of one contest are fewer: if a is better than b, then c cannot
equal both. Both hold for any dependence. Bounds from the joint distribution would be narrower by a
fiftieth of an error, since comparisons of different games are independent.
"""

from collections.abc import Collection, Hashable, Mapping
from functools import reduce
from operator import or_
from typing import TypeAlias, TypeVar

from msgspec import Struct

LEVEL = 0.05
"""Share of tournaments of equal bots that may state any order."""

EQUAL = 1e-9
"""Difference below which two strengths are equal."""

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
    """Number of bots less those that are worse for certain."""


class StatedOrder:
    """Statements of a tournament about who is better."""

    def __init__(
        self, likelihoods: Mapping[Comparison, float], circular: Collection[int] = ()
    ) -> None:
        """Decide; ``likelihoods`` are those that the first bot is better, each two bots once.

        In contests that are ``circular``, two bots may equal a third and not each other.
        """
        chances = {key: 2 * min(found, 1 - found) for key, found in likelihoods.items()}
        whole = {key: chance for key, chance in chances.items() if key[2] == OVERALL}
        parts = {key: chance for key, chance in chances.items() if key[2] != OVERALL}
        level = LEVEL / 2 if whole and parts else LEVEL
        found = adjusted(whole) | adjusted(parts, _numbers_of_equals(parts, circular))
        self._signs = {
            key: 1 if likelihoods[key] > 0.5 else -1
            for key, chance in found.items()
            if chance < level
        }

    def sign(self, one: int, other: int, contest: int = OVERALL) -> int:
        """Return 1 if one bot is better than another for certain, -1 if worse, else 0."""
        found = self._signs.get((one, other, contest), 0)
        return found or -self._signs.get((other, one, contest), 0)

    def ranks(self, strengths: Mapping[int, float], contest: int) -> dict[int, RankRange]:
        """Return the ranks of the bots of a contest; ``strengths`` decides, the higher the better.

        Strengths are equal if they differ by rounding only.
        """
        return {one: self._rank(one, strengths, contest) for one in strengths}

    def _rank(self, one: int, strengths: Mapping[int, float], contest: int) -> RankRange:
        mine = strengths[one]
        rank = 1 + sum(other > mine + EQUAL for other in strengths.values())
        signs = [self.sign(one, other, contest) for other in strengths]
        low, high = 1 + signs.count(-1), len(strengths) - signs.count(1)
        return RankRange(rank, min(low, rank), max(high, rank))


def adjusted(chances: Mapping[K, float], possible: int = -1) -> dict[K, float]:
    """Return p-values adjusted for their number, after Holm.

    If not every number of them can be true at once, bit n of ``possible`` is set for those n that
    can (Shaffer 1986).
    """
    found: dict[K, float] = {}
    most = 0.0
    for rank, key in enumerate(sorted(chances, key=chances.__getitem__)):
        left = len(chances) - rank
        true = (possible & ((2 << left) - 1)).bit_length() - 1
        # Running maximum: an adjusted value never falls below that of a smaller p-value.
        most = max(most, min(1.0, true * chances[key]))
        found[key] = most
    return found


def _numbers_of_equals(comparisons: Collection[Comparison], circular: Collection[int]) -> int:
    """Return how many comparisons of contests may be of equal bots, as bits of a number."""
    possible = 1
    for contest in {number for _, _, number in comparisons}:
        pairs = [(one, other) for one, other, number in comparisons if number == contest]
        bots = len({who for pair in pairs for who in pair})
        known = (2 << len(pairs)) - 1 if contest in circular else numbers_of_equal_pairs(bots)
        possible = reduce(or_, (possible << n for n in range(len(pairs) + 1) if known >> n & 1))
    return possible


def numbers_of_equal_pairs(bots: int) -> int:
    """Return how many pairs of some bots can be equal at once, as bits of a number.

    Of four bots these are 0, 1, 2, 3 or 6: equal bots form sets, and all pairs of a set are equal.
    """
    found = [1]
    for size in range(1, bots + 1):
        sets = (found[size - some] << some * (some - 1) // 2 for some in range(1, size + 1))
        found.append(reduce(or_, sets))
    return found[bots]
