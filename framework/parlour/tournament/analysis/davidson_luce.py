"""The Davidson-Luce model: places as choices of the first among all, of the next among the rest.

From a set S of bots the group T comes first with a probability in proportion to δ of its size
times the geometric mean of its members' strengths (Firth, Kosmidis and Turner 2019). With two
seats it is Davidson's model, without ties Plackett and Luce's, with both Bradley and Terry's. The
logarithm of its likelihood is concave in the logarithms of all parameters.

A *stage* is a set of bots and the group of them that came first; a *row* is a stage's set with one
group that could come first. Shapes are written with n for bots, p for parameters, r for rows, s for
distinct sets, k for classes of blocks, and m for resamples.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import exp, log

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog, minimize
from scipy.sparse import csr_array

from parlour.tournament.analysis.intervals import Floats
from parlour.tournament.playing.results import BlockClass
from parlour.tournament.schedules.seating import Group

PRIOR = 4.0
"""Standard deviation of each parameter's normal prior, in logits."""
TOLERANCE = 1e-9
"""Tolerance of the fit, in logits."""


class Model:
    """The model for some bots, with every set of bots that came up and every possible choice.

    Parameters are logarithms: the strengths of the n bots, then δ for ties of 2, 3 … bots up to
    the largest tie that came up.
    """

    def __init__(self, bots: Sequence[int], classes: Sequence[BlockClass]) -> None:
        self.bots = tuple(bots)
        """Entrants by their numbers in the plan, in the order of the strengths."""
        stages = [list(stages_of(block)) for block in classes]
        self.largest = max((len(first) for some in stages for _, first in some), default=1)
        """Number of bots in the largest tie."""
        sets = sorted({rest for some in stages for rest, _ in some})
        rows = [(rest, group) for rest in sets for group in self._groups(rest)]
        numbers = {row: number for number, row in enumerate(rows)}
        # Shapes (s,): first row of each set, and number of its rows.
        self._starts = np.array([numbers[rest, self._groups(rest)[0]] for rest in sets], int)
        self._sizes = np.diff(np.append(self._starts, len(rows)))
        # Shapes (r, p), and (r, p · p) for the products of each two of them.
        self._features = self._features_of([group for _, group in rows])
        products = self._features[:, :, None] * self._features[:, None, :]
        self._squares = products.reshape(len(rows), -1)
        # Shape (r,): copies of a bot can make up one group in several ways.
        ways = [Counter(combinations(rest, len(group)))[group] for rest, group in rows]
        self._offsets = np.array([log(number) for number in ways])
        self.taken = _taken(stages, numbers)
        """Shape (k, r), sparse: number of times a block of the class chose the row."""

    @property
    def parameters(self) -> int:
        """Number of parameters, p."""
        return len(self.bots) + self.largest - 1

    def fitted(self, blocks: Floats) -> Floats:
        """Return the likeliest parameters, shape (p,), for the blocks of each class, shape (k,).

        SciPy's ``trust-exact`` finds them (Conn, Gould and Toint 2000).
        """
        counts: Floats = np.atleast_2d(self.taken.T @ blocks)

        def value(theta: Floats) -> float:
            return float(self._loss(theta[None], counts)[0])

        def slope(theta: Floats) -> Floats:
            down: Floats = -self._derivatives(theta[None], counts)[0][0]
            return down

        def bend(theta: Floats) -> Floats:
            bent: Floats = self._derivatives(theta[None], counts)[1][0]
            return bent

        start = np.zeros(self.parameters)
        # On its way to the edge of the trust region the library may divide 0 by 0, and mends it.
        with np.errstate(divide="ignore", invalid="ignore"):
            found = minimize(
                value, start, jac=slope, hess=bend, method="trust-exact", tol=TOLERANCE
            )
        fit: Floats = found.x
        return fit

    def block_scores(self, theta: Floats) -> Floats:
        """Return the gradient of the log-likelihood of one block of each class, shape (k, p)."""
        probabilities = self._probabilities(theta)
        means = np.add.reduceat(probabilities[:, None] * self._features, self._starts)
        scores: Floats = self.taken @ (self._features - np.repeat(means, self._sizes, axis=0))
        return scores

    def information(self, theta: Floats, blocks: Floats) -> Floats:
        """Return the Fisher information of the blocks of each class, shape (p, p), no prior.

        ``blocks``, of shape (k,), holds the number of blocks of each class.
        """
        counts = np.atleast_2d(self.taken.T @ blocks)
        bend = self._derivatives(theta[None], counts)[1][0]
        found: Floats = bend - np.eye(self.parameters) / PRIOR**2
        return found

    def expected(self, theta: Floats) -> Floats:
        """Return the expected result of each bot against each other where the two meet alone.

        ``theta`` has the shape (m, p), the answer (m, n, n): row against column, 0 … 1.
        """
        strengths = theta[..., : len(self.bots)]
        margins = strengths[..., :, None] - strengths[..., None, :]
        ties = np.exp(theta[..., len(self.bots)]) if self.largest > 1 else np.zeros(len(theta))
        half = ties[..., None, None] / 2
        # Davidson with two seats: strengths a and b, a tie weighs δ √(a b); divided by √(a b).
        up, down = np.exp(margins / 2), np.exp(-margins / 2)
        found: Floats = (up + half) / (up + down + 2 * half)
        return found

    def preferences(self, blocks: Floats) -> Floats:
        """Return the distinct differences of features, of chosen rows less others of their set.

        ``blocks``, of shape (k,), is above 0 for the classes that count. The answer has one row
        for each difference and p columns.
        """
        chosen = np.flatnonzero(self.taken.T @ (blocks > 0))
        first = np.searchsorted(self._starts, chosen, side="right") - 1
        found = [
            self._features[row] - self._features[start : start + size]
            for row, start, size in zip(
                chosen, self._starts[first], self._sizes[first], strict=True
            )
        ]
        return np.unique(np.concatenate(found), axis=0)

    def _loss(self, theta: Floats, counts: Floats) -> Floats:
        """Return the negative log-posterior, shape (m,), of ``theta``, shape (m, p)."""
        weights, greatest = self._weights(theta)
        sums = np.add.reduceat(weights, self._starts, axis=1)
        logs = np.log(sums) + greatest
        chosen = counts * (theta @ self._features.T + self._offsets)
        stages = np.add.reduceat(counts, self._starts, axis=1)
        loss = (stages * logs).sum(axis=1) - chosen.sum(axis=1)
        posterior: Floats = loss + (theta**2).sum(axis=1) / (2 * PRIOR**2)
        return posterior

    def _probabilities(self, theta: Floats) -> Floats:
        """Return the probability of every row in its set, shape (r,)."""
        weights = self._weights(theta[None])[0][0]
        found: Floats = weights / np.repeat(np.add.reduceat(weights, self._starts), self._sizes)
        return found

    def _derivatives(self, theta: Floats, counts: Floats) -> tuple[Floats, Floats]:
        """Return the gradient of the log-posterior, (m, p), and its negative Hessian, (m, p, p)."""
        weights, _ = self._weights(theta)
        sums = np.add.reduceat(weights, self._starts, axis=1)
        probabilities = weights / np.repeat(sums, self._sizes, axis=1)
        stages = np.add.reduceat(counts, self._starts, axis=1)
        expected = probabilities * np.repeat(stages, self._sizes, axis=1)
        slope = (counts - expected) @ self._features - theta / PRIOR**2
        means = np.add.reduceat(probabilities[:, :, None] * self._features, self._starts, axis=1)
        # Hessian of a sum of log-sum-exps: the features' covariance under the choice, set by set.
        weighted = means * stages[:, :, None]
        size = self.parameters
        bend = (expected @ self._squares).reshape(-1, size, size)
        bend -= np.swapaxes(weighted, 1, 2) @ means
        return slope, bend + np.eye(size) / PRIOR**2

    def _weights(self, theta: Floats) -> tuple[Floats, Floats]:
        """Return the weight of every row, (m, r), and the logarithm that scales each set, (m, s).

        Scaled so that the greatest weight of a set is 1, or large strengths would overflow.
        """
        # A group of k weighs its geometric mean, so each member's logarithm counts 1 / k.
        logs = theta @ self._features.T + self._offsets
        greatest = np.maximum.reduceat(logs, self._starts, axis=1)
        return np.exp(logs - np.repeat(greatest, self._sizes, axis=1)), greatest

    def _groups(self, rest: Group) -> list[Group]:
        """Return the groups of a set that can come first, up to ``largest``, smallest first."""
        most = min(len(rest), self.largest)
        found = [group for size in range(1, most + 1) for group in combinations(rest, size)]
        return list(dict.fromkeys(found))

    def _features_of(self, groups: Sequence[Group]) -> Floats:
        """Return the derivative of each row's logarithmic weight by each parameter, (r, p)."""
        places = {who: place for place, who in enumerate(self.bots)}
        features = np.zeros((len(groups), self.parameters))
        for row, group in zip(features, groups, strict=True):
            for who in group:
                row[places[who]] += 1 / len(group)
            if len(group) > 1:
                row[len(self.bots) + len(group) - 2] = 1.0
        return features


class ExpectedResults:
    """Results that the model expects at tables of any bots."""

    def __init__(self, strengths: Mapping[int, float], ties: Sequence[float]) -> None:
        self._strengths = strengths
        # Logarithms of δ for groups of 1, 2 … bots.
        self._ties = ties
        self._known: dict[Group, Floats] = {}

    def result(self, group: Group, one: int, other: int) -> float:
        """Return the mean result, 0 … 1, of the seats of one bot against those of another."""
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


def boundless(preferences: Floats, bots: int) -> NDArray[np.bool_]:
    """Return whether the row's bot may be stronger than the column's by any amount, shape (n, n).

    It may if some direction favours it and the likelihood never falls that way: no choice becomes
    less likely against one that was not chosen. These directions are a cone, and a linear program
    finds how far it leads for each two bots (after Ford 1957). ``preferences`` are those of the
    model, with p columns.
    """
    found = np.zeros((bots, bots), bool)
    if _is_bounded(preferences):
        return found
    for one, other in permutations(range(bots), 2):
        aim = np.zeros(preferences.shape[1])
        aim[one], aim[other] = 1, -1
        found[one, other] = _reach(aim, preferences)
    return found


def _is_bounded(preferences: Floats) -> bool:
    """Return whether every direction but that of all bots makes a choice less likely."""
    all_but_one = np.linalg.matrix_rank(preferences) == preferences.shape[1] - 1
    return bool(all_but_one) and not _reach(preferences.sum(axis=0), preferences)


def _reach(aim: Floats, preferences: Floats) -> bool:
    """Return whether one can go towards ``aim``, shape (p,), and make no choice less likely."""
    free = linprog(-aim, A_ub=-preferences, b_ub=np.zeros(len(preferences)), bounds=(-1, 1))
    return bool(free.x @ aim > TOLERANCE_OF_ZERO)
