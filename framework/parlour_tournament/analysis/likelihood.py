"""The likelihood of blocks: one profile ratio behind every statement about bots.

Blocks are reweighted as little as possible, so that a quantity comes out as a hypothesis says. The
logarithm of what the weights lose is the *empirical likelihood ratio* (Owen 1988), in its dual form
the greatest sum of log(1 + t u) over all t, where u is a block's *contribution* to what speaks
against the hypothesis. Blocks are whole, so their matches may share any luck. The ratio rises with
each contribution, so a win for a loss never states less.

Shapes are written with n for bots, k for classes of blocks, e for encounters, s for contributions,
and p for hypotheses that are looked at together. Contributions of one hypothesis stand in a row;
``starts``, of shape (p,), says where each row begins.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtri, stdtr, stdtrit

from parlour_tournament.playing import BlockClass, results_by_pair

Floats: TypeAlias = NDArray[np.float64]
"""Array of floats; docstrings say its shape."""
Numbers: TypeAlias = NDArray[np.int64]
"""Array of integers; docstrings say its shape."""

PRIOR = 4.0
"""Standard deviation of each strength's normal prior, in logits."""
FIXED_PRECISION = 1e6
"""Precision of the prior of a fixed strength, a fifth of an Elo: more would be lost in rounding."""
TAIL = 0.025
"""Probability that is left out at either end of a 95 % interval."""
ADDED_DEGREES = 2.0
"""Degrees of freedom that are added to the number of blocks less one; ``benchmarks/coverage.py``
measures what intervals hold with them."""
FURTHEST = 12.0
"""Distance from an estimate, in logits, beyond which an end of an interval is open."""
STEPS = 60
"""Maximum number of steps of a search."""
LONGEST_STEP = 2.0
"""Maximum length of a step of a fit, in logits."""
PRECISION = 1e-9
"""Length of a step, as a share, that ends a search."""
CLOSE = 2e-3
"""Share of a quantile that an end of an interval may miss it by."""
UNMET_SHARE = 0.65
"""Share of the evidence about two bots that never met, if results chose who met: they are then far
apart by the results that chose, and so rather overrated. ``benchmarks/coverage.py sparse`` measures
what intervals hold with it."""
LEAST_TAIL = 1e-300
"""Least probability that is told from 0."""


@dataclass(frozen=True)
class Encounters:
    """Every bot's meetings with every other in a block of each class, from both sides.

    All arrays but ``counts`` have the shape (e,), in the order of the first bots, then of classes.
    """

    bots: int
    """Number of bots, n."""
    counts: Floats
    """Shape (k,): number of blocks of each class."""
    classes: Numbers
    """Class of the blocks."""
    ones: Numbers
    """Bot whose results these are, by its place."""
    others: Numbers
    """Bot that it met, by its place."""
    meetings: Floats
    """Number of meetings in a block."""
    wins: Floats
    """Number of these that it won, a tie for half."""
    chosen: bool = False
    """Whether earlier results chose who met."""

    @cached_property
    def met(self) -> Floats:
        """Shape (n, n): number of meetings of each two bots in all blocks."""
        return self._table(self.meetings)

    @cached_property
    def won(self) -> Floats:
        """Shape (n, n): number of those meetings that the row's bot won, a tie for half."""
        return self._table(self.wins)

    @cached_property
    def blocks(self) -> Floats:
        """Shape (n, n): number of blocks of two bots together; on the diagonal of one bot."""
        together = self._table(np.ones(len(self.ones)))
        seen = np.zeros((self.bots, len(self.counts)), bool)
        seen[self.ones, self.classes] = True
        together[np.diag_indices(self.bots)] = seen @ self.counts
        return together

    @cached_property
    def begins(self) -> Numbers:
        """Shape (n + 1,): where the encounters of each bot begin, and where the last one's end."""
        return np.searchsorted(self.ones, np.arange(self.bots + 1)).astype(np.int64)

    @cached_property
    def kept(self) -> Floats:
        """Shape (n, n): share of the evidence about two bots that their opponents leave.

        A pair is looked at as if the strengths of all others were known. The variance of a
        difference is an electrical resistance between the two in a network with a wire for each
        meeting; this is the resistance with all others tied together, over the real one. It
        depends on who met whom and on no result.
        """
        met = self.met
        degrees = met.sum(axis=1)
        inverse = np.linalg.pinv(np.diag(degrees) - met, hermitian=True)
        variances = np.diag(inverse)
        whole = variances[:, None] + variances - 2 * inverse
        outside = degrees[:, None] - met
        total = outside + outside.T
        series = np.divide(outside * outside.T, total, out=np.zeros_like(total), where=total > 0)
        through = (met + series) * whole
        # Bots that no meetings connect have no resistance in between: nothing is known of them.
        apart = _components(met)
        connected = (apart[:, None] == apart) & (through > 0)
        shares = np.divide(1.0, through, out=np.zeros_like(through), where=connected)
        share = UNMET_SHARE if self.chosen else 1.0
        kept: Floats = np.where(met > 0, 1.0, share) * np.minimum(1.0, shares)
        return kept

    def _table(self, values: Floats) -> Floats:
        table: Floats = np.zeros((self.bots, self.bots))
        np.add.at(table, (self.ones, self.others), values * self.counts[self.classes])
        return table


def encounters_of(
    classes: Mapping[BlockClass, int], bots: Sequence[int], *, chosen: bool = False
) -> Encounters:
    """Return the encounters of bots, given by their numbers in the plan, in blocks.

    ``chosen`` says whether earlier results chose who met.
    """
    places = {who: place for place, who in enumerate(bots)}
    rows = [
        (places[one], number, places[other], len(results), sum(results))
        for number, kind in enumerate(classes)
        for (one, other), results in results_by_pair(kind).items()
    ]
    table = np.array(sorted(rows), float).reshape(-1, 5)
    ones, numbers, others = table[:, :3].T.astype(np.int64)
    counts = np.array([float(count) for count in classes.values()])
    return Encounters(len(bots), counts, numbers, ones, others, table[:, 3], table[:, 4], chosen)


def _components(met: Floats) -> Numbers:
    """Return a number for each bot, the same for bots that meetings connect, shape (n,)."""
    reached = np.arange(len(met))
    for _ in range(len(met)):
        spread = np.where((met > 0) | np.eye(len(met), dtype=bool), reached, len(met)).min(axis=1)
        if (spread == reached).all():
            break
        reached = spread
    return reached


def strengths_of(
    encounters: Encounters, fixed: Mapping[int, float] | None = None
) -> tuple[Floats, Floats]:
    """Return the strengths of bots in logits, shape (n,), and their information, shape (n, n).

    It is the model of Bradley and Terry with half a win for a tie, and a weak normal prior. Bots
    that are ``fixed``, by their places, have these strengths.
    """
    means = np.zeros(encounters.bots)
    precisions = np.full(encounters.bots, 1 / PRIOR**2)
    for place, strength in (fixed or {}).items():
        means[place] = strength
        precisions[place] = FIXED_PRECISION
    strengths = means
    for _ in range(STEPS):
        chances = expit(strengths[:, None] - strengths)
        spread = encounters.met * chances * (1 - chances)
        information = np.diag(spread.sum(axis=1) + precisions) - spread
        surplus = (encounters.won - encounters.met * chances).sum(axis=1)
        step = np.linalg.solve(information, surplus - precisions * (strengths - means))
        longest = float(np.abs(step).max(initial=0.0))
        strengths = strengths + step * min(1.0, LONGEST_STEP / max(longest, PRECISION))
        if longest < PRECISION:
            break
    return strengths, information


@dataclass(frozen=True)
class Contributions:
    """Contributions of blocks to what speaks against some hypotheses, shapes (s,)."""

    values: Floats
    """Contribution of a block."""
    counts: Floats
    """Number of blocks with this contribution."""
    least: Floats
    """Distance below 0 that a contribution of such a block might have."""
    most: Floats
    """Distance above 0 that it might have."""

    def scaled(self, factor: float) -> "Contributions":
        """Return all contributions times a factor, which leaves each ratio alone as it is."""
        values, least, most = (factor * some for some in (self.values, self.least, self.most))
        return Contributions(values, self.counts, least, most)

    def signed_roots(self, starts: Numbers) -> Floats:
        """Return the root of twice each log ratio, shape (p,), with the sign of the sum."""
        sums = np.add.reduceat(self.counts * self.values, starts)
        sizes = np.diff(starts, append=len(self.values))
        upward = np.repeat(sums > 0, sizes)
        values = np.where(upward, self.values, -self.values)
        room = np.where(upward, self.least, self.most)
        # Results that were not seen may come, so t stays where they would have a weight above 0.
        bounds = 1 / np.maximum(np.maximum.reduceat(room, starts), PRECISION)
        lowest = np.maximum(np.maximum.reduceat(-values, starts), PRECISION)
        bounds = np.minimum(bounds, (1 - PRECISION) / lowest)
        tilts = _greatest(values, self.counts, starts, sizes, bounds)
        logs = self.counts * np.log1p(np.repeat(tilts, sizes) * values)
        ratios = np.maximum(0.0, np.add.reduceat(logs, starts))
        roots: Floats = np.sign(sums) * np.sqrt(2 * ratios)
        return roots


def together(parts: Sequence[Contributions]) -> Contributions:
    """Return the contributions of all parts, as one hypothesis takes them."""
    return Contributions(
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.least for part in parts]),
        np.concatenate([part.most for part in parts]),
    )


def of_shares(shares: Mapping[float, float], matches: int) -> Contributions:
    """Return the contributions of blocks to a mean share above ½, as parts of that mean.

    ``shares`` holds the number of blocks with each share; a block has ``matches`` matches.
    """
    values = np.array(list(shares)) - 0.5
    counts = np.array(list(shares.values()), float)
    reach = np.full_like(values, min(1.0, sqrt(2 / matches)) / 2)
    return Contributions(values, counts, reach, reach).scaled(1 / counts.sum())


def _greatest(
    values: Floats, counts: Floats, starts: Numbers, sizes: Numbers, bounds: Floats
) -> Floats:
    """Return the t between 0 and its bound with the greatest sum of log(1 + t u), shape (p,)."""
    low = np.zeros_like(bounds)
    high = bounds.copy()
    tilts = bounds / 2
    for _ in range(STEPS):
        shares = values / (1 + np.repeat(tilts, sizes) * values)
        slopes = np.add.reduceat(counts * shares, starts)
        curvatures = np.add.reduceat(counts * shares * shares, starts)
        low = np.where(slopes > 0, tilts, low)
        high = np.where(slopes > 0, high, tilts * (1 - PRECISION))
        newton = tilts + slopes / np.maximum(curvatures, PRECISION)
        inside = (newton > low) & (newton < high)
        # The bound may be the answer; it is tried once, and then the bracket is halved.
        outward = np.where((newton >= high) & (high >= bounds), bounds, (low + high) / 2)
        after = np.where(inside, newton, outward)
        moved = np.abs(after - tilts).max(initial=0.0)
        tilts = after
        if moved < PRECISION:
            break
    return tilts


def interval_ends(
    statistic: Callable[[Floats], Floats], centre: Floats, step: Floats, quantiles: Floats
) -> tuple[Floats, Floats]:
    """Return where a statistic that falls reaches plus and minus a quantile, shapes (p,).

    ``centre`` is where it is about 0, and ``step`` a first guess of the distances.
    """
    low = centre - _distance(lambda away: statistic(centre - away), step, quantiles)
    high = centre + _distance(lambda away: -statistic(centre + away), step, quantiles)
    return low, high


def _distance(statistic: Callable[[Floats], Floats], step: Floats, quantiles: Floats) -> Floats:
    """Return at what distance a statistic that rises reaches its quantile; infinite if nowhere."""
    near = np.zeros_like(step)
    near_value = -quantiles
    far = np.full_like(step, np.inf)
    far_value = quantiles
    away = np.minimum(step, FURTHEST)
    for _ in range(STEPS):
        excess = statistic(away) - quantiles
        below = excess < 0
        near, near_value = np.where(below, away, near), np.where(below, excess, near_value)
        far, far_value = np.where(below, far, away), np.where(below, far_value, excess)
        is_done = (np.abs(excess) < CLOSE * quantiles) | (below & (away >= FURTHEST))
        if is_done.all():
            break
        # The statistic is nearly a line: follow it, a little further than it says.
        rise = np.clip(quantiles / np.maximum(excess + quantiles, PRECISION), 1.1, 4.0)
        share = np.clip(-near_value / np.maximum(far_value - near_value, PRECISION), 0.02, 0.98)
        between = near + share * (np.where(np.isinf(far), near, far) - near)
        after = np.where(np.isinf(far), np.minimum(away * rise, FURTHEST), between)
        away = np.where(is_done, away, after)
    return np.where(np.isinf(far) & (away >= FURTHEST), np.inf, away)


def quantile(blocks: Floats) -> Floats:
    """Return the quantile of a 95 % interval from numbers of blocks."""
    quantiles: Floats = -stdtrit(degrees_of(blocks), TAIL)
    return quantiles


def degrees_of(blocks: Floats) -> Floats:
    """Return Student's degrees of freedom for numbers of blocks."""
    return np.maximum(0.0, blocks - 1) + ADDED_DEGREES


def normal_scores(roots: Floats, blocks: Floats) -> Floats:
    """Return the normal scores of signed roots from numbers of blocks.

    A score is as unlikely for a normal variable as the root is for Student's.
    """
    tails = stdtr(degrees_of(blocks), -np.abs(roots))
    scores: Floats = np.sign(roots) * -ndtri(np.maximum(tails, LEAST_TAIL))
    return scores


class BotLikelihood:
    """Hypotheses on the strength of every bot, given the strengths of all others."""

    def __init__(self, encounters: Encounters, strengths: Floats) -> None:
        self._encounters = encounters
        self._strengths = strengths
        ones = encounters.ones
        block = np.stack((ones, encounters.classes))
        changes = (np.diff(block, axis=1) != 0).any(axis=0)
        self._slots = np.flatnonzero(np.concatenate(([True], changes)))
        self._counts = encounters.counts[encounters.classes[self._slots]]
        self._starts = np.searchsorted(ones[self._slots], np.arange(encounters.bots))
        self._blocks = encounters.blocks.diagonal()

    def roots(self, strengths: Floats) -> Floats:
        """Return the signed root for each bot if it has these strengths, shape (n,)."""
        encounters = self._encounters
        meetings = encounters.meetings
        rivals = self._strengths[encounters.others]
        chances = expit(strengths[encounters.ones] - rivals)
        lost = np.add.reduceat(meetings * chances, self._slots)
        whole = np.add.reduceat(meetings, self._slots)
        reach = np.minimum(1.0, np.sqrt(2 / whole))
        return Contributions(
            np.add.reduceat(encounters.wins, self._slots) - lost,
            self._counts,
            reach * lost,
            reach * (whole - lost),
        ).signed_roots(self._starts)

    def ends(self) -> tuple[Floats, Floats]:
        """Return the ends of the 95 % intervals of the strengths, shapes (n,)."""
        strengths = self._strengths
        chances = expit(strengths[:, None] - strengths)
        spread = (self._encounters.met * chances * (1 - chances)).sum(axis=1)
        quantiles = quantile(self._blocks)
        step = quantiles / np.sqrt(np.maximum(spread, PRECISION))
        return interval_ends(self.roots, strengths, step, quantiles)


class PairLikelihood:
    """Hypotheses on the differences of strength of some pairs of bots, by their places.

    The strengths of all others are those of the fit; both bots together are as strong as fits best.
    """

    def __init__(self, encounters: Encounters, strengths: Floats, pairs: Numbers) -> None:
        """Look at pairs, shape (p, 2), given the strengths of all bots, shape (n,)."""
        self._first = pairs[:, 0]
        self._second = pairs[:, 1]
        self._strengths = strengths
        blocks = encounters.blocks
        both = blocks[self._first, self._second]
        self.blocks: Floats = (
            blocks[self._first, self._first] + blocks[self._second, self._second] - both
        )
        """Shape (p,): number of blocks in which one of the two played."""
        self._kept = np.sqrt(encounters.kept[self._first, self._second])
        begins = encounters.begins
        rows = [np.arange(begins[who], begins[who + 1]) for pair in pairs.tolist() for who in pair]
        sizes = np.array([len(some) for some in rows])
        row = np.concatenate(rows)
        side = np.repeat(np.tile([0, 1], len(pairs)), sizes)
        pair = np.repeat(np.repeat(np.arange(len(pairs)), 2), sizes)
        # What the two played against each other is taken once, from the side of the first.
        other = np.where(side == 0, self._second[pair], self._first[pair])
        kept = (side == 0) | (encounters.others[row] != other)
        order = np.lexsort((encounters.classes[row[kept]], pair[kept]))
        row = row[kept][order]
        self._pair = pair[kept][order]
        self._second_side = side[kept][order] == 1
        self._direct = encounters.others[row] == self._second[self._pair]
        self._direct &= ~self._second_side
        self._rival = strengths[encounters.others[row]]
        self._meetings = encounters.meetings[row]
        self._wins = encounters.wins[row]
        self._weights = encounters.counts[encounters.classes[row]]
        block = np.stack((self._pair, encounters.classes[row]))
        changes = (np.diff(block, axis=1) != 0).any(axis=0)
        self._slots = np.flatnonzero(np.concatenate(([True], changes)))
        self._counts = self._weights[self._slots]
        self.starts: Numbers = np.searchsorted(
            self._pair[self._slots], np.arange(len(pairs))
        ).astype(np.int64)
        """Where the contributions of each pair begin."""
        # Sums over the encounters of a side leave out those of the two against each other.
        self._sides = 2 * self._pair + self._second_side
        self._middle = (strengths[self._first] + strengths[self._second]) / 2

    def roots(self, margins: Floats) -> Floats:
        """Return the signed root for each pair if it differs by a margin, shape (p,).

        It is above 0 if the first of the pair is stronger than the margin says.
        """
        contributions, _ = self.contributions(margins)
        return contributions.signed_roots(self.starts) * self._kept

    def contributions(self, margins: Floats) -> tuple[Contributions, Floats]:
        """Return the contributions of blocks, and the information about each margin, shape (p,)."""
        middle = self._fitted_middle(margins)
        chances = self._chances(middle, margins)
        spread = self._meetings * chances * (1 - chances)
        by_side = self._by_side(spread)
        total = by_side.sum(axis=1)
        halves = np.full_like(by_side, 0.5)
        # Two resistors in a row: the side that is known less moves more.
        opposite = by_side[:, ::-1]
        shares = np.divide(opposite, total[:, None], out=halves, where=total[:, None] > 0)
        weights = np.where(self._direct, 1.0, shares.reshape(-1)[self._sides])
        signs = np.where(self._second_side, -weights, weights)
        residuals = self._wins - self._meetings * chances
        lost = weights * self._meetings * np.where(self._second_side, 1 - chances, chances)
        whole = weights * self._meetings
        least = self._by_slot(lost)
        most = self._by_slot(whole) - least
        # Matches of a block that are independent reach less far than their number says.
        independent = np.sqrt(2 * self._by_slot(weights**2 * self._meetings / 4))
        reach = np.minimum(1.0, 2 * independent / np.maximum(self._by_slot(whole), PRECISION))
        direct = np.bincount(
            self._pair, self._weights * self._direct * spread, minlength=len(margins)
        )
        series = np.divide(by_side.prod(axis=1), total, out=np.zeros_like(total), where=total > 0)
        return (
            Contributions(
                self._by_slot(signs * residuals), self._counts, reach * least, reach * most
            ),
            direct + series,
        )

    def ends(self, margins: Floats) -> tuple[Floats, Floats]:
        """Return the ends of the 95 % intervals about margins, shapes (p,)."""
        quantiles = quantile(self.blocks)
        _, information = self.contributions(margins)
        step = quantiles / np.sqrt(np.maximum(information, PRECISION))
        return interval_ends(self.roots, margins, step, quantiles)

    def _fitted_middle(self, margins: Floats) -> Floats:
        """Return the mean strength of both bots that fits best, given their margins."""
        middle = self._middle
        for _ in range(STEPS):
            chances = self._chances(middle, margins)
            surplus = self._by_side(self._wins - self._meetings * chances).sum(axis=1)
            spread = self._by_side(self._meetings * chances * (1 - chances)).sum(axis=1)
            step = (surplus - 2 * middle / PRIOR**2) / (spread + 2 / PRIOR**2)
            step = np.clip(step, -LONGEST_STEP, LONGEST_STEP)
            middle = middle + step
            if np.abs(step).max(initial=0.0) < CLOSE**2:
                break
        self._middle = middle
        return middle

    def _chances(self, middle: Floats, margins: Floats) -> Floats:
        """Return the expected result of each encounter, 0 … 1."""
        halves = np.stack((margins, -margins), axis=1) / 2
        mine = (middle[:, None] + halves).reshape(-1)[self._sides]
        away = np.where(self._direct, margins[self._pair], mine - self._rival)
        chances: Floats = expit(away)
        return chances

    def _by_side(self, values: Floats) -> Floats:
        """Return sums over the encounters of either bot with others, shape (p, 2)."""
        counted = self._weights * np.where(self._direct, 0.0, values)
        sums: Floats = np.bincount(self._sides, counted, 2 * len(self._first)).astype(float)
        return sums.reshape(-1, 2)

    def _by_slot(self, values: Floats) -> Floats:
        """Return sums over the encounters of each block, shape (s,)."""
        sums: Floats = np.add.reduceat(values, self._slots)
        return sums
