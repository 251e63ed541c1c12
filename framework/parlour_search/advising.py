"""Search and ahead as advisers, and search as the bot for any game that names none."""

from collections.abc import Mapping
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from parlour.match import Game
from parlour.players import GreedySettings, Level
from parlour.players.advice import AdviceBudget, Adviser
from parlour.players.included import LIMIT
from parlour_search.ahead.bot import Ahead
from parlour_search.search.bot import Search
from parlour_search.settings import AheadSettings, SearchSettings

SIMULATIONS: Mapping[Level, int] = {"easy": 5, "medium": 50, "hard": 2000}
"""Simulations of search, in a game without a heuristic."""


def level(game: Game, wanted: Level) -> str:
    """Return search with its budget for a level; empty if it declines the game."""
    if Search.declines(game):
        return ""
    limit = f",{LIMIT}" if wanted == "hard" else ""
    return f"search:simulations={SIMULATIONS[wanted]}{limit}"


def advise_by_search(game: Game, rng: Random, budget: AdviceBudget, best: Struct | None) -> Adviser:
    """Return a search with a budget, which values states as the game's best bot does.

    Raises:
        SetupError: It declines the game.
    """
    settings = SearchSettings(seconds=budget.seconds, simulations=budget.simulations)
    if isinstance(best, GreedySettings | SearchSettings):
        settings = replace(settings, values=best.values)
    if isinstance(best, SearchSettings):
        settings = replace(settings, rounds=best.rounds, horizon=best.horizon)
    return Search(game, rng, settings)


def advise_by_ahead(game: Game, rng: Random, budget: AdviceBudget, best: Struct | None) -> Adviser:
    """Return ahead with a budget and the settings of the game's best bot.

    Raises:
        SetupError: It declines the game.
    """
    settings = best if isinstance(best, AheadSettings) else AheadSettings()
    limited = replace(settings, seconds=budget.seconds, rollouts=budget.simulations)
    return Ahead(game, rng, limited)
