"""The bots of the core."""

from collections.abc import Iterator

from parlour.hooks import hookimpl
from parlour.players.base import Bot
from parlour.players.greedy import Greedy, GreedySettings
from parlour.players.uniform import Uniform


@hookimpl
def parlour_bots() -> Iterator[Bot]:
    """Yield the bots."""
    yield Bot(
        name="greedy",
        summary="ends its own turn as well as the heuristic knows",
        make=Greedy,
        settings=GreedySettings,
    )
    yield Bot(
        name="uniform", summary="plays any legal move", make=lambda game, rng, _: Uniform(game, rng)
    )
