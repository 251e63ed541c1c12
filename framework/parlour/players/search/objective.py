"""Objectives: the rewards that search plays for, on a scale that no game's scores can stretch."""

from collections.abc import Sequence
from math import exp, log
from typing import Any, TypeAlias

from parlour.rules.answers import Result
from parlour.rules.rules import Rules
from parlour.rules.seats import Seat, share_beaten

Rewards: TypeAlias = tuple[float, ...]
"""Reward of each seat."""

PLACES_WEIGHT = 0.5
"""Weight of the places in the reward of a finished match, 0 … 1, where a heuristic has the rest."""

SCALE_RATE = 0.02
"""Rate of the moving average of the lead between best and worst seat, 0 … 1."""


class WinShare:
    """Every seat wants to beat as many others as it can. Rewards go from 0 to 1."""

    unit = 1.0
    """Typical difference between rewards; the exploration constant is multiplied by it."""

    def at_end(self, state: Any, result: Result) -> Rewards:
        """Return the rewards of a finished match: the shares of the others beaten."""
        return share_beaten(result.places)

    def describe(self, reward: float, seat: Seat) -> str:
        """Put a seat's mean reward in words."""
        return f"chance of winning {reward:.0%}"


class ZeroSumPoints:
    """Every seat wants points, which the others pay, as at poker. Rewards are points."""

    def __init__(self, unit: float) -> None:
        self.unit = unit
        """Root mean square of the scores, in points."""

    def at_end(self, state: Any, result: Result) -> Rewards:
        """Return the rewards of a finished match: the scores."""
        return result.scores

    def describe(self, reward: float, seat: Seat) -> str:
        """Put a seat's mean reward in words."""
        return f"expected result {reward:+.1f} points"


class HeuristicLead:
    """Every seat wants to beat the others, measured before the end by the game's heuristic.

    The reward of a seat is its mean lead over the others, less the lead it has at the root,
    divided by the leads usual in this search and squashed to 0 … 1. So neither the scale of
    the heuristic matters, nor who is far ahead already.
    """

    unit = 1.0

    def __init__(self, rules: Rules[Any, Any], seats: int) -> None:
        self._heuristic = rules.heuristic
        self.seats = seats
        """Number of seats."""
        self._root: Sequence[float] = ()
        """Value of each seat at the root."""
        self._scale = 0.0
        """Moving average of the lead between best and worst seat; 0 before the first."""

    def start(self, state: Any) -> None:
        """Measure leads against ``state``, the root of a search."""
        self._root = self._values(state)

    def before_end(self, state: Any) -> Rewards:
        """Return the rewards of a match that is not over."""
        values = self._values(state)
        gains = [value - root for value, root in zip(values, self._root, strict=True)]
        total, others = sum(gains), max(1, len(gains) - 1)
        spread = max(gains) - min(gains)
        self._scale += (spread - self._scale) * (SCALE_RATE if self._scale else 1.0)
        scale = self._scale or 1.0
        return tuple([_logistic((gain - (total - gain) / others) / scale) for gain in gains])

    def at_end(self, state: Any, result: Result) -> Rewards:
        """Return the rewards of a finished match, in which the places count as well."""
        soft, hard = self.before_end(state), share_beaten(result.places)
        return tuple([s + PLACES_WEIGHT * (h - s) for s, h in zip(soft, hard, strict=True)])

    def value(self, state: Any, seat: Seat) -> float:
        """Return the heuristic's value of ``state`` for ``seat``."""
        return self._heuristic(state, seat) or 0.0

    def value_at_root(self, seat: Seat) -> float:
        """Return the heuristic's value of the root for ``seat``."""
        return self._root[seat]

    def reward_for(self, gain: float) -> float:
        """Return the reward of a seat that gains ``gain`` over the root while no other gains."""
        return _logistic(gain / (self._scale or 1.0))

    def describe(self, reward: float, seat: Seat) -> str:
        """Put a seat's mean reward in words: the lead over the others' mean that it comes from."""
        inner = min(max(reward, 0.001), 0.999)
        gain = log(inner / (1 - inner)) * (self._scale or 1.0)
        others = [value for other, value in enumerate(self._root) if other != seat]
        lead = self._root[seat] - sum(others) / max(1, len(others))
        return f"expected lead {lead + gain:+.1f} points"

    def _values(self, state: Any) -> list[float]:
        return [self._heuristic(state, seat) or 0.0 for seat in range(self.seats)]


Objective: TypeAlias = WinShare | ZeroSumPoints | HeuristicLead
"""Rewards of matches; two of the three ask no heuristic and know only finished matches."""


def choose_objective(results: Sequence[Result]) -> WinShare | ZeroSumPoints:
    """Return the objective of a game without a heuristic, by some of its results.

    Points count where they add up to 0 in every match and go beyond 1; else places do.
    """
    scores = [score for result in results for score in result.scores]
    if max(scores) > 1 and not any(sum(result.scores) for result in results):
        return ZeroSumPoints((sum(score * score for score in scores) / len(scores)) ** 0.5)
    return WinShare()


def _logistic(lead: float) -> float:
    """Return the logistic function of ``lead``: 0 … 1, and ½ for 0."""
    return 1 / (1 + exp(-lead)) if lead > -500 else 0.0
