"""Results as choices: who came first among all, who next among the rest, and so on.

The model is Davidson and Luce's, after Firth, Kosmidis and Turner: of a set S the group T comes
first with a probability in proportion to δ of its size times the geometric mean of its members'
strengths. With two seats it is Davidson's, without ties Plackett and Luce's, with both Bradley
and Terry's. The logarithm of its likelihood is concave in the logarithms of all parameters.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array

from parlour.tournament.analysis.aggregate import BlockClass
from parlour.tournament.schedules.blocks import Lineup

Floats = NDArray[np.float64]

PRIOR = 4.0
"""Standard deviation, in logits, of what each parameter is believed to be beforehand."""
ROUNDS = 60
CLOSE = 1e-9
STRIDE = 3.0
"""No parameter moves further in one step of Newton's method, in logits."""
ROOM = 4_000_000
"""So many numbers are held at a time while many fits are made together."""


class Choices:
    """All situations that came up, with what could be chosen in each."""

    def __init__(self, field: Sequence[int], classes: Sequence[BlockClass]) -> None:
        self.field = tuple(field)
        stages = [list(stages_of(block)) for block in classes]
        self.largest = max((len(first) for some in stages for _, first in some), default=1)
        situations = sorted({rest for some in stages for rest, _ in some})
        rows = [(rest, group) for rest in situations for group in self._groups(rest)]
        numbers = {row: number for number, row in enumerate(rows)}
        self._starts = np.array([numbers[rest, self._groups(rest)[0]] for rest in situations], int)
        self._sizes = np.diff(np.append(self._starts, len(rows)))
        self._features = self._described([group for _, group in rows])
        self._squares = (self._features[:, :, None] * self._features[:, None, :]).reshape(
            len(rows), -1
        )
        ways = [Counter(combinations(rest, len(group)))[group] for rest, group in rows]
        self._offsets = np.array([log(number) for number in ways])
        self.taken = _taken(stages, numbers)
        """How often each row was chosen in each class of blocks."""

    @property
    def parameters(self) -> int:
        """How many parameters there are: strengths, then ties of each size."""
        return len(self.field) + self.largest - 1

    def fitted(self, blocks: Floats) -> Floats:
        """Return the likeliest parameters, given how many blocks there are of each class."""
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
        found = minimize(value, start, jac=slope, hess=bend, method="trust-exact", tol=CLOSE)
        fit: Floats = found.x
        return fit

    def refitted(self, start: Floats, blocks: Floats) -> Floats:
        """Return the fits of many resamples, one a row, by Newton's method from ``start``."""
        counts: Floats = (self.taken.T @ blocks.T).T
        step = max(1, ROOM // max(1, self._squares.size))
        parts = [
            self._newton(start, counts[first : first + step])
            for first in range(0, len(counts), step)
        ]
        return np.concatenate(parts)

    def expected(self, theta: Floats) -> Floats:
        """Return the mean result of each bot against each other, for every fit."""
        strengths = theta[..., : len(self.field)]
        margins = strengths[..., :, None] - strengths[..., None, :]
        ties = np.exp(theta[..., len(self.field)]) if self.largest > 1 else np.zeros(len(theta))
        half = ties[..., None, None] / 2
        up, down = np.exp(margins / 2), np.exp(-margins / 2)
        found: Floats = (up + half) / (up + down + 2 * half)
        return found

    def preferences(self, blocks: Floats) -> Floats:
        """Return what was preferred to what: differences of rows, chosen less not chosen."""
        chosen = np.flatnonzero(self.taken.T @ (blocks > 0))
        first = np.searchsorted(self._starts, chosen, side="right") - 1
        found = [
            self._features[row] - self._features[start : start + size]
            for row, start, size in zip(
                chosen, self._starts[first], self._sizes[first], strict=True
            )
        ]
        return np.unique(np.concatenate(found), axis=0)

    def _newton(self, start: Floats, counts: Floats) -> Floats:
        theta = np.repeat(start[None], len(counts), axis=0)
        for _ in range(ROUNDS):
            slope, bend = self._derivatives(theta, counts)
            step = np.linalg.solve(bend, slope[..., None])[..., 0]
            longest = np.abs(step).max(axis=1, keepdims=True)
            theta = theta + step * np.minimum(1.0, STRIDE / np.maximum(longest, CLOSE))
            if longest.max() < CLOSE**0.5:
                break
        return theta

    def _loss(self, theta: Floats, counts: Floats) -> Floats:
        """Return how unlikely the parameters are: the logarithm, and what was believed before."""
        weights, greatest = self._weights(theta)
        sums = np.add.reduceat(weights, self._starts, axis=1)
        logs = np.log(sums) + greatest
        chosen = counts * (theta @ self._features.T + self._offsets)
        situations = np.add.reduceat(counts, self._starts, axis=1)
        loss = (situations * logs).sum(axis=1) - chosen.sum(axis=1)
        believed: Floats = loss + (theta**2).sum(axis=1) / (2 * PRIOR**2)
        return believed

    def _derivatives(self, theta: Floats, counts: Floats) -> tuple[Floats, Floats]:
        """Return the slope of the likelihood, and how it bends, for every row of ``theta``."""
        weights, _ = self._weights(theta)
        sums = np.add.reduceat(weights, self._starts, axis=1)
        chances = weights / np.repeat(sums, self._sizes, axis=1)
        situations = np.add.reduceat(counts, self._starts, axis=1)
        expected = chances * np.repeat(situations, self._sizes, axis=1)
        slope = (counts - expected) @ self._features - theta / PRIOR**2
        means = np.add.reduceat(chances[:, :, None] * self._features, self._starts, axis=1)
        weighted = means * situations[:, :, None]
        size = self.parameters
        bend = (expected @ self._squares).reshape(-1, size, size)
        bend -= np.swapaxes(weighted, 1, 2) @ means
        return slope, bend + np.eye(size) / PRIOR**2

    def _weights(self, theta: Floats) -> tuple[Floats, Floats]:
        """Return the weight of every row, and the logarithm by which each situation is scaled."""
        logs = theta @ self._features.T + self._offsets
        greatest = np.maximum.reduceat(logs, self._starts, axis=1)
        return np.exp(logs - np.repeat(greatest, self._sizes, axis=1)), greatest

    def _groups(self, rest: Lineup) -> list[Lineup]:
        """Return the groups that can come first, the smallest first, no larger than any did."""
        most = min(len(rest), self.largest)
        found = [group for size in range(1, most + 1) for group in combinations(rest, size)]
        return list(dict.fromkeys(found))

    def _described(self, groups: Sequence[Lineup]) -> Floats:
        """Return how the weight of each group depends on the parameters."""
        places = {who: place for place, who in enumerate(self.field)}
        features = np.zeros((len(groups), self.parameters))
        for row, group in zip(features, groups, strict=True):
            for who in group:
                row[places[who]] += 1 / len(group)
            if len(group) > 1:
                row[len(self.field) + len(group) - 2] = 1.0
        return features


def stages_of(block: BlockClass) -> Iterator[tuple[Lineup, Lineup]]:
    """Yield who was still to be placed, and who of them was placed next."""
    for lineup, places in block:
        ranked = sorted(zip(places, lineup, strict=True))
        while len(ranked) > 1:
            best = ranked[0][0]
            rest = tuple(sorted(who for _, who in ranked))
            yield rest, tuple(sorted(who for place, who in ranked if place == best))
            ranked = [(place, who) for place, who in ranked if place != best]


def _taken(
    stages: Sequence[Sequence[tuple[Lineup, Lineup]]], numbers: dict[tuple[Lineup, Lineup], int]
) -> csr_array:
    rows = [number for number, some in enumerate(stages) for _ in some]
    columns = [numbers[stage] for some in stages for stage in some]
    return csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(stages), len(numbers)))
