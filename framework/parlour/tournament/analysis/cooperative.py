"""Contests whose seats all share one result: bots are compared by their mean points.

Every bot plays alone, in all seats, and all bots play the same deals. Two bots are therefore
compared deal by deal.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import permutations
from math import inf, sqrt
from statistics import fmean, variance

import numpy as np
from scipy.special import stdtr, stdtrit

from parlour.tournament.analysis.intervals import EQUAL, TAIL, Estimate, share_of, strata_alone
from parlour.tournament.analysis.pairs import Pair, Tally
from parlour.tournament.analysis.ratings import Rating
from parlour.tournament.playing.results import MatchResult

MIN_DEALS = 2
"""Minimum number of deals whose mean has an interval."""


class SharedResults:
    """Points of the bots of one contest, by deal."""

    contradicting: frozenset[Pair] = frozenset()
    """Pairs whose results contradict the others: none, since nothing is fitted."""

    def __init__(self, results: Iterable[MatchResult]) -> None:
        points: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for result in results:
            if not result.fault:
                points[result.lineup[0]][result.deal].append(fmean(result.scores))
        self.points: Mapping[int, Mapping[str, float]] = {
            who: {deal: fmean(scores) for deal, scores in deals.items()}
            for who, deals in points.items()
        }
        """Mean points of each bot in each deal."""
        self.bots = tuple(sorted(self.points))
        """Bots that played, by their numbers in the plan."""
        self._differences = {
            (one, other): [points - theirs[deal] for deal, points in mine.items() if deal in theirs]
            for (one, mine), (other, theirs) in permutations(self.points.items(), 2)
        }
        """Points of one bot less those of another in each deal of both."""

    def mean(self, who: int) -> Estimate:
        """Return a bot's mean points over deals, with Student's interval."""
        found = _student(list(self.points[who].values()))
        return Estimate(found.points, found.low, found.high)

    def difference(self, pair: Pair) -> Rating:
        """Return how many points more one bot makes than another, over the deals of both."""
        return _student(self._differences[pair])

    def superiority(self, pair: Pair) -> float:
        """Return the likelihood, 0 … 1, that one bot makes more points than another."""
        away = self._differences[pair]
        mean = fmean(away) if away else 0.0
        error = sqrt(variance(away) / len(away)) if len(away) >= MIN_DEALS else 0.0
        if error == 0:
            return 0.5
        return float(stdtr(len(away) - 1, mean / error))

    def blocks(self, pair: Pair) -> float:
        """Return the number of deals that two bots share."""
        return float(len(self._differences[pair]))

    def tally(self, pair: Pair) -> Tally:
        """Count the deals with more points for one bot than for another, as many, and fewer."""
        away = self._differences[pair]
        wins, losses = sum(one > EQUAL for one in away), sum(one < -EQUAL for one in away)
        return Tally(wins, len(away) - wins - losses, losses)

    def block_counts(self, pair: Pair) -> tuple[int, int, int, int, int]:
        """Return the number of deals that a bot lost, tied and won, in the places of blocks."""
        tally = self.tally(pair)
        return tally.losses, 0, tally.ties, 0, tally.wins

    def counted(self, pair: Pair) -> Estimate:
        """Return the share of deals that gave one bot more points, half for as many."""
        away = np.array(self._differences[pair])
        if not len(away):
            return Estimate(0.5, 0.0, 1.0)
        shares = np.where(np.abs(away) < EQUAL, 0.5, (away > 0).astype(float))
        return share_of(shares, np.ones(len(away)), strata_alone(len(away)), 1)


def _student(values: list[float]) -> Rating:
    """Return a mean with Student's interval; open where the values do not differ."""
    if not values:
        return Rating(0.0, -inf, inf)
    mean = fmean(values)
    error = sqrt(variance(values) / len(values)) if len(values) >= MIN_DEALS else 0.0
    if error == 0:
        return Rating(mean, -inf, inf)
    reach = -float(stdtrit(len(values) - 1, TAIL)) * error
    return Rating(mean, mean - reach, mean + reach)
