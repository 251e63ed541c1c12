"""Levels: bots to play against, from one that errs to the strongest within a second a move."""

from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec.structs import replace

if TYPE_CHECKING:  # the help of a command needs the names of levels alone
    from random import Random

    from parlour.match.game import Game
    from parlour.players.ahead.bot import Ahead
    from parlour.players.search.bot import Search
    from parlour.players.search.budget import Settings

    Adviser: TypeAlias = Ahead | Search
    """A bot that gives opinions on moves."""

Level: TypeAlias = Literal["easy", "medium", "hard"]

SECOND = "search:seconds=1"
"""The search that answers within a second."""

EASY_ERRORS, MEDIUM_ERRORS = 1.0, 0.3
"""Errors of greedy at levels that it is too strong for; see ``GreedySettings``."""

EASY_SIMULATIONS, MEDIUM_SIMULATIONS = 5, 50
"""Simulations of search, in a game without a heuristic."""


def best_for(game: "Game") -> str:
    """Return the bot that was measured to play best within a second a move, as the game says.

    Where it does not say, greedy plays if there is a heuristic, since a turn may take many
    moves, and a second each is long to wait.
    """
    if game.bots.best:
        return game.bots.best
    if _has_heuristic(game):
        return "greedy"
    return SECOND if _can_be_searched(game) else "uniform"


def level_bot(game: "Game", level: Level) -> str:
    """Return the name of the bot that plays ``game`` at a level."""
    best = best_for(game)
    if level == "hard" or best == "uniform":
        return best
    if _has_heuristic(game):
        if level == "easy":
            return f"greedy:errors={EASY_ERRORS}"
        return "greedy" if best != "greedy" else f"greedy:errors={MEDIUM_ERRORS}"
    simulations = EASY_SIMULATIONS if level == "easy" else MEDIUM_SIMULATIONS
    return f"search:simulations={simulations}"


def adviser(game: "Game", rng: "Random", budget: "Settings") -> "Adviser":
    """Return the bot for opinions on the moves of a game: its best, if that one gives any.

    It values states as the best bot does.

    Raises:
        SetupError: No bot can look ahead in the game.
    """
    from parlour.players.ahead.settings import AheadSettings  # noqa: PLC0415  see above
    from parlour.players.greedy import GreedySettings  # noqa: PLC0415  likewise
    from parlour.players.included import settings_in  # noqa: PLC0415  likewise
    from parlour.players.search.budget import Settings  # noqa: PLC0415  likewise

    best = settings_in(best_for(game))
    if isinstance(best, AheadSettings):
        from parlour.players.ahead.bot import Ahead  # noqa: PLC0415  slow to import

        given = replace(best, seconds=budget.seconds, rollouts=budget.simulations)
        return Ahead(game, rng, given)
    from parlour.players.search.bot import Search  # noqa: PLC0415  slow to import

    if isinstance(best, GreedySettings | Settings):
        budget = replace(budget, values=best.values)
    return Search(game, rng, budget)


def _has_heuristic(game: "Game") -> bool:
    from parlour.players.values import has_heuristic  # noqa: PLC0415  see above

    return has_heuristic(game)


def _can_be_searched(game: "Game") -> bool:
    from parlour.rules.rules import Rules  # noqa: PLC0415  see above

    return type(game.rules).determinize is not Rules.determinize
