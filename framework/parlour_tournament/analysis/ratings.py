"""Ratings: the strength of bots in one contest, and the differences between any two of them.

Shapes are written as in ``davidson_luce`` and ``intervals``: n bots, p parameters, k classes of
blocks, g groups, r alternatives.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import exp, inf, log, log2, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression
from scipy.sparse import csr_array
from scipy.special import expit

from parlour_tournament.analysis.davidson_luce import ExpectedResults, Model, separation
from parlour_tournament.analysis.intervals import (
    EQUAL,
    MIN_BLOCKS,
    TWO_SEATS,
    Estimate,
    Floats,
    StandardError,
    Strata,
    mid_p_bound,
    strata_of,
)
from parlour_tournament.plan import Plan
from parlour_tournament.playing import BlockClass
from parlour_tournament.schedules import Lineup

MIN_FIXED = 2
"""Minimum number of bots with a fixed Elo whose distances bind the fit."""
SCALE = 400 / log(10)
"""Points a logit: 400 points more make the odds of winning ten times as good."""


class Rating(Struct, frozen=True):
    """A difference between the strengths of two bots, in points of the rating or in Elo."""

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
    """Strengths of the bots of one contest, with the influence of every block on them."""

    bots: tuple[int, ...]
    """Bots by their numbers in the plan, in the order of the arrays."""
    theta: Floats
    """Shape (p,): mode of the parameters' posterior, in logits."""
    ties: float
    """Weight of ties of two against the geometric mean of two strengths; 0 without ties."""
    expected: Floats
    """Shape (n, n): result, 0 … 1, of the row's bot against the column's where they meet alone."""
    covariance: Floats
    """Shape (p, p): covariance of the parameters if all matches were independent."""
    influence: Floats
    """Shape (k, p): change of the parameters by a block of each class."""
    choice_influence: Floats
    """Shape (r, p): change of the parameters by a choice of each alternative."""
    expected_choices: csr_array
    """Shape (g, r): how often a block of each group is expected to choose each alternative."""
    strata: Strata
    """Number of blocks of each class, and their groups."""
    met: Floats
    """Shape (n, n): blocks of two bots together; on the diagonal blocks of one bot."""
    separated: NDArray[np.bool_]
    """Shape (n, n): whether the results let the row's bot be stronger by any amount."""
    rejected: bool = False
    """Whether what some bots played contradicts the fit, so that errors come from clusters."""
    _errors: dict[tuple[int, int], StandardError] = field(default_factory=dict)
    """Standard errors of differences that were asked for."""

    def standard_error(self, direction: Floats, influence: Floats | None = None) -> StandardError:
        """Return the standard error of the parameters in a direction, shape (p,).

        ``influence``, of shape (k,), replaces the blocks' influence on the parameters.
        """
        # If the matches of a block are independent, its variance is that of its choices.
        expected = self.expected_choices @ along(self.choice_influence, direction) ** 2
        if influence is None:
            influence = along(self.influence, direction)
        return self.strata.standard_error(influence, expected, between=self.rejected)

    def difference(self, one: int, other: int) -> Rating:
        """Return the strength of one bot less another's; both are places in ``bots``."""
        if one == other:
            return Rating(0.0, 0.0, 0.0)
        margin = float(self.theta[one] - self.theta[other])
        margin = 0.0 if abs(margin) < EQUAL else margin
        blocks = self.blocks(one, other)
        # One block has no spread: nothing bounds what another might have shown.
        if blocks < MIN_BLOCKS:
            return Rating(SCALE * margin, -inf, inf)
        low = -inf if self.separated[other, one] else -self._half_width(one, other)
        high = inf if self.separated[one, other] else self._half_width(other, one)
        return Rating(SCALE * margin, SCALE * (margin + low), SCALE * (margin + high))

    def elo(self, one: int, other: int) -> Rating:
        """Return the difference of two bots in Elo, with the ends of ``difference``.

        It is 400 log₁₀ of the odds of the result that the fit expects where the two meet alone,
        half for ties (Elo 1978). Without ties it equals the difference of ratings.
        """
        away = self.difference(one, other)
        ends = (away.points, away.low, away.high)
        return Rating(*(SCALE * log_odds(end / SCALE, self.ties) for end in ends))

    def expected_within(self, one: int, other: int) -> Estimate:
        """Return the result of one bot against another where they meet alone, with an interval."""
        value = float(self.expected[one, other])
        away = self.difference(one, other)
        low, high = (expected_of(end / SCALE, self.ties) for end in (away.low, away.high))
        return Estimate(value, min(low, value), max(high, value))

    def gradient(self, one: int, other: int) -> Floats:
        """Return the gradient of ``expected`` of two bots by the parameters, shape (p,)."""
        # expected = won / whole with the root of the odds; each line is the quotient rule.
        root = exp(float(self.theta[one] - self.theta[other]) / 2)
        won = root + self.ties / 2
        whole = root + 1 / root + self.ties
        gradient = np.zeros(len(self.theta))
        gradient[one] = (root / 2 * whole - won * (root - 1 / root) / 2) / whole**2
        gradient[other] = -gradient[one]
        if self.ties:
            gradient[len(self.bots)] = self.ties * (whole / 2 - won) / whole**2
        return gradient

    def meeting(self, lineup: Lineup, one: int, other: int) -> float:
        """Return the result that the fit expects of one bot against another at a table.

        ``one`` and ``other`` are numbers in the plan, like the lineup's.
        """
        if len(lineup) == TWO_SEATS:
            return float(self.expected[self.bots.index(one), self.bots.index(other)])
        return self._tables.result(tuple(sorted(lineup)), one, other)

    @cached_property
    def _tables(self) -> "ExpectedResults":
        size = len(self.bots)
        strengths = dict(zip(self.bots, self.theta[:size].tolist(), strict=True))
        return ExpectedResults(strengths, (0.0, *self.theta[size:].tolist()))

    def superiority(self, one: int, other: int) -> float:
        """Return the likelihood, 0 … 1, that one bot is stronger than another."""
        blocks = self.blocks(one, other)
        # The likelihood of a fair coin that falls the same way in every block.
        chance = float(0.5**blocks)
        if self.separated[one, other] != self.separated[other, one]:
            # The results bound one side only, so that Student's distribution says nothing.
            return 1 - chance if self.separated[one, other] else chance
        error = self._error_of(one, other)
        margin = float(self.theta[one] - self.theta[other])
        if blocks < MIN_BLOCKS or abs(margin) < EQUAL:
            return 0.5
        likelihood = error.probability(margin)
        return min(max(likelihood, chance), 1 - chance) if error.degenerate else likelihood

    def blocks(self, one: int, other: int) -> float:
        """Return the blocks behind a difference: blocks of both, else of the rarer bot."""
        fewer = float(min(self.met[one, one], self.met[other, other]))
        is_open = self.separated[one, other] or self.separated[other, one]
        return float(self.met[one, other]) or fewer if is_open else fewer

    @cached_property
    def reference(self) -> int:
        """Place in ``bots`` of the best connected bot.

        Its differences have the fewest open ends, then the smallest variance if all matches were
        independent; of equal ones it is the weakest. The variance over blocks would favour a bot
        whose blocks differ little by chance, and so make intervals too narrow.
        """
        bots = len(self.bots)
        opened = (self.separated | self.separated.T).sum(axis=1)
        covariance = self.covariance[:bots, :bots]
        variances = bots * np.diag(covariance) - 2 * covariance.sum(axis=1)
        order = np.lexsort((self.theta[:bots].round(9), variances.round(6), opened))
        return int(order[0])

    def _error_of(self, one: int, other: int) -> StandardError:
        """Return the standard error of a difference, worked out once for both directions."""
        key = (min(one, other), max(one, other))
        if key not in self._errors:
            direction = np.zeros(len(self.theta))
            direction[one] = 1.0
            direction[other] = -1.0
            self._errors[key] = self.standard_error(direction)
        return self._errors[key]

    def _half_width(self, one: int, other: int) -> float:
        """Return how far, in logits, the strength of ``one`` less ``other`` may be overrated.

        If all blocks between two bots had one result, or one of them never lost, their spread says
        nothing. Then a share of blocks with another result may have escaped notice.
        """
        error = self._error_of(one, other)
        if not (error.degenerate or self.separated[one, other]):
            return error.half_width
        seen = float(self.expected[one, other])
        least = seen * (1 - mid_p_bound(self.blocks(one, other)))
        return max(error.half_width, margin_of(seen, self.ties) - margin_of(least, self.ties))


def fit_ratings(
    classes: Mapping[BlockClass, int],
    bots: Sequence[int],
    fixed: Mapping[int, float] | None = None,
) -> Fit:
    """Rate bots by the number of blocks of each class; some have ``fixed`` strengths, in logits."""
    kinds = list(classes)
    counts = np.array([float(count) for count in classes.values()])
    model = Model(bots, kinds, fixed)
    theta = model.posterior_mode(counts)
    strata = strata_of(kinds, counts)
    # The sandwich (Huber 1967): the curvature alone would take the matches of a block for
    # independent; the influence of each block, summed by group, does not.
    inverse = np.linalg.inv(model.information(theta, counts) + np.diag(model.precisions))
    bread: Floats = inverse.astype(np.float64)
    return Fit(
        bots=tuple(bots),
        theta=theta,
        ties=float(np.exp(theta[len(bots)])) if model.largest > 1 else 0.0,
        expected=model.expected(theta),
        covariance=bread,
        # By column: a direction has few entries other than 0.
        influence=np.asfortranarray(model.block_scores(theta) @ bread),
        choice_influence=np.asfortranarray(model.centred_design(theta) @ bread),
        expected_choices=model.expected_choices(theta, strata),
        strata=strata,
        met=_met(kinds, counts, bots),
        separated=separation(model, counts),
    )


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
    strengths = {
        who: margin_of(float(expit((elo - middle) / SCALE)), fit.ties) for who, elo in fixed.items()
    }
    return replace(fit_ratings(classes, fit.bots, strengths), rejected=fit.rejected)


def printed_elo(fit: Fit, who: int, plan: Plan) -> Rating:
    """Return the Elo of a bot as a report prints it: the reference's, 0 or fixed, and more.

    ``who`` is a number in the plan.
    """
    fixed = plan.fixed.get(plan.entrants[who].name)
    if fixed is not None:
        return Rating(fixed, fixed, fixed)
    zero = zero_of(fit, plan)
    base = plan.fixed.get(plan.entrants[zero].name, 0.0)
    away = fit.elo(fit.bots.index(who), fit.bots.index(zero))
    return Rating(base + away.points, base + away.low, base + away.high)


def along(rows: Floats, direction: Floats) -> Floats:
    """Return the product of rows and a direction, by its entries other than 0."""
    there = np.flatnonzero(direction)
    products: Floats = rows[:, there] @ direction[there]
    return products


def margin_of(expected: float, ties: float) -> float:
    """Return the difference of strength, in logits, that leads to an expected result, 0 … 1."""
    if not 0 < expected < 1:
        return inf if expected >= 1 else -inf
    # The root x of (1 - e) x² + d (½ - e) x - e = 0 is the exponential of half the difference.
    linear = ties * (0.5 - expected)
    root = (-linear + sqrt(linear**2 + 4 * (1 - expected) * expected)) / (2 * (1 - expected))
    return 2 * log(root)


def log_odds(margin: float, ties: float) -> float:
    """Return the logarithm of the odds of the result of a bot that is stronger by a ``margin``.

    Both are in logits; an infinite margin leads to infinite odds.
    """
    # Davidson's result is (root + ties / 2) / (root + 1 / root + ties); its odds, in logarithms.
    half = log(ties / 2) if ties else -inf
    return float(np.logaddexp(margin / 2, half) - np.logaddexp(-margin / 2, half))


def expected_of(margin: float, ties: float) -> float:
    """Return the result, 0 … 1, of a bot that is stronger by ``margin`` logits."""
    return float(expit(log_odds(margin, ties)))


def _met(kinds: Sequence[BlockClass], counts: Floats, bots: Sequence[int]) -> Floats:
    """Return the blocks of each two bots together, and on the diagonal of each, shape (n, n)."""
    together: Floats = np.zeros((len(bots), len(bots)))
    places = {who: place for place, who in enumerate(bots)}
    for kind, count in zip(kinds, counts, strict=True):
        tables = {frozenset(lineup) for lineup, _ in kind}
        for one, other in {pair for table in tables for pair in product(table, repeat=2)}:
            together[places[one], places[other]] += count
    return together


STEPS_BETWEEN = 64
"""Budgets that are tried between two anchors for the ends of an interval."""


class LadderPlace(Struct, frozen=True):
    """A place on the ladder, in simulations a move of the search bot."""

    place: str
    """The place: ``70``; ``< 25`` or ``> 100`` beyond the anchors."""
    low: str
    """Lower end of its 95 % interval."""
    high: str
    """Upper end of its 95 % interval."""


def ladder_place(fit: Fit, who: int, budgets: Sequence[int], anchors: Sequence[int]) -> LadderPlace:
    """Return the budget that would give the search bot a bot's rating, with an interval.

    ``who`` and ``anchors`` are numbers in the plan, ``budgets`` the anchors' budgets. A budget is
    in the interval if the bot may be as strong as the line between the anchors is there.
    """
    places = [fit.bots.index(anchor) for anchor in anchors]
    mine = fit.bots.index(who)
    point = budget_at(float(fit.theta[mine]), budgets, [float(fit.theta[n]) for n in places])
    if who in anchors:
        return LadderPlace(point, point, point)
    lowest = f"< {budgets[0]}"
    highest = f"> {budgets[-1]}"
    steps = np.linspace(0, len(budgets) - 1, STEPS_BETWEEN * (len(budgets) - 1) + 1)
    signs = [_sign(fit, mine, places, step) for step in steps]
    logs = np.interp(steps, range(len(budgets)), [log2(budget) for budget in budgets])
    from_below = next((n for n, sign in enumerate(signs) if sign <= 0), None)
    from_above = next((n for n in reversed(range(len(signs))) if signs[n] >= 0), None)
    low = highest if from_below is None else _text(logs[from_below]) if from_below else lowest
    high = lowest if from_above is None else _text(logs[from_above])
    return LadderPlace(point, low, highest if from_above == len(signs) - 1 else high)


def budget_at(strength: float, budgets: Sequence[int], strengths: Sequence[float]) -> str:
    """Return the budget, in simulations a move, that gives the search bot a strength.

    ``budgets`` and ``strengths`` belong to the anchors. Between two anchors the budget is read
    off a straight line over its logarithm; strengths that fall from one anchor to the next are
    evened out by isotonic regression first. Beyond the anchors it is given as a bound.
    """
    even = isotonic_regression(np.array(strengths)).x
    if strength < even[0]:
        return f"< {budgets[0]}"
    if strength > even[-1]:
        return f"> {budgets[-1]}"
    return _text(float(np.interp(strength, even, [log2(budget) for budget in budgets])))


def _sign(fit: Fit, mine: int, places: Sequence[int], step: float) -> int:
    """Return 1 if a bot is certainly stronger than the ladder is at a step, -1 if weaker, else 0.

    Step 1.5 is half-way between the second anchor and the third.
    """
    first = min(int(step), len(places) - 2)
    lower = places[first]
    upper = places[first + 1]
    direction = np.zeros(len(fit.theta))
    direction[mine] += 1
    direction[lower] -= 1 - (step - first)
    direction[upper] -= step - first
    margin = float(direction @ fit.theta)
    half_width = fit.standard_error(direction).half_width
    met = (lower, upper)
    up = margin > half_width and not any(fit.separated[n, mine] for n in met)
    down = margin < -half_width and not any(fit.separated[mine, n] for n in met)
    return up - down


def _text(logarithm: float) -> str:
    return f"{2**logarithm:.0f}"
