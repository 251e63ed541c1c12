"""The Davidson-Luce model: places as choices of the first among all, of the next among the rest.

From a set S of bots the group T comes first with a probability in proportion to δ of its size
times the geometric mean of its members' strengths (Firth, Kosmidis and Turner 2019). With two
seats it is Davidson's model, without ties Plackett and Luce's, with both Bradley and Terry's. The
logarithm of its likelihood is concave in the logarithms of all parameters.

A *stage* is a set of bots and the group of them that came first; a *row* is a stage's set with one
group that could come first. Shapes are written with n for bots, p for parameters, r for rows, s for
distinct sets, k for classes of blocks, and g for groups.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import exp, log

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog, minimize
from scipy.sparse import csr_array, diags_array
from scipy.sparse.csgraph import shortest_path

from parlour_tournament.analysis.intervals import Floats, Strata
from parlour_tournament.playing import BlockClass
from parlour_tournament.schedules import Group

PRIOR = 4.0
"""Standard deviation of each parameter's normal prior, in logits."""
FIXED_PRECISION = 1e6
"""Precision of the prior of a fixed strength, a fifth of an Elo: more would be lost in rounding."""
TOLERANCE = 1e-9
"""Tolerance of the fit, in logits."""


class Model:
    """The model for some bots, with every set of bots that came up and every possible choice.

    Parameters are logarithms: the strengths of the n bots, then δ for ties of 2, 3 … bots up to
    the largest tie that came up.
    """

    def __init__(
        self,
        bots: Sequence[int],
        classes: Sequence[BlockClass],
        fixed: Mapping[int, float] | None = None,
    ) -> None:
        """Find all choices; bots that are ``fixed`` have these strengths, in logits."""
        self.bots = tuple(bots)
        """Entrants by their numbers in the plan, in the order of the strengths."""
        stages = [list(stages_of(block)) for block in classes]
        self.largest = max((len(first) for some in stages for _, first in some), default=1)
        """Number of bots in the largest tie."""
        sets = sorted({rest for some in stages for rest, _ in some})
        rows = [(rest, group) for rest in sets for group in self._groups(rest)]
        numbers = {row: number for number, row in enumerate(rows)}
        self._rows = rows
        # Shapes (s,): first row of each set, and number of its rows.
        self._starts = np.array([numbers[rest, self._groups(rest)[0]] for rest in sets], int)
        self._sizes = np.diff(np.append(self._starts, len(rows)))
        self._features = self._features_of([group for _, group in rows])
        of_set = np.repeat(np.arange(len(sets)), self._sizes)
        # Shape (r, s), sparse: 1 in the column of the row's set.
        self._in_set = csr_array((np.ones(len(rows)), (np.arange(len(rows)), of_set)))
        # Shape (r,): copies of a bot can make up one group in several ways.
        ways = [Counter(combinations(rest, len(group)))[group] for rest, group in rows]
        self._offsets = np.array([log(number) for number in ways])
        self.taken = _taken(stages, numbers)
        """Shape (k, r), sparse: number of times a block of the class chose the row."""
        self.fixed = [place for place, who in enumerate(bots) if who in (fixed or {})]
        """Places of the bots that have a fixed strength."""
        # Shapes (p,): means of the parameters' normal priors, and their precisions.
        self._means, self.precisions = np.zeros((2, self.parameters))
        self._means[self.fixed] = [(fixed or {})[bots[place]] for place in self.fixed]
        self.precisions += 1 / PRIOR**2
        self.precisions[self.fixed] = FIXED_PRECISION

    @property
    def parameters(self) -> int:
        """Number of parameters, p."""
        return len(self.bots) + self.largest - 1

    def fitted(self, blocks: Floats) -> Floats:
        """Return the likeliest parameters, shape (p,), for the blocks of each class, shape (k,).

        SciPy's ``trust-exact`` finds them (Conn, Gould and Toint 2000).
        """
        counts: Floats = self.taken.T @ blocks
        # On its way to the edge of the trust region the library may divide 0 by 0, and mends it.
        with np.errstate(divide="ignore", invalid="ignore"):
            found = minimize(
                lambda theta: self._loss(theta, counts),
                self._means,
                jac=lambda theta: self._slope(theta, counts),
                hess=lambda theta: self._bend(theta, counts),
                method="trust-exact",
                tol=TOLERANCE,
            )
        fit: Floats = found.x
        return fit

    def block_scores(self, theta: Floats) -> Floats:
        """Return the gradient of the log-likelihood of one block of each class, shape (k, p)."""
        scores: Floats = (self.taken @ self.centred(theta)).toarray()
        return scores

    def centred(self, theta: Floats) -> csr_array:
        """Return the features of each row less their mean under the choice, sparse, (r, p)."""
        chances = diags_array(self._probabilities(theta))
        return self._features - self._in_set @ (self._in_set.T @ (chances @ self._features))

    def row_weights(self, theta: Floats, strata: Strata) -> csr_array:
        """Return the number of times that a block of each group is expected to choose each row.

        The answer is sparse, of shape (g, r). Products of ``centred`` rows, weighted by it, add up
        to the information of the group's blocks, each over their number.
        """
        of_group = csr_array((strata.counts, (strata.groups, np.arange(len(strata.groups)))))
        stages = of_group @ self.taken @ self._in_set @ self._in_set.T
        means = diags_array(1 / strata.sizes) @ stages
        return means @ diags_array(self._probabilities(theta))

    def information(self, theta: Floats, blocks: Floats) -> Floats:
        """Return the Fisher information of the blocks of each class, shape (p, p), no prior.

        ``blocks``, of shape (k,), holds the number of blocks of each class.
        """
        return self._bend(theta, self.taken.T @ blocks) - np.diag(self.precisions)

    def expected(self, theta: Floats) -> Floats:
        """Return the expected result of each bot against each other where the two meet alone.

        ``theta`` has the shape (p,), the answer (n, n): row against column, 0 … 1.
        """
        strengths = theta[: len(self.bots)]
        margins = strengths[:, None] - strengths
        half = np.exp(theta[len(self.bots)]) / 2 if self.largest > 1 else 0.0
        # Davidson with two seats: strengths a and b, a tie weighs δ √(a b); divided by √(a b).
        up, down = np.exp(margins / 2), np.exp(-margins / 2)
        found: Floats = (up + half) / (up + down + 2 * half)
        return found

    def preferences(self, blocks: Floats) -> csr_array:
        """Return the differences of features, of chosen rows less others of their set, sparse.

        ``blocks``, of shape (k,), is above 0 for the classes that count. The answer has one row
        for each difference and p columns.
        """
        chosen = np.flatnonzero(self.taken.T @ (blocks > 0))
        sets = np.searchsorted(self._starts, chosen, side="right") - 1
        sizes = self._sizes[sets]
        others = np.concatenate(
            [
                np.arange(start, start + size)
                for start, size in zip(self._starts[sets], sizes, strict=True)
            ]
        )
        return self._features[np.repeat(chosen, sizes)] - self._features[others]

    def followed(self, blocks: Floats) -> NDArray[np.bool_]:
        """Return whether the column's bot was ever chosen with the row's in its set, (n, n).

        ``blocks``, of shape (k,), is above 0 for the classes that count.
        """
        places = {who: place for place, who in enumerate(self.bots)}
        found = np.zeros((len(self.bots), len(self.bots)), bool)
        for row in np.flatnonzero(self.taken.T @ (blocks > 0)):
            rest, first = self._rows[row]
            found[np.ix_([places[who] for who in rest], [places[who] for who in first])] = True
        return found

    def _loss(self, theta: Floats, counts: Floats) -> float:
        """Return the negative log-posterior of parameters."""
        weights, greatest = self._weights(theta)
        logs = np.log(np.add.reduceat(weights, self._starts)) + greatest
        chosen = counts @ (self._features @ theta + self._offsets)
        stages = np.add.reduceat(counts, self._starts)
        return float(stages @ logs - chosen + self.precisions @ (theta - self._means) ** 2 / 2)

    def _slope(self, theta: Floats, counts: Floats) -> Floats:
        """Return the gradient of the negative log-posterior, shape (p,)."""
        expected = self._probabilities(theta) * self._stages(counts)
        found: Floats = (expected - counts) @ self._features
        found += self.precisions * (theta - self._means)
        return found

    def _bend(self, theta: Floats, counts: Floats) -> Floats:
        """Return the Hessian of the negative log-posterior, shape (p, p)."""
        # Hessian of a sum of log-sum-exps: the features' covariance under the choice, set by set.
        expected = self._probabilities(theta) * self._stages(counts)
        centred = self.centred(theta)
        found: Floats = (centred.T @ (diags_array(expected) @ centred)).toarray()
        return found + np.diag(self.precisions)

    def _stages(self, counts: Floats) -> Floats:
        """Return how often the set of each row came up, shape (r,)."""
        return np.repeat(np.add.reduceat(counts, self._starts), self._sizes)

    def _probabilities(self, theta: Floats) -> Floats:
        """Return the probability of every row in its set, shape (r,)."""
        weights, _ = self._weights(theta)
        found: Floats = weights / np.repeat(np.add.reduceat(weights, self._starts), self._sizes)
        return found

    def _weights(self, theta: Floats) -> tuple[Floats, Floats]:
        """Return the weight of every row, (r,), and the logarithm that scales each set, (s,).

        Scaled so that the greatest weight of a set is 1, or large strengths would overflow.
        """
        # A group of k weighs its geometric mean, so each member's logarithm counts 1 / k.
        logs = self._features @ theta + self._offsets
        greatest = np.maximum.reduceat(logs, self._starts)
        return np.exp(logs - np.repeat(greatest, self._sizes)), greatest

    def _groups(self, rest: Group) -> list[Group]:
        """Return the groups of a set that can come first, up to ``largest``, smallest first."""
        most = min(len(rest), self.largest)
        found = [group for size in range(1, most + 1) for group in combinations(rest, size)]
        return list(dict.fromkeys(found))

    def _features_of(self, groups: Sequence[Group]) -> csr_array:
        """Return the derivative of each row's logarithmic weight by each parameter, (r, p)."""
        places = {who: place for place, who in enumerate(self.bots)}
        entries = [
            (1 / len(group), row, places[who]) for row, group in enumerate(groups) for who in group
        ]
        entries += [
            (1.0, row, len(self.bots) + len(group) - 2)
            for row, group in enumerate(groups)
            if len(group) > 1
        ]
        values, rows, columns = zip(*entries, strict=True)
        return csr_array((values, (rows, columns)), shape=(len(groups), self.parameters))


class ExpectedResults:
    """Results that the model expects at tables of any bots."""

    def __init__(self, strengths: Mapping[int, float], ties: Sequence[float]) -> None:
        self._strengths = strengths
        # Logarithms of δ for groups of 1, 2 … bots.
        self._ties = ties
        self._known: dict[Group, Floats] = {}

    def result(self, group: Group, one: int, other: int) -> float:
        """Return the mean result, 0 … 1, of the seats of one bot against the seats of another."""
        mine = [seat for seat, who in enumerate(group) if who == one]
        theirs = [seat for seat, who in enumerate(group) if who == other]
        return float(self._results(group)[np.ix_(mine, theirs)].mean())

    def _results(self, rest: Group) -> Floats:
        """Return the expected result of each seat against each other, 0 … 1."""
        if rest not in self._known:
            self._known[rest] = self._work_out(rest)
        return self._known[rest]

    def _work_out(self, rest: Group) -> Floats:
        size = len(rest)
        found = np.zeros((size, size))
        if size < 2:
            return found
        sizes = range(1, min(size, len(self._ties)) + 1)
        groups = [group for number in sizes for group in combinations(range(size), number)]
        weights = np.array([self._weight([rest[seat] for seat in group]) for group in groups])
        for first, chance in zip(groups, weights / weights.sum(), strict=True):
            others = [seat for seat in range(size) if seat not in first]
            found[np.ix_(first, first)] += chance / 2
            found[np.ix_(first, others)] += chance
            later = self._results(tuple(rest[seat] for seat in others))
            found[np.ix_(others, others)] += chance * later
        return found

    def _weight(self, group: Sequence[int]) -> float:
        mean = sum(self._strengths[who] for who in group) / len(group)
        return exp(mean + self._ties[len(group) - 1])


def stages_of(block: BlockClass) -> Iterator[tuple[Group, Group]]:
    """Yield the bots that were still to be placed, and the group of them that came next."""
    for lineup, places in block:
        ranked = sorted(zip(places, lineup, strict=True))
        while len(ranked) > 1:
            best = ranked[0][0]
            rest = tuple(sorted(who for _, who in ranked))
            yield rest, tuple(sorted(who for place, who in ranked if place == best))
            ranked = [(place, who) for place, who in ranked if place != best]


def _taken(
    stages: Sequence[Sequence[tuple[Group, Group]]], numbers: dict[tuple[Group, Group], int]
) -> csr_array:
    """Return the number of times each class chose each row, sparse, shape (k, r)."""
    rows = [number for number, some in enumerate(stages) for _ in some]
    columns = [numbers[stage] for some in stages for stage in some]
    return csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(stages), len(numbers)))


TOLERANCE_OF_ZERO = 1e-7
"""Greatest value of a linear program's answer that is taken for 0."""


def boundless(model: Model, blocks: Floats) -> NDArray[np.bool_]:
    """Return whether the row's bot may be stronger than the column's by any amount, shape (n, n).

    It may if some direction favours it and the likelihood never falls that way: no choice becomes
    less likely against one that was not chosen. These directions are a cone. If it holds all
    weights of ties fixed, the bots chosen from a set must not fall behind any other of it, and
    the rest is a question of paths (Ford 1957). If not, a linear program finds how far the cone
    leads. ``blocks``, of shape (k,), is above 0 for the classes that count.
    """
    bots = len(model.bots)
    bound = model.followed(blocks)
    # Bots that are fixed keep their distances.
    bound[np.ix_(model.fixed, model.fixed)] = True
    found: NDArray[np.bool_] = ~np.isfinite(shortest_path(bound, unweighted=True))
    preferences = model.preferences(blocks)
    ties = np.eye(model.parameters)[bots:]
    limits = np.array([(-1.0, 1.0)] * model.parameters)
    limits[model.fixed] = 0.0
    if not any(_reach(sign * aim, preferences, limits) for aim in ties for sign in (1, -1)):
        return found
    for one, other in np.argwhere(~found & ~np.eye(bots, dtype=bool)):
        aim = np.zeros(model.parameters)
        aim[one], aim[other] = 1, -1
        found[one, other] = _reach(aim, preferences, limits)
    return found


def _reach(aim: Floats, preferences: csr_array, limits: Floats) -> bool:
    """Return whether one can go towards ``aim``, shape (p,), and make no choice less likely.

    ``limits``, of shape (p, 2), bound the way along each parameter.
    """
    room = np.zeros(preferences.shape[0])
    free = linprog(-aim, A_ub=-preferences, b_ub=room, bounds=limits)
    return bool(free.x @ aim > TOLERANCE_OF_ZERO)
