"""The bot ``regret``: it learns a mixed strategy before the match, for small games with secrets.

If others must guess what a seat holds, the best move is often a chance between several: a seat
that never bluffs is read. A search that averages over worlds cannot find that. This bot plays the
game against itself by external-sampling Monte Carlo counterfactual regret minimisation (Lanctot
and others 2009), with later rounds weighing more (Brown, Sandholm 2019), and then plays the mean of
its strategies. In games of two seats where one wins what the other loses, it comes as close to an
equilibrium as it has time for.
"""

from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from math import prod
from operator import mul
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from msgspec import json

from parlour.match import Decision, Game, generator
from parlour.players import Player
from parlour.players.base import SeatInfo
from parlour.rules import Chance, Move, Result, Seat, SetupError, State, share_beaten
from parlour.surroundings import HERE
from parlour_search.settings import RegretSettings

PROBE_MATCHES = 20
"""Number of random matches that tell whether a game is small."""
MAX_ANSWERS = 100
"""Maximum number of moves and outcomes of a match of a small game."""
MAX_LINES = 5_000
"""Maximum number of lines of play that one round follows in a small game."""
MAX_POSITIONS = 500_000
"""Maximum number of positions in memory, and of information sets."""

Points: TypeAlias = Callable[[Result, Seat], float]
"""Returns the worth of a result to a seat."""


@dataclass(slots=True, eq=False)
class InformationSet:
    """A decision as one seat sees it: the regrets and the mean strategy, by its moves."""

    moves: Sequence[Move]
    regrets: list[float]
    """Sum over the rounds of what each move would have brought beyond the strategy."""
    sums: list[float]
    """Sum over the rounds of the share of each move, times the number of the round."""

    def strategy(self) -> list[float]:
        """Return the share of each move in the next round: by regret matching."""
        positive = [regret if regret > 0 else 0.0 for regret in self.regrets]
        return _normalised(positive)

    def mean(self) -> list[float]:
        """Return the share of each move in the mean strategy, which is the one that is played."""
        return _normalised(self.sums)


InformationSets: TypeAlias = dict[tuple[Seat, object], InformationSet]
"""Information sets by seat and view."""


@dataclass(slots=True, eq=False)
class GamePosition:
    """A state of the game in the tree that learning grows: its results are worked out once."""

    state: State
    seat: Seat | None = None
    """Seat that decides, or None for chance and at the end."""
    decision: InformationSet | None = None
    """The decision as its seat sees it."""
    worths: Sequence[float] = ()
    """Worth of the result to each seat, if the match is over."""
    answers: Sequence[Any] = ()
    """Moves or outcomes."""
    bounds: Sequence[float] = ()
    """Sums of the chances of the outcomes up to each."""
    after: "list[GamePosition | None]" = field(default_factory=list)
    """Position after each answer, or None until it is met."""


class RegretTable:
    """The information sets of a game, learnt from its start with some seats and options."""

    def __init__(self, game: Game, seats: int, options: object, rng: Random) -> None:
        self._rules = game.rules
        self._seats = seats
        self._random = rng.random
        self._points = _points(game, seats)
        self._positions = 0
        self.sets: InformationSets = {}
        """Everything that has been learnt."""
        self.rounds = 0
        """Number of rounds so far."""
        self._start = self._position(game.rules.begin(seats, options))

    def learn(self, seconds: float, rounds: int) -> None:
        """Play rounds for so many seconds, or so many of them; the first limit that is met ends."""
        until = perf_counter() + seconds
        while (not rounds or self.rounds < rounds) and (not seconds or perf_counter() < until):
            self.rounds += 1
            HERE.breathe()
            for seat in range(self._seats):
                self._walk(self._start, seat)

    def _walk(self, position: GamePosition, learner: Seat) -> float:
        """Play on from a position; return the worth to ``learner``, who tries all its moves."""
        while True:
            decision = position.decision
            if decision is None:
                if position.worths:
                    return position.worths[learner]
                position = self._after(position, bisect(position.bounds, self._random()))
                continue
            shares = decision.strategy()
            is_learner = position.seat == learner
            # A strategy counts where another seat learns; alone there is no other.
            if not is_learner or self._seats == 1:
                # The number of the round as weight: strategies of early rounds are poor.
                sums = decision.sums
                weight = self.rounds
                for index, share in enumerate(shares):
                    sums[index] += weight * share
            if is_learner:
                break
            position = self._after(position, _drawn(shares, self._random()))
        worths = [self._walk(self._after(position, i), learner) for i in range(len(shares))]
        # The regret of a move is what it would have brought beyond the strategy.
        mean: float = sum(map(mul, shares, worths))
        regrets, weight = decision.regrets, self.rounds
        for index, worth in enumerate(worths):
            regrets[index] += weight * (worth - mean)
        return mean

    def _after(self, position: GamePosition, index: int) -> GamePosition:
        """Return the position after an answer; it is remembered while there is room."""
        after = position.after[index]
        if after is None:
            rules = self._rules
            answer = position.answers[index]
            if position.seat is None:
                after = self._position(rules.resolve(position.state, answer))
            else:
                after = self._position(rules.play(position.state, position.seat, answer))
            if self._positions < MAX_POSITIONS:
                self._positions += 1
                position.after[index] = after
        return after

    def _position(self, state: State) -> GamePosition:
        rules = self._rules
        made = GamePosition(state)
        awaited = rules.awaited(state)
        if isinstance(awaited, Result):
            made.worths = [self._points(awaited, seat) for seat in range(self._seats)]
        elif awaited.seats:
            made.seat = awaited.seats[0]
            made.decision = self._set(state, made.seat)
            made.answers = made.decision.moves
        else:
            outcomes = rules.outcomes(state)
            total = sum(weight for _, weight in outcomes)
            made.answers = [outcome for outcome, _ in outcomes]
            made.bounds = [*accumulate(weight / total for _, weight in outcomes)][:-1]
        made.after = [None] * len(made.answers)
        return made

    def _set(self, state: State, seat: Seat) -> InformationSet:
        key = seat, self._rules.view(state, seat)
        known = self.sets.get(key)
        if known is None:
            moves = self._rules.moves(state, seat)
            known = InformationSet(moves, [0.0] * len(moves), [0.0] * len(moves))
            if len(self.sets) < MAX_POSITIONS:
                self.sets[key] = known
        return known


class Regret(Player):
    """Plays the mean strategy that it has learnt, or any move in a position that it has not met."""

    name = "regret"

    def __init__(self, game: Game, rng: Random, settings: RegretSettings | None = None) -> None:
        reason = why_not_small(game)
        if reason:
            raise SetupError(f"regret declines {game.id}: {reason}")
        settings = settings or RegretSettings()
        self._limits = (settings.seconds or (0.0 if settings.rounds else 1.0), settings.rounds)
        self._game = game
        self._rng = rng
        self._learnt: InformationSets | None = None

    def begin(self, seat_info: SeatInfo) -> None:
        """Learn: the time counts as set-up."""
        options = json.encode(seat_info.options)
        self._learnt = _learnt(self._game, seat_info.seats, options, *self._limits)

    def choose(self, decision: Decision) -> Move:
        """Return a move, drawn from the mean strategy."""
        if self._learnt is None:
            seats = decision.seats or self._game.seats[0]
            self._learnt = _learnt(self._game, seats, b"{}", *self._limits)
        learnt = self._learnt.get((decision.seat, decision.view))
        if learnt is None or set(learnt.moves) != set(decision.moves):
            return decision.moves[int(self._rng.random() * len(decision.moves))]
        return learnt.moves[_drawn(learnt.mean(), self._rng.random())]


@lru_cache(maxsize=4)
def _learnt(game: Game, seats: int, options: bytes, seconds: float, rounds: int) -> InformationSets:
    """Return the knowledge learnt of a game, once for all matches; no match has any part in it.

    The positions behind it are let go.
    """
    chosen = game.read_options(json.decode(options))
    rng = generator(f"{game.id} {seats} {options.decode()}", "regret")
    table = RegretTable(game, seats, chosen, rng)
    table.learn(seconds, rounds)
    return table.sets


def why_not_small(game: Game) -> str:
    """Return why a game cannot be learnt before a match; empty if it can.

    A few random matches tell how long they are, and how many lines of play a round follows.
    """
    rules = game.rules
    rng = generator(game.id, "regret")
    for _ in range(PROBE_MATCHES):
        state = rules.begin(game.seats[0], game.read_options({}))
        widths = dict[Seat, list[int]]()
        for _answer in range(MAX_ANSWERS):
            awaited = rules.awaited(state)
            if isinstance(awaited, Result):
                break
            if isinstance(awaited, Chance):
                state = rules.resolve(state, rules.draw(state, rng))
                continue
            seat = awaited.seats[0]
            moves = rules.moves(state, seat)
            widths.setdefault(seat, []).append(len(moves))
            state = rules.play(state, seat, moves[int(rng.random() * len(moves))])
        else:
            return f"its matches take more than {MAX_ANSWERS} answers"
        if max(map(prod, widths.values()), default=1) > MAX_LINES:
            return f"a round would follow more than {MAX_LINES:,} lines of play"
    return ""


def _points(game: Game, seats: int) -> Points:
    """Return what results are worth: points if these count, or else the share of others beaten."""
    if game.objective in {"points", "shared", "single"} or seats == 1:
        return lambda result, seat: result.scores[seat]
    sides = game.sides(seats) if game.teams else None
    return lambda result, seat: share_beaten(result.places, sides)[seat]


def _normalised(weights: Sequence[float]) -> list[float]:
    """Return shares that add up to 1; even ones without any weight."""
    total = sum(weights)
    if total <= 0:
        return [1 / len(weights)] * len(weights)
    return [weight / total for weight in weights]


def _drawn(shares: Sequence[float], left: float) -> int:
    """Return an index, each as likely as its share, for a random number from 0 to 1."""
    for index, share in enumerate(shares):
        left -= share
        if left < 0:
            return index
    return len(shares) - 1
