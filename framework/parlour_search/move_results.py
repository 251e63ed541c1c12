"""Results of the moves that are tried: means, with their errors."""

from collections.abc import Iterable
from math import inf, sqrt

MIN_RESULTS = 4
"""Minimum number of results for the error of a mean: two may agree by luck."""


class RunningMean:
    """Mean and spread of the results of one move (Welford 1962)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0
        """Sum of the squared deviations from the mean."""

    def add(self, value: float) -> None:
        """Count one more result."""
        self.count += 1
        apart = value - self.mean
        self.mean += apart / self.count
        self.squares += apart * (value - self.mean)

    @property
    def error(self) -> float:
        """Standard error of the mean, of which 1.96 hold 95 %; infinite if results are few."""
        if self.count < MIN_RESULTS:
            return inf
        free = self.count - 1
        # Student's quantile over the normal one, by Fisher's expansion: a few results that are
        # close to each other may be so by luck.
        wide = 1 + 1.21 / free + 1.44 / free**2
        return wide * sqrt(self.squares / free / self.count)


def mean_of(values: Iterable[float]) -> RunningMean:
    """Return the mean and the spread of some results."""
    mean = RunningMean()
    for value in values:
        mean.add(value)
    return mean


class MoveResults:
    """Results of one move."""

    def __init__(self) -> None:
        self.value = RunningMean()
        """Results in the measure of the objective."""
        self.chance = RunningMean()
        """Chances of winning, if they are known beside these."""
