"""Objectives: the rewards that search plays for, on a scale that no game's scores can stretch."""

from collections.abc import Sequence
from itertools import combinations
from math import exp
from statistics import fmean, pstdev
from typing import Any, TypeAlias

from parlour.match import Game, WinChance
from parlour.players.advice import ResultKind
from parlour.players.values import StateValue, result_value, value_of
from parlour.rules import Move, Result, Rules, Seat, State, share_beaten
from parlour_search.leaf import Leaf

AnyRules: TypeAlias = Rules[Any, Any]
"""Rules of any game: their states are known to them alone."""

Rewards: TypeAlias = tuple[float, ...]
"""Reward of each seat."""

PLACES_WEIGHT = 0.5
"""Weight of the places in the reward of a finished match, 0 … 1; the lead has the rest."""

DOUBT = 0.02
"""Chance that a match ends otherwise than a lead lets expect, however long the lead is, 0 … ½."""

SCALE_RATE = 0.02
"""Rate of the moving average of the lead between best and worst seat, 0 … 1."""


class _ResultRewards:
    """Rewards that are the expected result itself."""

    def measured(self, rewards: Rewards, seat: Seat) -> float:
        """Return the result of a seat, in the measure, as a simulation found it."""
        return rewards[seat]

    def chance(self, seat: Seat) -> float | None:
        """Return None: a chance of winning, if there is one, is the result itself."""
        return None  # said, since mypyc compiles a body without it to a crash

    def expects(self, state: State, seat: Seat, reward: float) -> float | None:
        """Return the expected share of the others that a seat beats, or None if it is unknown."""
        return None


class WinShare(_ResultRewards):
    """Every seat wants to beat as many others as it can. Rewards go from 0 to 1."""

    measure = "chance of winning"
    """Measure of the expected result, in words."""
    kind: ResultKind = "chance"
    """Kind of the expected result."""
    unit = 0.5
    """Standard deviation of rewards if chances are even; exploration is multiplied by it."""
    unfinished = 0.5
    """Reward of each seat in a match that is given up."""

    def __init__(self, sides: tuple[int, ...] | None = None) -> None:
        self._sides = sides
        """Side of each seat: seats of its side are no others. None: each seat alone."""
        self._shares: dict[tuple[int, ...], Rewards] = {}
        """Rewards by places."""

    def at_end(self, state: State, result: Result) -> Rewards:
        """Return the rewards of a finished match: the shares of the others beaten."""
        places = result.places
        shares = self._shares.get(places)
        if shares is None:
            shares = self._shares[places] = share_beaten(places, self._sides)
        return shares

    def expects(self, state: State, seat: Seat, reward: float) -> float:
        """Return the expected share of the others that a seat beats: its reward."""
        return reward


class _Points(_ResultRewards):
    """Rewards are the points of a finished match."""

    measure = "expected points"
    kind: ResultKind = "points"
    """Kind of the expected result."""

    def __init__(self, unit: float, unfinished: float = 0.0) -> None:
        self.unit = unit
        """Typical distance of points from their mean."""
        self.unfinished = unfinished
        """Points that count in a match that is given up."""

    def at_end(self, state: State, result: Result) -> Rewards:
        """Return the rewards of a finished match: the scores."""
        return result.scores


class ZeroSumPoints(_Points):
    """Every seat wants points, which the others pay, as at poker."""

    kind = "gain"


class CommonPoints(_Points):
    """All seats want as many points as they can get together."""


class HeuristicLead:
    """Every side wants to beat the others, measured before the end by the game's heuristic.

    What a side has is its chance of winning, if the game turns leads into chances
    (``BotHints(chance=...)``), and else its value in points. Its reward is its gain over the root
    less the mean gain of the others, divided by the gaps usual in this search and squashed to
    0 … 1. So neither the scale of the heuristic matters, nor a lead that is large already. If all
    seats are of one side, the gain itself counts.
    """

    unit = 1.0

    def __init__(
        self, game: Game, seats: int, values: StateValue | None = None, leaf: Leaf | None = None
    ) -> None:
        """Measure by a leaf, or by ``values``, or by the game's heuristic."""
        self.values = values or value_of(game)
        """Values of states, by which moves are tried."""
        self._leaf = leaf
        self._measure = leaf or self.values
        """Values of states; they measure leads."""
        self._game = game
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
        self.kind: ResultKind = "points" if alone else "lead"
        """Kind of the expected result."""
        self._ranked = game.objective in {"places", "teams"} and not alone
        """Whether places count at the end, and not points alone."""
        self._win_chance = game.bots.chance if self._ranked else None
        """Widths that turn leads into chances of winning, or None if the game names none."""
        self._root_values: Sequence[float] = ()
        """Value of each side at the root."""
        self._root_width = 1.0
        """Width at the root."""
        self._root: Sequence[float] = ()
        """Chance of winning of each side at the root, or its value."""
        self._valued: State
        """State at the end of the last simulation."""
        self._chances: Sequence[float] = ()
        """Chance of winning of each side there; empty if the game names no widths."""
        self._scale = 0.0
        """Moving average of the gap between best and worst side; 0 before the first."""

    def start(self, state: State) -> None:
        """Measure gains against ``state``, the root of a search."""
        self._root_values = [self.values(state, seat) for seat in self._speakers]
        if self._win_chance:
            self._root_width = self._win_chance.width(state)
        self._root = self._standing(state, self._values_of_sides(state))

    def before_end(self, state: State) -> Rewards:
        """Return the rewards of a match that is not over."""
        self._valued = state
        return self._rewards(self._standing(state, self._values_of_sides(state)))

    def at_end(self, state: State, result: Result) -> Rewards:
        """Return the rewards of a finished match: the places count, if the game has any."""
        if not self._ranked:
            return self.before_end(state)
        self._valued = state
        shares = share_beaten(result.places, self._sides)
        if self._win_chance:
            self._chances = [shares[seat] for seat in self._speakers]
            points = [float(result.scores[seat]) for seat in self._speakers]
            return self._rewards(self._with_leads(self._chances, points, self._win_chance))
        soft = self._rewards([self._ended(state, result, seat) for seat in self._speakers])
        return tuple(own + PLACES_WEIGHT * (b - own) for own, b in zip(soft, shares, strict=True))

    def _ended(self, state: State, result: Result, seat: Seat) -> float:
        """Return the value of a finished match for a seat, without what a win is worth."""
        if self._leaf:
            return float(result.scores[seat])
        return result_value(self._game, state, result, seat)

    def _standing(self, state: State, values: Sequence[float]) -> Sequence[float]:
        """Return what each side has in a state of these values that is not the end."""
        win_chance = self._win_chance
        if win_chance is None:
            return values
        shares = _mean_logistics(values, (self._leaf or win_chance).width(state))
        self._chances = [DOUBT + (1 - 2 * DOUBT) * share for share in shares]
        return self._with_leads(self._chances, values, win_chance)

    def _with_leads(
        self, chances: Sequence[float], points: Sequence[float], win_chance: WinChance[Any]
    ) -> list[float]:
        """Return chances of winning, with something for leads, which decide if all is lost or won.

        It is less than the doubt: no lead weighs as much as a win that is sure.
        """
        leads = _mean_logistics(points, win_chance.start)
        return [chance + DOUBT * lead for chance, lead in zip(chances, leads, strict=True)]

    def _rewards(self, standing: Sequence[float]) -> Rewards:
        """Return the reward of each seat for what its side has."""
        gains = [own - root for own, root in zip(standing, self._root, strict=True)]
        if len(gains) == 1:
            self._learn_scale(abs(gains[0]))
            return (self.reward_for(gains[0]),) * self.seats
        # By the gaps usual here, so that no reward is squashed to 0 or 1.
        self._learn_scale(max(gains) - min(gains))
        # Over the mean of the others, so that the leads of all sides add up to nothing.
        total = sum(gains)
        others = len(gains) - 1
        rewards = [self.reward_for(gain - (total - gain) / others) for gain in gains]
        return (
            tuple(rewards) if others + 1 == self.seats else tuple(rewards[s] for s in self._sides)
        )

    def _learn_scale(self, gap: float) -> None:
        self._scale += (gap - self._scale) * (SCALE_RATE if self._scale else 1.0)

    def values_after(self, state: State, seat: Seat, moves: Sequence[Move]) -> list[float]:
        """Return the value for ``seat`` of the state after each move, played only if it must be."""
        weighed = self.values.weigh_moves(state, seat, moves)
        return [
            self.values(self._rules.play(state, seat, move), seat) if worth is None else worth
            for move, worth in zip(moves, weighed, strict=True)
        ]

    def gain_by(self, value: float, seat: Seat) -> float:
        """Return what a seat gains over the root by reaching ``value`` while no other gains."""
        side = self._sides[seat]
        if self._win_chance is None:
            return value - self._root_values[side]
        now = _mean_logistics(self._root_values, self._root_width)[side]
        after = [*self._root_values]
        after[side] = value
        return _mean_logistics(after, self._root_width)[side] - now

    def reward_for(self, gain: float) -> float:
        """Return the reward of a gain over the root, less what the others gain."""
        return _logistic(gain / (self._scale or 1.0))

    def chance(self, seat: Seat) -> float | None:
        """Return the chance of winning, as the last simulation found it, or None if unknown."""
        return self._chances[self._sides[seat]] if self._chances else None

    def expects(self, state: State, seat: Seat, reward: float) -> float | None:
        """Return the chance of winning in ``state``, or None if the game names no widths."""
        if self._win_chance is None:
            return None
        values = self._values_of_sides(state)
        width = (self._leaf or self._win_chance).width(state)
        return _mean_logistics(values, width)[self._sides[seat]]

    def measured(self, rewards: Rewards, seat: Seat) -> float:
        """Return the lead in points, as the last simulation found it."""
        return self.lead(self._valued, seat)

    def lead(self, state: State, seat: Seat) -> float:
        """Return by how many points a side beats the mean of the others: the real lead at the end.

        Before the end, points are the values of the leaf, or the expected points of the game, or
        else values. If there are no others, the lead is the points themselves.
        """
        rules = self._rules
        sides = self._sides
        awaited = rules.awaited(state)
        points: Sequence[float] | None
        points = awaited.scores if awaited.is_over else None
        if points is None and self._leaf is None:
            points = rules.expected_points(state)
        if points is None:
            points = [self._measure(state, seat) for seat in range(self.seats)]
        others = [own for own, side in zip(points, sides, strict=True) if side != sides[seat]]
        return points[seat] - (fmean(others) if others else 0)

    def margin(self, state: State, seat: Seat) -> float:
        """Return the value of ``state`` for a seat less the mean of the other sides' values.

        If there are no others, it is the value. ``chance`` then tells the chance there.
        """
        values = self._values_of_sides(state)
        if self._win_chance:
            self._chances = _mean_logistics(values, (self._leaf or self._win_chance).width(state))
        mine = values.pop(self._sides[seat])
        return mine - (fmean(values) if values else 0)

    def _values_of_sides(self, state: State) -> list[float]:
        value = self._measure
        return [value(state, seat) for seat in self._speakers]


ResultRewards: TypeAlias = WinShare | ZeroSumPoints | CommonPoints
"""Rewards of finished matches, without a heuristic."""
Objective: TypeAlias = ResultRewards | HeuristicLead
"""Rewards of matches."""


def choose_objective(game: Game, results: Sequence[Result]) -> ResultRewards:
    """Return the rewards for a search of a game without a heuristic.

    ``results`` come from some random matches; they tell how far points usually differ.
    """
    scores = [score for result in results for score in result.scores]
    if game.objective == "points":
        return ZeroSumPoints((sum(score * score for score in scores) / len(scores)) ** 0.5 or 1.0)
    if game.objective in {"shared", "single"} or len(results[0].places) == 1:
        return CommonPoints(pstdev(scores) or 1.0, fmean(scores))
    return WinShare(game.sides(len(results[0].places)) if game.teams else None)


def _logistic(lead: float) -> float:
    """Return the logistic function of ``lead``: 0 … 1, and ½ for 0."""
    return 1 / (1 + exp(-lead)) if lead > -500 else 0.0


def _mean_logistics(points: Sequence[float], width: float) -> list[float]:
    """Return for each side the mean over the others of the logistic of its lead by ``width``."""
    others = len(points) - 1
    shares = [0.0] * len(points)
    for first, second in combinations(range(len(points)), 2):
        share = _logistic((points[first] - points[second]) / width)
        shares[first] += share
        shares[second] += 1 - share
    return [share / others for share in shares]
