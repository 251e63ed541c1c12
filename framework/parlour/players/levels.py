"""Levels: bots to play against, from one that errs to the strongest within a second a move."""

from collections.abc import Mapping
from random import Random
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from parlour.match.game import Game
from parlour.players.ahead.settings import AheadSettings
from parlour.players.greedy import GreedySettings
from parlour.players.included import make_ahead, make_search, settings_in
from parlour.players.search.budget import Settings
from parlour.players.search.opinions import Adviser
from parlour.players.values import has_heuristic
from parlour.rules.rules import Rules

Level: TypeAlias = Literal["easy", "medium", "hard"]
T = TypeVar("T")

LIMIT = "seconds=1"
"""Limit of the strongest level by the clock. Its budget is in simulations, so that it plays the
same on every machine that is fast enough."""

STRONGEST = f"search:simulations=2000,{LIMIT}"
"""The strongest search, in a game without a heuristic."""

MEDIUM_ERRORS = 0.3
"""Errors of greedy at the level medium if greedy is the best bot; see ``GreedySettings``."""

EASY_SIMULATIONS, MEDIUM_SIMULATIONS = 5, 50
"""Simulations of search, in a game without a heuristic."""


def best_for(game: Game, seats: int | None = None) -> str:
    """Return the bot that was measured to play best within a second a move, as the game says.

    Where it does not say, greedy plays if there is a heuristic, since a turn may take many
    moves, and a second each is long to wait.
    """
    best = game.bots.best
    if best:
        return best if isinstance(best, str) else _for_seats(best, seats or game.seats[0])
    if has_heuristic(game):
        return "greedy"
    return STRONGEST if type(game.rules).determinize is not Rules.determinize else "uniform"


def level_bot(
    game: Game, level: Level, seats: int | None = None, options: Struct | None = None
) -> str:
    """Return the name of the bot that plays ``game`` at a level.

    The number of seats is the fewest unless given, and the options are those of every match.
    """
    best = best_for(game, seats)
    if level == "hard" or best == "uniform":
        return best
    if has_heuristic(game):
        if level == "easy":
            return f"greedy:errors={easy_errors(game, seats or game.seats[0], options)}"
        return "greedy" if best != "greedy" else f"greedy:errors={MEDIUM_ERRORS}"
    simulations = EASY_SIMULATIONS if level == "easy" else MEDIUM_SIMULATIONS
    return f"search:simulations={simulations}"


def easy_errors(game: Game, seats: int, options: Struct | None) -> float:
    """Return the errors of greedy at the level easy with so many seats and these options."""
    errors, chosen = game.bots.easy_errors, to_builtins(options) if options else {}
    for variant, of_variant in game.bots.easy_errors_of.items():
        if variant <= {(name, str(value)) for name, value in chosen.items()}:
            return of_variant
    if isinstance(errors, int | float):
        return errors
    return _for_seats(errors, seats)


def _for_seats(measured: Mapping[int, T], seats: int) -> T:
    """Return what was measured for so many seats, or else for the next fewer."""
    return measured[max(count for count in measured if count <= seats)]


def without_limit(bot: str) -> str:
    """Return the name of a bot of a level without its limit, as it is measured."""
    return bot.replace(f",{LIMIT}", "")


def adviser(game: Game, rng: Random, budget: Settings, seats: int | None = None) -> Adviser:
    """Return the bot for opinions on the moves of a game: its best, if that one gives any.

    It values states as the best bot does.

    Raises:
        SetupError: No bot can look ahead in the game.
    """
    best = settings_in(best_for(game, seats))
    if isinstance(best, AheadSettings):
        given = replace(best, seconds=budget.seconds, rollouts=budget.simulations)
        return make_ahead(game, rng, given)
    if isinstance(best, GreedySettings | Settings):
        budget = replace(budget, values=best.values)
    if isinstance(best, Settings):
        budget = replace(budget, rounds=best.rounds)
    return make_search(game, rng, budget)
