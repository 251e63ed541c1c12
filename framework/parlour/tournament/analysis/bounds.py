"""Differences of strength for which the results set no bound.

Shapes are written as in ``davidson_luce``: n bots and p parameters.
"""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from parlour.tournament.analysis.intervals import Floats

ZERO = 1e-7
"""Greatest value of a linear program's answer that is taken for 0."""


def boundless(preferences: Floats, bots: int) -> NDArray[np.bool_]:
    """Return whether the row's bot may be stronger than the column's by any amount, shape (n, n).

    It may where some direction favours it in which the likelihood never falls: no choice becomes
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
    """Return whether every direction makes a choice less likely, but for that of all bots alike."""
    all_but_one = np.linalg.matrix_rank(preferences) == preferences.shape[1] - 1
    return bool(all_but_one) and not _reach(preferences.sum(axis=0), preferences)


def _reach(aim: Floats, preferences: Floats) -> bool:
    """Return whether one can go towards ``aim``, shape (p,), and make no choice less likely."""
    free = linprog(-aim, A_ub=-preferences, b_ub=np.zeros(len(preferences)), bounds=(-1, 1))
    return bool(free.x @ aim > ZERO)
