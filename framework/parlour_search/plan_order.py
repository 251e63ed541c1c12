"""Opinions on plans: lines of one decision, played on in the same worlds as ``ahead`` plays on."""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from parlour.match import Decision, Game
from parlour.players import settings_in
from parlour.players.included import best_for
from parlour.players.values import value_of
from parlour.rules import Move, Rules, Seat, State
from parlour_search.ahead.rollouts import Rollouts
from parlour_search.ahead.turns import FastTurns
from parlour_search.leaf import leaf_for
from parlour_search.tree.rollouts import count_seats

SHARE = 8
"""Number of decisions that can be judged in the time of a move of the game's best bot, a second at
most; so this takes about 50 ms of a processor, as ``benchmarks/plans.py`` measures."""
SIMULATIONS = 1000
"""Number of simulations of a move, if the game's best bot names none."""
FRESH = 1 << 20
"""Number of the first round in worlds that no choice was made by."""


class LineResult(NamedTuple):
    """The end of one rollout of a line."""

    margin: float
    """Value that bots choose by."""
    lead: float
    """Lead of the seat, in points."""
    chance: float | None
    """Chance of winning, if the game names it."""
    moves: tuple[Move, ...]
    """Own moves that followed the line."""


class LineRounds:
    """Plays lines of one decision on, in rounds: all lines of a round meet one world and luck."""

    def __init__(self, game: Game, decision: Decision) -> None:
        """Value states as the game's best bot does.

        Raises:
            SetupError: The game has no heuristic.
        """
        best = settings_in(best_for(game, decision.seats))
        self.value = value_of(game, getattr(best, "values", "heuristic"))
        """Values of states."""
        self._rules: Rules[State, object] = game.rules
        self._view = decision.view
        self._seat: Seat = decision.seat
        self._turns = FastTurns(game, self.value)
        luck = Random(0)  # noqa: S311  no secret
        seats = decision.seats or count_seats(game.rules, self._world(0), luck)
        leaf = leaf_for(game, seats, getattr(best, "horizon", "values"))
        self._rollouts = Rollouts(game, seats, self._turns, self.value, leaf)
        self.measure = self._rollouts.objective.measure
        """Measure of the leads, in words."""

    def margins(self, lines: Sequence[Sequence[Move]], number: int) -> list[float]:
        """Play one round of lines, and return the value of each that bots choose by.

        The ``number`` of the round decides its world and its luck.
        """
        return list(self._played(lines, number))

    def results(self, lines: Sequence[Sequence[Move]], number: int) -> list[LineResult]:
        """Play one round of lines, and return what came of each."""
        return [self._result(margin) for margin in self._played(lines, number)]

    def _played(self, lines: Sequence[Sequence[Move]], number: int) -> Iterator[float]:
        self._rollouts.learn()
        world = self._world(number)
        luck = Random(number)  # noqa: S311  no secret
        known = self._turns.answer_for_others(world, self._seat, luck)
        for line in lines:
            yield self._rollouts.line_value(known, self._seat, line, number)

    def _world(self, number: int) -> State:
        return self._rules.determinize(self._view, Random(number))  # noqa: S311  no secret

    def _result(self, margin: float) -> LineResult:
        """Return the result of the last rollout."""
        rollouts = self._rollouts
        objective = rollouts.objective
        lead = objective.lead(rollouts.end, self._seat)
        return LineResult(margin, lead, objective.chance(self._seat), tuple(rollouts.plan))


def simulations_of_best(game: Game) -> int:
    """Return the number of simulations that the best bot of a game spends on a move."""
    best = settings_in(best_for(game))
    numbers = (getattr(best, name, 0) for name in ("rollouts", "simulations"))
    return next(filter(None, numbers), SIMULATIONS)


def worth_of_lines(game: Game, decision: Decision, lines: Sequence[Sequence[Move]]) -> list[float]:
    """Return the lead that each line brings, in points; the same for the same decision.

    Raises:
        SetupError: The game has no heuristic.
    """
    rounds = LineRounds(game, decision)
    number = max(1, simulations_of_best(game) // SHARE // len(lines))
    margins = [rounds.margins(lines, seed) for seed in range(number)]
    return [fmean(of_line) for of_line in zip(*margins, strict=True)]
