"""The bots that look ahead; each is imported when it plays."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parlour.hooks import hookimpl

if TYPE_CHECKING:  # a list of commands needs none of these
    from random import Random

    from parlour.match import Game
    from parlour.players import Bot, Player
    from parlour_search.settings import AheadSettings, RegretSettings, SearchSettings


@hookimpl
def parlour_bots() -> "Iterator[Bot]":
    """Yield the bots."""
    from parlour.players import Bot  # noqa: PLC0415  a list of commands needs none
    from parlour_search import settings  # noqa: PLC0415  likewise

    yield Bot(
        name="ahead",
        summary="plays greedy's best moves on, and compares what comes of them",
        make=make_ahead,
        settings=settings.AheadSettings,
        counts="rollouts",
        advises="parlour_search.advising:advise_by_ahead",
    )
    yield Bot(
        name="regret",
        summary="learns a mixed strategy first, for small games with secrets",
        make=make_regret,
        settings=settings.RegretSettings,
        counts="rounds",
    )
    yield Bot(
        name="search",
        summary="looks ahead, through many matches",
        make=make_search,
        settings=settings.SearchSettings,
        counts="simulations",
        levels="parlour_search.advising:level",
        advises="parlour_search.advising:advise_by_search",
        hints="parlour_search.hints:advise",
        compares="parlour_search.plan_order:worth_of_lines",
    )


def make_search(game: "Game", rng: "Random", settings: "SearchSettings") -> "Player":
    """Make the bot ``search``."""
    from parlour_search.search.bot import Search  # noqa: PLC0415  slow to import

    return Search(game, rng, settings)


def make_ahead(game: "Game", rng: "Random", settings: "AheadSettings") -> "Player":
    """Make the bot ``ahead``."""
    from parlour_search.ahead.bot import Ahead  # noqa: PLC0415  slow to import

    return Ahead(game, rng, settings)


def make_regret(game: "Game", rng: "Random", settings: "RegretSettings") -> "Player":
    """Make the bot ``regret``."""
    from parlour_search.regret import Regret  # noqa: PLC0415  slow to import

    return Regret(game, rng, settings)
