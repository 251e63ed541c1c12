"""A sequential test on blocks: it stops as soon as it is known which hypothesis fits better."""

from collections import Counter
from math import log

from parlour.tournament.plan.plan import Hypotheses

LEAST = 8
"""Before so many blocks nothing is decided."""
UNSEEN = 1e-3
"""Weight of the results ``0``, ``½`` and ``1`` beside those that came, so that each may come."""
PRECISION = 1e-12


class Walk:
    """The logarithm of the likelihood ratio of two hypotheses on a mean, block by block.

    The blocks' results may be spread in any way: of all distributions on what came, each
    hypothesis is given the likeliest that has its mean.
    """

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        alarms, misses = hypotheses.false_alarms, hypotheses.misses
        self.low = log(misses / (1 - alarms))
        """Down here the null is taken."""
        self.high = log((1 - misses) / alarms)
        """Up here the alternative is."""
        self.ratio = 0.0
        self.blocks = 0
        self._seen: Counter[float] = Counter()

    @property
    def verdict(self) -> str:
        """Say which hypothesis was taken: ``null``, ``alternative`` or still ``open``."""
        if self.blocks < LEAST or self.low < self.ratio < self.high:
            return "open"
        return "alternative" if self.ratio >= self.high else "null"

    def step(self, result: float) -> bool:
        """Take a block's result into account, and tell whether that decides."""
        self.blocks += 1
        self._seen[result] += 1
        spread = {value: float(count) for value, count in self._seen.items()}
        for value in (0.0, 0.5, 1.0):
            spread[value] = spread.get(value, 0.0) + UNSEEN
        given = self.hypotheses
        self.ratio = best_fit(spread, given.alternative) - best_fit(spread, given.null)
        return self.verdict != "open"


def best_fit(spread: dict[float, float], mean: float) -> float:
    """Return the greatest log-likelihood of what came, over all distributions with this mean."""
    tilt = _tilt(spread, mean)
    return -sum(count * log(1.0 + tilt * (value - mean)) for value, count in spread.items())


def _tilt(spread: dict[float, float], mean: float) -> float:
    """Solve Σ count · (value - mean) / (1 + tilt · (value - mean)) = 0 by halving."""
    low = -1.0 / (max(spread) - mean)
    high = 1.0 / (mean - min(spread))
    while high - low > PRECISION * (1 + abs(low)):
        middle = (low + high) / 2
        slope = sum(n * (v - mean) / (1.0 + middle * (v - mean)) for v, n in spread.items())
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2
