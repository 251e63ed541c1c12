"""The bots in the box, by the name one types for them."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from parlour.bots.external import External, is_external
from parlour.bots.greedy import Greedy
from parlour.bots.uniform import Uniform
from parlour.errors import SetupError
from parlour.game import Game
from parlour.players import Player

BotMaker: TypeAlias = Callable[[Game, Random], Player]

BOTS: dict[str, BotMaker] = {"greedy": Greedy, "uniform": Uniform}
"""Each is made with a game and a generator of its own."""


def bot(name: str, game: Game, rng: Random) -> Player:
    """Seat a bot.

    Raises:
        SetupError: There is none of that name, or it declines the game.
    """
    if is_external(name):
        return External.named(name, game, rng)
    if name not in BOTS:
        known = ", ".join([*BOTS, "exec:COMMAND"])
        raise SetupError(f"expected 'human' or a bot ({known}), got {name!r}")
    return BOTS[name](game, rng)


def best_for(game: Game) -> str:
    """Name the strongest bot that plays ``game``."""
    return "greedy" if Greedy.plays(game) else "uniform"
