"""Statements of order: which bots are better than others for certain, in one game and over all.

A report compares every two bots in every contest, and over all games where there are several
contests. Of so many comparisons of equal bots some look clear by chance. So all of them are
corrected together, after Holm: at most 5 % of tournaments of equal bots state any order. Ranks and
the numbers of bots beaten are counts of these statements. Holm's correction holds for any
dependence. Bounds from the joint distribution would be narrower by a fiftieth of an error, since
comparisons of different games are independent.
"""

from collections.abc import Hashable, Mapping
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

    def __init__(self, likelihoods: Mapping[Comparison, float]) -> None:
        """Decide; ``likelihoods`` are those that the first bot is better, each two bots once."""
        chances = {key: 2 * min(found, 1 - found) for key, found in likelihoods.items()}
        self._signs = {
            key: 1 if likelihoods[key] > 0.5 else -1
            for key, chance in adjusted(chances).items()
            if chance < LEVEL
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


def adjusted(chances: Mapping[K, float]) -> dict[K, float]:
    """Return p-values adjusted for their number, after Holm."""
    found: dict[K, float] = {}
    most = 0.0
    for rank, key in enumerate(sorted(chances, key=chances.__getitem__)):
        # Running maximum: an adjusted value never falls below that of a smaller p-value.
        most = max(most, min(1.0, (len(chances) - rank) * chances[key]))
        found[key] = most
    return found
