"""Any two bots of one contest: their results against each other, and the fit's statement.

If all seats share one result, nothing is fitted. Every bot then plays alone, in all seats, all bots
play the same deals, and two bots are compared deal by deal, by their points.

Shapes are written as in ``intervals``: k for classes of blocks and g for groups.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from math import inf, sqrt
from statistics import fmean, variance
from typing import TypeAlias

import numpy as np
from scipy.special import stdtr, stdtrit

from parlour_tournament.analysis.intervals import (
    EQUAL,
    LEVEL,
    TAIL,
    Estimate,
    Floats,
    StandardError,
    holm_adjusted,
    share_of,
    single_stratum,
)
from parlour_tournament.analysis.ratings import SCALE, Fit, Rating, along, fit_ratings
from parlour_tournament.playing import BlockClass, MatchResult, results_by_pair

MIN_BLOCKS = 6
"""Minimum number of blocks of a pair whose results count as played, instead of the fit."""
MIN_ERROR = 1e-6
"""Minimum standard error of a residual; below it the fit must give the played results."""

Pair: TypeAlias = tuple[int, int]
"""Two bots by their numbers in the plan: the one whose result it is, and the other."""


@dataclass
class Tally:
    """Meetings of two bots, from one side."""

    wins: int = 0
    """Meetings that it won, of each two seats in each match."""
    ties: int = 0
    """Meetings in one place."""
    losses: int = 0
    """Meetings that it lost."""
    shares: dict[int, float] = field(default_factory=dict)
    """Mean result, 0 … 1, in a block of each class that they met in, by the class's number."""


def block_counts(shares: Iterable[tuple[float, int]]) -> tuple[int, int, int, int, int]:
    """Count blocks with the result 0, below ½, ½, above ½ and 1; given results and their numbers.

    With two seats these are the pentanomial counts of pairs of matches, as engine testers have
    them (Van den Bergh 2020); larger blocks have more results, which are put together.
    """
    counts = [0] * 5
    for share, count in shares:
        counts[(share > 0) + (share >= 0.5) + (share > 0.5) + (share == 1)] += count
    lost, worse, even, better, won = counts
    return lost, worse, even, better, won


@dataclass(frozen=True)
class PairTable:
    """All pairs of one contest."""

    fit: Fit
    """Fit of the contest, which numbers the classes."""
    tallies: Mapping[Pair, Tally]
    """Tally of each pair that met, from both sides."""
    predicted: Mapping[Pair, float]
    """Mean result, 0 … 1, that the fit expects of the meetings of each pair."""
    matches: int
    """Number of matches in a block."""
    contradicting: frozenset[Pair] = frozenset()
    """Pairs, from both sides, whose results contradict the fit."""
    _played: dict[Pair, Estimate] = field(default_factory=dict)
    """Results as played that were asked for."""
    _open: dict[Pair, bool] = field(default_factory=dict)
    """Answers of ``is_open``, with the first bot of the plan first."""

    def played(self, pair: Pair) -> Estimate | None:
        """Return the mean result of one bot against another, with its interval; None if unmet."""
        if pair not in self.tallies:
            return None
        if pair not in self._played:
            present, shares = self._columns(pair)
            result = share_of(shares, present, self.fit.strata, self.matches)
            self._played[pair] = result
            # The other side has the rest of each block's result.
            self._played[pair[::-1]] = Estimate(1 - result.value, 1 - result.high, 1 - result.low)
        return self._played[pair]

    def superiority(self, pair: Pair) -> float:
        """Return the likelihood, 0 … 1, that one bot is better than another.

        It comes from the fit, or from what the two played if that contradicts the fit.
        """
        if pair not in self.contradicting:
            return self.fit.superiority(*self._places(pair))
        present, shares = self._columns(pair)
        blocks = (self.fit.strata.counts * present).sum()
        away = float((self.fit.strata.counts * shares).sum() / blocks) - 0.5
        chance = float(0.5**blocks)
        likelihood = self._standard_error(self._played_influence(pair), pair).probability(away)
        return min(max(likelihood, chance), 1 - chance)

    def tally(self, pair: Pair) -> Tally:
        """Return what two bots played against each other."""
        return self.tallies.get(pair, Tally())

    def difference(self, pair: Pair) -> Rating:
        """Return the strength of one bot less another's, in points of the rating."""
        return self.fit.difference(*self._places(pair))

    def elo(self, pair: Pair) -> Rating:
        """Return the difference of two bots in Elo."""
        return self.fit.elo(*self._places(pair))

    def block_counts(self, pair: Pair) -> tuple[int, int, int, int, int]:
        """Return the number of blocks of two bots by their result, as ``block_counts`` does."""
        counts = self.fit.strata.counts
        return block_counts(
            (share, int(counts[number])) for number, share in self.tally(pair).shares.items()
        )

    def normalized_elo(self, pair: Pair) -> float | None:
        """Return the normalised Elo of two bots, or None if no block differs from another.

        It is 800 / ln 10 times the distance of the mean result of a meeting from ½, in standard
        deviations of a meeting. These come from whole blocks, whose meetings depend on each other
        (M. Van den Bergh: Normalized Elo, 2021).
        """
        tally = self.tally(pair)
        counts = self.fit.strata.counts
        blocks = float(sum(counts[number] for number in tally.shares))
        known = [(share, counts[number] / blocks) for number, share in tally.shares.items()]
        mean = sum(share * weight for share, weight in known)
        variance = sum(weight * (share - mean) ** 2 for share, weight in known)
        if variance < EQUAL:
            return None
        meetings = (tally.wins + tally.ties + tally.losses) / blocks
        return float(2 * SCALE * (mean - 0.5) / sqrt(variance * meetings))

    def counted(self, pair: Pair) -> Estimate:
        """Return the result that counts: the played one where they met enough, else the fitted."""
        played = self.played(pair) if self.met_enough(pair) else None
        if played is not None:
            return played
        one, other = self._places(pair)
        return self.fit.expected_within(one, other)

    def met_enough(self, pair: Pair) -> bool:
        """Return whether two bots met in ``MIN_BLOCKS`` blocks."""
        one, other = self._places(pair)
        return bool(self.fit.met[one, other] >= MIN_BLOCKS)

    def blocks(self, pair: Pair) -> float:
        """Return the blocks behind a comparison: blocks of both, else of the rarer bot."""
        one, other = self._places(pair)
        both = float(self.fit.met[one, other])
        return both if self.met_enough(pair) else self.fit.blocks(one, other)

    def influence(self, pair: Pair) -> Floats:
        """Return the influence of a block of each class on ``counted``, shape (k,)."""
        return self._played_influence(pair) if self.met_enough(pair) else self._fitted(pair)

    def gradient(self, pair: Pair) -> Floats:
        """Return the gradient of the fitted result by the parameters, shape (p,)."""
        return self.fit.gradient(*self._places(pair))

    def is_open(self, pair: Pair) -> bool:
        """Return whether the spread of blocks says nothing about the result that counts."""
        both = (min(pair), max(pair))
        if both not in self._open:
            value = self.counted(both)
            bounded = 0 < value.low <= value.high < 1
            self._open[both] = (
                not bounded or self._standard_error(self.influence(both), both).degenerate
            )
        return self._open[both]

    def lack_of_fit(self, pair: Pair) -> float:
        """Return the two-sided p-value of the played result, if the fit were true."""
        if pair not in self.tallies:
            return 1.0
        present, shares = self._columns(pair)
        counts = self.fit.strata.counts
        blocks = float((counts * present).sum())
        value = float((counts * shares).sum()) / blocks
        predicted = self.predicted[pair]
        if np.ptp(shares[present > 0]) < EQUAL:
            return chance_of_all(value, predicted, blocks)
        # The same blocks stand behind both results, so the influences are subtracted block by
        # block: the standard error of the difference is not that of two independent results.
        error = self._standard_error(self._played_influence(pair) - self._fitted(pair), pair)
        if error.error < MIN_ERROR:
            return 1.0
        greater = error.probability(value - predicted)
        return 2 * min(greater, 1 - greater)

    def _standard_error(self, influence: Floats, pair: Pair) -> StandardError:
        return self.fit.standard_error(self.gradient(pair), influence)

    def _fitted(self, pair: Pair) -> Floats:
        return along(self.fit.influence, self.gradient(pair))

    def _played_influence(self, pair: Pair) -> Floats:
        present, shares = self._columns(pair)
        blocks = float((self.fit.strata.counts * present).sum())
        mean = float((self.fit.strata.counts * shares).sum()) / blocks
        # A ratio of sums: a block without the pair moves neither sum, so its influence is 0.
        influence: Floats = (shares - mean * present) / blocks
        return influence

    def _columns(self, pair: Pair) -> tuple[Floats, Floats]:
        """Return whether the pair met in each class, 0 or 1, and its result there; shapes (k,)."""
        present = np.zeros(len(self.fit.strata.counts))
        shares = np.zeros(len(self.fit.strata.counts))
        for number, share in self.tallies[pair].shares.items():
            present[number] = 1.0
            shares[number] = share
        return present, shares

    def _places(self, pair: Pair) -> tuple[int, int]:
        return self.fit.bots.index(pair[0]), self.fit.bots.index(pair[1])


def played_by(classes: Iterable[BlockClass], bots: Iterable[int]) -> tuple[int, ...]:
    """Return the bots among some that have played in blocks."""
    played = {who for kind in classes for lineup, _ in kind for who in lineup}
    return tuple(who for who in bots if who in played)


def fitted_pairs(classes: Mapping[BlockClass, int], bots: Sequence[int], matches: int) -> PairTable:
    """Rate bots by the number of blocks of each class, and return the pairs with that fit."""
    return pair_table(classes, fit_ratings(classes, bots), matches)


def pair_table(classes: Mapping[BlockClass, int], fit: Fit, matches: int) -> PairTable:
    """Return the pairs of a contest whose blocks have ``matches`` matches each.

    If what some of them played contradicts the fit, its errors come from clusters.
    """
    tallies: dict[Pair, Tally] = defaultdict(Tally)
    sums: dict[Pair, float] = defaultdict(float)
    for number, (kind, count) in enumerate(classes.items()):
        for pair, results in results_by_pair(kind).items():
            tally = tallies[pair]
            tally.wins += count * results.count(1.0)
            tally.ties += count * results.count(0.5)
            tally.losses += count * results.count(0.0)
            tally.shares[number] = sum(results) / len(results)
            # If all groups share a deal, the pair meets in some lineups of the block only.
            table = next(lineup for lineup, _ in kind if set(pair) <= set(lineup))
            sums[pair] += count * fit.meeting(table, *pair)
    blocks = {
        pair: float(sum(fit.strata.counts[number] for number in tally.shares))
        for pair, tally in tallies.items()
    }
    whole = PairTable(fit, dict(tallies), {p: sums[p] / blocks[p] for p in sums}, matches)
    p_values = {pair: whole.lack_of_fit(pair) for pair in tallies if pair[0] < pair[1]}
    against = {pair for pair, p_value in holm_adjusted(p_values).items() if p_value < LEVEL}
    if not against:
        return whole
    both = frozenset(against | {pair[::-1] for pair in against})
    return replace(whole, fit=replace(fit, rejected=True, _errors={}), contradicting=both, _open={})


def chance_of_all(value: float, predicted: float, blocks: float) -> float:
    """Return the chance that all blocks have one result ``value`` if their mean is ``predicted``.

    It is the greatest there is: the other blocks have the result 0, or 1, furthest away.
    """
    room = value if predicted < value else 1 - value
    return float((1 - abs(value - predicted) / room) ** blocks) if room > 0 else 1.0


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
        """Points of one bot less another's in each deal of both."""

    def mean(self, who: int) -> Estimate:
        """Return a bot's mean points over deals, with Student's interval."""
        mean = _student(list(self.points[who].values()))
        return Estimate(mean.points, mean.low, mean.high)

    def difference(self, pair: Pair) -> Rating:
        """Return how many points more one bot makes than another, over the deals of both."""
        return _student(self._differences[pair])

    def superiority(self, pair: Pair) -> float:
        """Return the likelihood, 0 … 1, that one bot makes more points than another."""
        away = self._differences[pair]
        mean, error = _mean_and_error(away)
        return float(stdtr(len(away) - 1, mean / error)) if error else 0.5

    def blocks(self, pair: Pair) -> float:
        """Return the number of deals that two bots share."""
        return float(len(self._differences[pair]))

    def tally(self, pair: Pair) -> Tally:
        """Count the deals with more points for one bot than for another, as many, and fewer."""
        away = self._differences[pair]
        wins = sum(difference > EQUAL for difference in away)
        losses = sum(difference < -EQUAL for difference in away)
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
        return share_of(shares, np.ones(len(away)), single_stratum(len(away)), 1)


def _student(values: list[float]) -> Rating:
    """Return a mean with Student's interval; open where the values do not differ."""
    mean, error = _mean_and_error(values)
    reach = -float(stdtrit(len(values) - 1, TAIL)) * error if error else inf
    return Rating(mean, mean - reach, mean + reach)


def _mean_and_error(values: list[float]) -> tuple[float, float]:
    """Return a mean and its standard error, which is 0 if it is not known."""
    known = len(values) >= MIN_DEALS
    error = sqrt(variance(values) / len(values)) if known else 0.0
    return fmean(values) if values else 0.0, error
