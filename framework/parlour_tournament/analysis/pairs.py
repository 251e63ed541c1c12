"""Any two bots of one contest: their results against each other, and the fit's statement.

If all seats share one result, nothing is fitted. Every bot then plays alone, in all seats, all bots
play the same deals, and two bots are compared deal by deal, by their points.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from math import inf, sqrt
from statistics import fmean, variance
from typing import TypeAlias

import numpy as np
from scipy.special import expit, ndtr, ndtri, stdtr, stdtrit

from parlour_tournament.analysis.intervals import (
    EQUAL,
    LEVEL,
    Estimate,
    Means,
    counts_of,
    holm_adjusted,
    mean_of,
)
from parlour_tournament.analysis.likelihood import (
    LEAST_TAIL,
    PRECISION,
    TAIL,
    Contributions,
    PairLikelihood,
    normal_scores,
    of_shares,
)
from parlour_tournament.analysis.ratings import SCALE, Fit, Rating, fit_ratings
from parlour_tournament.playing import BlockClass, MatchResult, results_by_pair

MIN_BLOCKS = 6
"""Minimum number of blocks of a pair whose results count as played, instead of the fit."""

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
    matches: int
    """Number of matches in a block."""

    @cached_property
    def results(self) -> dict[Pair, Estimate]:
        """Mean result of each bot against each other that it met, with its interval."""
        found = {}
        for pair, result in zip(self._met, self._means.estimates(), strict=True):
            found[pair] = result
            # The other side has the rest of each block's result.
            found[pair[::-1]] = Estimate(1 - result.value, 1 - result.high, 1 - result.low)
        return found

    def played(self, pair: Pair) -> Estimate | None:
        """Return the mean result of one bot against another, with its interval; None if unmet."""
        return self.results.get(pair)

    @cached_property
    def contradicting(self) -> frozenset[Pair]:
        """Pairs, from both sides, whose results contradict the fit."""
        predicted = np.array([self.fit.expected[self._places(pair)] for pair in self._met])
        scores = normal_scores(self._means.roots(predicted), self._means.blocks)
        p_values = dict(zip(self._met, (2 * ndtr(-np.abs(scores))).tolist(), strict=True))
        adjusted = holm_adjusted(p_values)
        return frozenset(
            pair
            for both, p_value in adjusted.items()
            if p_value < LEVEL
            for pair in (both, both[::-1])
        )

    @cached_property
    def _met(self) -> list[Pair]:
        """Each pair that met, once."""
        return [pair for pair in self.tallies if pair[0] < pair[1]]

    @cached_property
    def _means(self) -> Means:
        return Means([self._counts(pair) for pair in self._met], self.matches)

    @cached_property
    def _alone(self) -> dict[Pair, float]:
        """Normal score of what two bots played against each other, for each pair that met.

        It is the score of one pair picked out of all, so its tail counts as often as there are
        pairs.
        """
        even = np.full(len(self._met), 0.5)
        scores = normal_scores(self._means.roots(even), self._means.blocks)
        tails = np.clip(len(self._met) * ndtr(-np.abs(scores)), LEAST_TAIL, 0.5)
        return dict(zip(self._met, (np.sign(scores) * -ndtri(tails)).tolist(), strict=True))

    def score(self, pair: Pair) -> float:
        """Return the normal score of one bot being better than another.

        It comes from the fit. What the two played against each other counts too, if it stands out
        among all pairs: if both say one thing, the clearer counts, and if not, their sum.
        """
        fitted = float(self.fit.scores[self._places(pair)])
        first, second = sorted(pair)
        alone = self._alone.get((first, second), 0.0) * (1 if pair == (first, second) else -1)
        return fitted + alone if fitted * alone < 0 else max(fitted, alone, key=abs)

    def superiority(self, pair: Pair) -> float:
        """Return the likelihood, 0 … 1, that one bot is better than another."""
        return float(ndtr(self.score(pair)))

    def tally(self, pair: Pair) -> Tally:
        """Return what two bots played against each other."""
        return self.tallies.get(pair, Tally())

    def difference(self, pair: Pair) -> Rating:
        """Return the strength of one bot less another's, in Elo."""
        return self.fit.difference(*self._places(pair))

    def block_counts(self, pair: Pair) -> tuple[int, int, int, int, int]:
        """Return the number of blocks of two bots by their result, as ``block_counts`` does."""
        counts = self.fit.encounters.counts
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
        counts = self.fit.encounters.counts
        blocks = float(sum(counts[number] for number in tally.shares))
        known = [(share, counts[number] / blocks) for number, share in tally.shares.items()]
        mean = sum(share * weight for share, weight in known)
        variance = sum(weight * (share - mean) ** 2 for share, weight in known)
        if variance < EQUAL:
            return None
        meetings = (tally.wins + tally.ties + tally.losses) / blocks
        return float(2 * SCALE * (mean - 0.5) / sqrt(variance * meetings))

    def expected(self, pair: Pair) -> float:
        """Return the result that the fit expects of one bot against another, 0 … 1."""
        return float(self.fit.expected[self._places(pair)])

    def bot_results(self) -> dict[int, Estimate]:
        """Return the mean share of the others that each bot beat, with its interval."""
        fit = self.fit
        met = fit.encounters.met
        whole = met.sum(axis=1)
        values = fit.encounters.won.sum(axis=1) / whole
        low, high = (
            (met * expit(ends[:, None] - fit.strengths)).sum(axis=1) / whole
            for ends in fit.strength_ends
        )
        columns = (values, np.minimum(low, values), np.maximum(high, values))
        rows = np.stack(columns, axis=1).tolist()
        return {who: Estimate(*row) for who, row in zip(fit.bots, rows, strict=True)}

    def counted(self, pair: Pair) -> float:
        """Return the result that counts: the played one where they met enough, else the fitted."""
        if self.fit.encounters.blocks[self._places(pair)] >= MIN_BLOCKS:
            return self.results[pair].value
        return self.expected(pair)

    def contributions(self, pair: Pair) -> Contributions:
        """Return the contributions of blocks to the result that counts being above ½."""
        places = self._places(pair)
        if self.fit.encounters.blocks[places] >= MIN_BLOCKS:
            return of_shares(self._counts(pair), self.matches)
        likelihood = PairLikelihood(self.fit.encounters, self.fit.strengths, np.array([places]))
        blocks, information = likelihood.contributions(np.zeros(1))
        # A difference in logits is four times that of the mean result, where bots are equal.
        return blocks.scaled(1 / (4 * max(float(information[0]), PRECISION)))

    def kept(self, pair: Pair) -> float:
        """Return the share of the evidence of ``contributions`` that opponents leave."""
        places = self._places(pair)
        is_played = self.fit.encounters.blocks[places] >= MIN_BLOCKS
        return 1.0 if is_played else float(self.fit.encounters.kept[places])

    def _counts(self, pair: Pair) -> dict[float, float]:
        """Return the number of blocks that have each result of one bot against another."""
        found: dict[float, float] = defaultdict(float)
        for number, share in self.tallies[pair].shares.items():
            found[share] += float(self.fit.encounters.counts[number])
        return found

    def _places(self, pair: Pair) -> tuple[int, int]:
        return self.fit.bots.index(pair[0]), self.fit.bots.index(pair[1])


def played_by(classes: Iterable[BlockClass], bots: Iterable[int]) -> tuple[int, ...]:
    """Return the bots among some that have played in blocks."""
    played = {who for kind in classes for lineup, _ in kind for who in lineup}
    return tuple(who for who in bots if who in played)


def fitted_pairs(
    classes: Mapping[BlockClass, int], bots: Sequence[int], matches: int, *, chosen: bool = False
) -> PairTable:
    """Rate bots by the number of blocks of each class, and return the pairs with that fit.

    A block has ``matches`` matches. ``chosen`` says whether earlier results chose who met.
    """
    tallies: dict[Pair, Tally] = defaultdict(Tally)
    for number, (kind, count) in enumerate(classes.items()):
        for pair, results in results_by_pair(kind).items():
            tally = tallies[pair]
            tally.wins += count * results.count(1.0)
            tally.ties += count * results.count(0.5)
            tally.losses += count * results.count(0.0)
            tally.shares[number] = sum(results) / len(results)
    return PairTable(fit_ratings(classes, bots, chosen=chosen), dict(tallies), matches)


MIN_DEALS = 2
"""Minimum number of deals whose mean has an interval."""


class SharedResults:
    """Points of the bots of one contest, by deal."""

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

    def score(self, pair: Pair) -> float:
        """Return the normal score of one bot making more points than another."""
        away = self._differences[pair]
        mean, error = _mean_and_error(away)
        if not error:
            return 0.0
        tail = float(stdtr(len(away) - 1, -abs(mean) / error))
        return float(np.sign(mean) * -ndtri(max(tail, LEAST_TAIL)))

    def superiority(self, pair: Pair) -> float:
        """Return the likelihood, 0 … 1, that one bot makes more points than another."""
        return float(ndtr(self.score(pair)))

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

    def kept(self, pair: Pair) -> float:
        """Return the share of the evidence that opponents leave: all, since there are none."""
        return 1.0

    def shares(self, pair: Pair) -> list[float]:
        """Return 1 for each deal that gave one bot more points, ½ for as many, else 0."""
        return [
            (difference > EQUAL) + (abs(difference) <= EQUAL) / 2
            for difference in self._differences[pair]
        ]

    def contributions(self, pair: Pair) -> Contributions:
        """Return the contributions of deals to more than half of them giving one bot more."""
        return of_shares(counts_of(self.shares(pair)) or {0.5: 1.0}, 1)

    def played(self, pair: Pair) -> Estimate:
        """Return the share of deals that gave one bot more points, half for as many."""
        shares = self.shares(pair)
        return mean_of(shares, 1) if shares else Estimate(0.5, 0.0, 1.0)


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
