"""What a match is worth to each seat, in figures that no game's scale can stretch."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log
from typing import Any

from parlour.rules.awaited import Result
from parlour.rules.rules import Rules

Rewards = tuple[float, ...]
"""What each seat gets."""

FINAL = 0.5
"""At the end of a match whose heuristic counts too, the places make so much of a reward."""

SLOW = 0.02
"""By such a share a new result changes what is taken for a usual difference."""


@lru_cache(maxsize=1024)
def by_places(places: tuple[int, ...]) -> Rewards:
    """Return the share of the others that each seat has beaten, half for those it ties with."""
    others = max(1, len(places) - 1)
    return tuple(
        (sum(mine < other for other in places) + (places.count(mine) - 1) / 2) / others
        for mine in places
    )


class Places:
    """Every seat wants to beat as many others as it can. Rewards go from 0 to 1."""

    unit = 1.0

    def at_end(self, state: Any, ended: Result) -> Rewards:
        """Return the rewards of a match that is over."""
        return by_places(ended.places)

    def told(self, reward: float) -> str:
        """Say what a move's mean reward means."""
        return f"{reward:.0%} of a win"


class Stakes:
    """Every seat wants points, which the others pay: as at poker. Rewards are points."""

    def __init__(self, unit: float) -> None:
        self.unit = unit
        """How far apart results usually are."""

    def at_end(self, state: Any, ended: Result) -> Rewards:
        """Return the rewards of a match that is over."""
        return ended.scores

    def told(self, reward: float) -> str:
        """Say what a move's mean reward means."""
        return f"{reward:+.1f} points"


class Standing:
    """Every seat wants to beat as many others as it can, judged before the end by the heuristic.

    A seat's lead over another, less the lead it has now, is measured by the leads
    usually met in this search, and squashed to 0 … 1. So neither the heuristic's
    scale matters, nor who is far ahead already.
    """

    unit = 1.0

    def __init__(self, rules: Rules[Any, Any], seats: int) -> None:
        self._heuristic = rules.heuristic
        self.seats = seats
        self._now: Sequence[float] = ()
        self._usual = 0.0

    def begin(self, state: Any) -> None:
        """Take note of how things stand now."""
        self._now = self._worths(state)

    def so_far(self, state: Any) -> Rewards:
        """Return the rewards of a match that is not over."""
        worths = self._worths(state)
        gains = [worth - now for worth, now in zip(worths, self._now, strict=True)]
        total, others = sum(gains), max(1, len(gains) - 1)
        widest = max(gains) - min(gains)
        self._usual += (widest - self._usual) * (SLOW if self._usual else 1.0)
        scale = self._usual or 1.0
        return tuple([_squashed((gain - (total - gain) / others) / scale) for gain in gains])

    def at_end(self, state: Any, ended: Result) -> Rewards:
        """Return the rewards of a match that is over."""
        soft, hard = self.so_far(state), by_places(ended.places)
        return tuple([s + FINAL * (h - s) for s, h in zip(soft, hard, strict=True)])

    def worth(self, state: Any, seat: int) -> float:
        """Say how well a seat stands, in the heuristic's own figures."""
        return self._heuristic(state, seat) or 0.0

    def worth_now(self, seat: int) -> float:
        """Say how well a seat stood when the search began."""
        return self._now[seat]

    def reward_for(self, gain: float) -> float:
        """Return the reward of a seat that gains so much while the others gain nothing."""
        return _squashed(gain / (self._usual or 1.0))

    def told(self, reward: float) -> str:
        """Say what a move's mean reward means."""
        held = min(max(reward, 0.001), 0.999)
        return f"{log(held / (1 - held)) * (self._usual or 1.0):+.1f} in standing"

    def _worths(self, state: Any) -> list[float]:
        return [self._heuristic(state, seat) or 0.0 for seat in range(self.seats)]


def _squashed(lead: float) -> float:
    """Map any lead to 0 … 1, none to a half."""
    return 1 / (1 + exp(-lead)) if lead > -500 else 0.0


def judged(ends: Sequence[Result]) -> Places | Stakes:
    """Choose what to play for by some ends of the match: places, or points paid by the others."""
    paid = [score for ended in ends for score in ended.scores]
    if max(paid) > 1 and not any(sum(ended.scores) for ended in ends):
        return Stakes((sum(score * score for score in paid) / len(paid)) ** 0.5)
    return Places()
