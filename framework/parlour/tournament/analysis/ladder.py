"""Where a bot stands on the ladder of anchors: the search that would be as strong."""

from collections.abc import Sequence
from math import log2

import numpy as np
from scipy.optimize import isotonic_regression


def rung(points: float, budgets: Sequence[int], ratings: Sequence[float]) -> str:
    """Return the budget, in simulations a move, at which the search bot would be rated so.

    Between two rungs it is read off a straight line over the budget's logarithm. Ratings that
    fall from one rung to the next are evened out first. Beyond the ladder nothing is guessed.
    """
    even = isotonic_regression(np.array(ratings)).x
    if points < even[0]:
        return f"< {budgets[0]}"
    if points > even[-1]:
        return f"> {budgets[-1]}"
    return f"{2 ** float(np.interp(points, even, [log2(budget) for budget in budgets])):.0f}"
