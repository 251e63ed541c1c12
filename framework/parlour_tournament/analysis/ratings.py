"""Ratings: the strength of bots in one contest, and the differences between any two of them.

Shapes are written as in ``likelihood``: n bots, k classes of blocks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import log

import numpy as np
from msgspec import Struct
from scipy.special import expit, ndtr

from parlour_tournament.analysis.intervals import EQUAL
from parlour_tournament.analysis.likelihood import (
    BotLikelihood,
    Encounters,
    Floats,
    PairLikelihood,
    encounters_of,
    normal_scores,
    strengths_of,
)
from parlour_tournament.plan import Plan
from parlour_tournament.playing import BlockClass

MIN_FIXED = 2
"""Minimum number of bots with a fixed Elo whose distances bind the fit."""
SCALE = 400 / log(10)
"""Points a logit: 400 points more make the odds of a result ten times as good."""
TOGETHER = 400
"""Number of pairs that are looked at together, so that arrays stay small."""


class Rating(Struct, frozen=True):
    """A difference between the strengths of two bots, in Elo."""

    points: float
    """The difference."""
    low: float
    """Lower end of the 95 % interval; minus infinity where the results set no bound."""
    high: float
    """Upper end of the 95 % interval; infinity where the results set no bound."""

    @property
    def is_exact(self) -> bool:
        """Whether nothing is uncertain: it is the reference's, or fixed."""
        return self.low == self.high


@dataclass(frozen=True)
class Fit:
    """Strengths of the bots of one contest, and what the blocks say about their differences."""

    bots: tuple[int, ...]
    """Bots by their numbers in the plan, in the order of the arrays."""
    encounters: Encounters
    """Results of the bots against each other, block by block."""
    strengths: Floats
    """Shape (n,): strengths in logits."""
    covariance: Floats
    """Shape (n, n): covariance of the strengths if all meetings were independent."""
    _differences: dict[tuple[int, int], Rating] = field(default_factory=dict)
    """Differences that were asked for."""

    @cached_property
    def expected(self) -> Floats:
        """Shape (n, n): result, 0 … 1, of the row's bot against the column's."""
        expected: Floats = expit(self.strengths[:, None] - self.strengths)
        return expected

    @cached_property
    def scores(self) -> Floats:
        """Shape (n, n): normal score of the row's bot being stronger than the column's."""
        scores: Floats = np.zeros((len(self.bots), len(self.bots)))
        pairs = np.array(list(combinations(range(len(self.bots)), 2))).reshape(-1, 2)
        for first in range(0, len(pairs), TOGETHER):
            some = pairs[first : first + TOGETHER]
            likelihood = PairLikelihood(self.encounters, self.strengths, some)
            roots = likelihood.roots(np.zeros(len(some)))
            scores[some[:, 0], some[:, 1]] = normal_scores(roots, likelihood.blocks)
        return scores - scores.T

    @cached_property
    def strength_ends(self) -> tuple[Floats, Floats]:
        """Ends of the intervals of all strengths, if the others' are known; shapes (n,)."""
        return BotLikelihood(self.encounters, self.strengths).ends()

    def superiority(self, one: int, other: int) -> float:
        """Return the likelihood, 0 … 1, that one bot is stronger than another."""
        return float(ndtr(self.scores[one, other]))

    def measure(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Work out the differences of pairs together, which is quicker than one by one."""
        unknown = [pair for pair in pairs if pair not in self._differences]
        for first in range(0, len(unknown), TOGETHER):
            some = np.array(unknown[first : first + TOGETHER])
            margins = self.strengths[some[:, 0]] - self.strengths[some[:, 1]]
            low, high = PairLikelihood(self.encounters, self.strengths, some).ends(margins)
            for (one, other), *ends in zip(some.tolist(), margins, low, high, strict=True):
                points, least, most = (SCALE * float(end) for end in ends)
                points = 0.0 if abs(points) < EQUAL else points
                self._differences[one, other] = Rating(points, least, most)
                self._differences[other, one] = Rating(-points, -most, -least)

    def difference(self, one: int, other: int) -> Rating:
        """Return the strength of one bot less another's, in Elo; both are places in ``bots``."""
        if one == other:
            return Rating(0.0, 0.0, 0.0)
        self.measure([(one, other)])
        return self._differences[one, other]

    @cached_property
    def reference(self) -> int:
        """Place in ``bots`` of the best connected bot.

        Its differences have the smallest variance if all meetings were independent; of equal ones
        it is the weakest. The variance over blocks would favour a bot whose blocks differ little by
        chance, and so make intervals too narrow.
        """
        variances = len(self.bots) * np.diag(self.covariance) - 2 * self.covariance.sum(axis=1)
        return int(np.lexsort((self.strengths.round(9), variances.round(6)))[0])


def fit_ratings(
    classes: Mapping[BlockClass, int],
    bots: Sequence[int],
    fixed: Mapping[int, float] | None = None,
    *,
    chosen: bool = False,
) -> Fit:
    """Rate bots by the number of blocks of each class; some have ``fixed`` strengths, in logits.

    ``chosen`` says whether earlier results chose who met.
    """
    encounters = encounters_of(classes, bots, chosen=chosen)
    places = {bots.index(who): strength for who, strength in (fixed or {}).items()}
    strengths, information = strengths_of(encounters, places)
    covariance: Floats = np.linalg.inv(information).astype(np.float64)
    return Fit(tuple(bots), encounters, strengths, covariance)


def zero_of(fit: Fit, plan: Plan) -> int:
    """Return the reference: the first fixed bot, the weakest anchor, or the best connected bot."""
    names = [plan.entrants[who].name for who in fit.bots]
    chosen = [fit.bots[names.index(name)] for name in (*plan.fixed, *plan.anchors) if name in names]
    return chosen[0] if chosen else fit.bots[fit.reference]


def anchored(classes: Mapping[BlockClass, int], fit: Fit, plan: Plan) -> Fit:
    """Return a fit that keeps the distances of the bots with a fixed Elo; mostly ``fit``."""
    names = {who: plan.entrants[who].name for who in fit.bots}
    fixed = {who: plan.fixed[name] for who, name in names.items() if name in plan.fixed}
    if len(fixed) < MIN_FIXED:
        return fit
    middle = sum(fixed.values()) / len(fixed)
    strengths = {who: (elo - middle) / SCALE for who, elo in fixed.items()}
    return fit_ratings(classes, fit.bots, strengths, chosen=fit.encounters.chosen)


def printed_elo(fit: Fit, who: int, plan: Plan) -> Rating:
    """Return the Elo of a bot as a report prints it: the reference's, 0 or fixed, and more.

    ``who`` is a number in the plan.
    """
    fixed = plan.fixed.get(plan.entrants[who].name)
    if fixed is not None:
        return Rating(fixed, fixed, fixed)
    zero = zero_of(fit, plan)
    base = plan.fixed.get(plan.entrants[zero].name, 0.0)
    away = fit.difference(fit.bots.index(who), fit.bots.index(zero))
    return Rating(base + away.points, base + away.low, base + away.high)
