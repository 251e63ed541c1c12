"""The ladder of anchors: the search bot at rising budgets, on which other bots have a place."""

from collections.abc import Sequence
from math import log2

import numpy as np
from msgspec import Struct
from scipy.optimize import isotonic_regression

from parlour.tournament.analysis.ratings import Fit

STEPS = 64
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
    """Return the budget at which the search bot would have a bot's rating, with an interval.

    ``who`` and ``anchors`` are numbers in the plan, ``budgets`` those of the anchors. A budget is
    in the interval if the bot may be as strong as the line between the anchors is there.
    """
    places = [fit.bots.index(anchor) for anchor in anchors]
    mine = fit.bots.index(who)
    point = budget_at(float(fit.theta[mine]), budgets, [float(fit.theta[n]) for n in places])
    if who in anchors:
        return LadderPlace(point, point, point)
    lowest, highest = f"< {budgets[0]}", f"> {budgets[-1]}"
    steps = np.linspace(0, len(budgets) - 1, STEPS * (len(budgets) - 1) + 1)
    signs = [_sign(fit, mine, places, step) for step in steps]
    logs = np.interp(steps, range(len(budgets)), [log2(budget) for budget in budgets])
    from_below = next((n for n, sign in enumerate(signs) if sign <= 0), None)
    from_above = next((n for n in reversed(range(len(signs))) if signs[n] >= 0), None)
    low = highest if from_below is None else _text(logs[from_below]) if from_below else lowest
    high = lowest if from_above is None else _text(logs[from_above])
    return LadderPlace(point, low, highest if from_above == len(signs) - 1 else high)


def budget_at(strength: float, budgets: Sequence[int], strengths: Sequence[float]) -> str:
    """Return the budget, in simulations a move, at which the search bot has a strength.

    ``budgets`` and ``strengths`` are those of the anchors. Between two anchors the budget is read
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
    lower, upper = places[first], places[first + 1]
    direction = np.zeros(len(fit.theta))
    direction[mine] += 1
    direction[lower] -= 1 - (step - first)
    direction[upper] -= step - first
    margin, reach = float(direction @ fit.theta), fit.spread(direction).reach
    met = (lower, upper)
    up = margin > reach and not any(fit.above[n, mine] for n in met)
    down = margin < -reach and not any(fit.above[mine, n] for n in met)
    return up - down


def _text(logarithm: float) -> str:
    return f"{2**logarithm:.0f}"
