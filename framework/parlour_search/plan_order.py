"""Opinions on plans: lines of one decision, played on in the same worlds as ``ahead`` plays on."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

from parlour.match import Decision, Game
from parlour.players import settings_in
from parlour.players.included import best_for
from parlour.players.values import value_of
from parlour.rules import Move
from parlour_search.ahead.rollouts import Rollouts
from parlour_search.ahead.turns import FastTurns
from parlour_search.tree.rollouts import count_seats

SHARE = 8
"""Number of decisions that can be judged in the time of a move of the game's best bot, a second at
most; so this takes about 50 ms of a processor, as ``benchmarks/plans.py`` measures."""
SIMULATIONS = 1000
"""Number of simulations of a move, if the game's best bot names none."""


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
    best = settings_in(best_for(game, decision.seats))
    value = value_of(game, getattr(best, "values", "heuristic"))
    turns = FastTurns(game, value)
    rules = game.rules
    seat = decision.seat
    worlds = [
        rules.determinize(decision.view, Random(seed))  # noqa: S311  no secret
        for seed in range(max(1, simulations_of_best(game) // SHARE // len(lines)))
    ]
    seats = decision.seats or count_seats(rules, worlds[0], Random(0))  # noqa: S311  no secret
    rollouts = Rollouts(game, seats, turns, value)
    values: list[list[float]] = [[] for _ in lines]
    for seed, world in enumerate(worlds):
        rollouts.learn()
        known = turns.answer_for_others(world, seat, Random(seed))  # noqa: S311  no secret
        for line, found in zip(lines, values, strict=True):
            found.append(rollouts.line_value(known, seat, line, seed))
    return [fmean(found) for found in values]
