"""Objectives: the rewards that search plays for, on a scale that no game's scores can stretch."""

from collections.abc import Sequence
from math import ceil, exp, inf
from statistics import fmean, pstdev
from typing import Any, TypeAlias

from parlour.match.game import Game
from parlour.players.values import StateValue, value_of
from parlour.rules.answers import Move, Result
from parlour.rules.phases import State
from parlour.rules.rules import Rules
from parlour.rules.seats import Seat, share_beaten

INTERVAL = 1.96
"""Number of standard errors to either end of a 95 % interval."""

AnyRules: TypeAlias = Rules[Any, Any]
"""Rules of any game: their states are known to them alone."""

Rewards: TypeAlias = tuple[float, ...]
"""Reward of each seat."""

PLACES_WEIGHT = 0.5
"""Weight of the places in the reward of a finished match, 0 … 1; the lead has the rest."""

SCALE_RATE = 0.02
"""Rate of the moving average of the lead between best and worst seat, 0 … 1."""


class _OfResults:
    """Rewards that are the expected result itself."""

    def measured(self, rewards: Rewards, seat: Seat) -> float:
        """Return the result of a seat, in the measure, as a simulation found it."""
        return rewards[seat]


class WinShare(_OfResults):
    """Every seat wants to beat as many others as it can. Rewards go from 0 to 1."""

    measure = "chance of winning"
    """Measure of the expected result, in words."""
    unit = 0.5
    """Standard deviation of rewards if chances are even; exploration is multiplied by it."""
    unfinished = 0.5
    """Reward of each seat in a match that is given up."""

    def __init__(self, sides: tuple[int, ...] | None = None) -> None:
        self._sides = sides
        """Side of each seat: those of its own side are no others. None: each seat alone."""
        self._shares: dict[tuple[int, ...], Rewards] = {}
        """Rewards by places."""

    def at_end(self, state: State, result: Result) -> Rewards:
        """Return the rewards of a finished match: the shares of the others beaten."""
        places = result.places
        shares = self._shares.get(places)
        if shares is None:
            shares = self._shares[places] = share_beaten(places, self._sides)
        return shares

    def in_words(self, value: float, error: float) -> str:
        """Put an expected result in words, with its 95 % interval."""
        around = give_or_take(100 * error, 0)
        return f"chance of winning {value:.0%}{around}{around and '%'}"


class _Points(_OfResults):
    """Rewards are the points of a finished match."""

    measure = "expected points"
    sign = ""
    """Format of the sign of points that may be lost."""

    def __init__(self, unit: float, unfinished: float = 0.0) -> None:
        self.unit = unit
        """Typical distance of points from their mean."""
        self.unfinished = unfinished
        """Points that count in a match that is given up."""

    def at_end(self, state: State, result: Result) -> Rewards:
        """Return the rewards of a finished match: the scores."""
        return result.scores

    def in_words(self, value: float, error: float) -> str:
        """Put an expected result in words, with its 95 % interval."""
        return f"expected result {value:{self.sign}.1f}{give_or_take(error, 1)} points"


class ZeroSumPoints(_Points):
    """Every seat wants points, which the others pay, as at poker."""

    sign = "+"


class CommonPoints(_Points):
    """All seats want as many points as they can get together."""


class HeuristicLead:
    """Every side wants to beat the others, measured before the end by the game's heuristic.

    The reward of a seat is the mean lead of its side over the others, less the lead it has at the
    root, divided by the leads usual in this search and squashed to 0 … 1. So neither the scale of
    the heuristic matters, nor who is far ahead already. If all seats are of one side, the lead is
    the value itself.
    """

    unit = 1.0

    def __init__(self, game: Game, seats: int, values: StateValue | None = None) -> None:
        """Measure by ``values``, or by the game's heuristic."""
        self.values = values or value_of(game)
        """Values of states; they measure leads."""
        self._rules: Rules[State, object] = game.rules
        self.seats = seats
        """Number of seats."""
        self._sides = game.sides(seats)
        """Side of each seat."""
        self._speakers = [self._sides.index(side) for side in range(1 + max(self._sides))]
        """First seat of each side: the heuristic has one value for the whole side."""
        self.sides = len(self._speakers)
        """Number of sides."""
        alone = self.sides == 1
        self.measure = "expected points" if alone else "expected lead in points"
        """Measure of the expected result, in words."""
        self._ranked = game.objective in {"places", "teams"}
        """Whether places count at the end, and not points alone."""
        self.baseline: tuple[float, ...] = ()
        """Value of each seat at the root, against which leads are measured."""
        self._valued: State
        """State at the end of the last simulation."""
        self._gains: Sequence[float] = ()
        """Gain of each side over the root, in the last simulation."""
        self._scale = 0.0
        """Moving average of the lead between best and worst seat; 0 before the first."""

    def start(self, state: State) -> None:
        """Measure leads against ``state``, the root of a search."""
        self.baseline = tuple(self._values(state))

    def before_end(self, state: State) -> Rewards:
        """Return the rewards of a match that is not over."""
        value, self._valued = self.values, state
        gains = [value(state, seat) - self.baseline[seat] for seat in self._speakers]
        self._gains = gains
        if len(gains) == 1:
            return self._common(gains[0])
        # Over the mean of the others, so that the leads of all sides add up to nothing.
        total, others = sum(gains), len(gains) - 1
        # By the leads usual here, so that no reward is squashed to 0 or 1.
        spread = max(gains) - min(gains)
        self._scale += (spread - self._scale) * (SCALE_RATE if self._scale else 1.0)
        scale = self._scale or 1.0
        rewards = [_logistic((gain - (total - gain) / others) / scale) for gain in gains]
        if len(rewards) < self.seats:
            return tuple([rewards[side] for side in self._sides])
        return tuple(rewards)

    def _common(self, gain: float) -> Rewards:
        """Return the rewards if all seats have gained ``gain`` over the root together."""
        self._scale += (abs(gain) - self._scale) * (SCALE_RATE if self._scale else 1.0)
        return (_logistic(gain / (self._scale or 1.0)),) * self.seats

    def at_end(self, state: State, result: Result) -> Rewards:
        """Return the rewards of a finished match: the places count as well, if the game has any."""
        if not self._ranked:
            return self.before_end(state)
        self._valued, rewards = state, []
        for seat, beaten in enumerate(share_beaten(result.places, self._sides)):
            soft = self.reward_for(self.lead(state, seat))
            rewards.append(soft + PLACES_WEIGHT * (beaten - soft))
        return tuple(rewards)

    def value(self, state: State, seat: Seat) -> float:
        """Return the value of ``state`` for ``seat``, in points."""
        return self.values(state, seat)

    def values_after(self, state: State, seat: Seat, moves: Sequence[Move]) -> list[float]:
        """Return the value for ``seat`` of the state after each move, played only if it must be."""
        weighed = self.values.weigh_moves(state, seat, moves)
        return [
            self.values(self._rules.play(state, seat, move), seat) if worth is None else worth
            for move, worth in zip(moves, weighed, strict=True)
        ]

    def value_at_root(self, seat: Seat) -> float:
        """Return the heuristic's value of the root for ``seat``."""
        return self.baseline[seat]

    def reward_for(self, gain: float) -> float:
        """Return the reward of a seat that gains ``gain`` over the root while no other gains."""
        return _logistic(gain / (self._scale or 1.0))

    def measured(self, rewards: Rewards, seat: Seat) -> float:
        """Return the lead in points, as the last simulation found it."""
        return self.lead(self._valued, seat)

    def lead(self, state: State, seat: Seat) -> float:
        """Return by how many points a side beats the mean of the others: the real lead at the end.

        Before the end, points are those that the game expects, or else values. If there are no
        others, the lead is the points themselves.
        """
        rules, sides = self._rules, self._sides
        awaited = rules.awaited(state)
        points: Sequence[float] | None
        points = awaited.scores if awaited.is_over else rules.expected_points(state)
        if points is None:
            points = self._values(state)
        others = [own for own, side in zip(points, sides, strict=True) if side != sides[seat]]
        return points[seat] - (fmean(others) if others else 0)

    def margin(self, seat: Seat) -> float:
        """Return the value for a seat less the mean of the others, as the last simulation found it.

        If there are no others, it is the value.
        """
        values = [
            self.baseline[speaker] + gain
            for speaker, gain in zip(self._speakers, self._gains, strict=True)
        ]
        if len(values) == 1:
            return values[0]
        mine = values[self._sides[seat]]
        return mine - (sum(values) - mine) / (len(values) - 1)

    def in_words(self, value: float, error: float) -> str:
        """Put an expected result in words, with its 95 % interval."""
        around = give_or_take(error, 1)
        if self.sides > 1:
            return f"expected lead {value:+.1f}{around} points"
        return f"expected result {value:.1f}{around} points"

    def _values(self, state: State) -> list[float]:
        return [self.values(state, seat) for seat in range(self.seats)]


ResultRewards: TypeAlias = WinShare | ZeroSumPoints | CommonPoints
"""Rewards of finished matches, without a heuristic."""
Objective: TypeAlias = ResultRewards | HeuristicLead
"""Rewards of matches."""


def choose_objective(game: Game, results: Sequence[Result]) -> ResultRewards:
    """Return the rewards for a search of a game without a heuristic.

    ``results`` are those of some random matches; they tell how far points usually differ.
    """
    scores = [score for result in results for score in result.scores]
    if game.objective == "points":
        return ZeroSumPoints((sum(score * score for score in scores) / len(scores)) ** 0.5 or 1.0)
    if game.objective in {"shared", "single"}:
        return CommonPoints(pstdev(scores) or 1.0, fmean(scores))
    return WinShare(game.sides(len(results[0].places)) if game.teams else None)


def give_or_take(error: float, digits: int) -> str:
    """Return the half width of the 95 % interval for a standard error: `` ± 0.4``, rounded up.

    Empty without an error, or without one that is known.
    """
    if not 0 < error < inf:
        return ""
    unit = 10**digits
    return f" ± {ceil(INTERVAL * error * unit) / unit:.{digits}f}"


def _logistic(lead: float) -> float:
    """Return the logistic function of ``lead``: 0 … 1, and ½ for 0."""
    return 1 / (1 + exp(-lead)) if lead > -500 else 0.0
