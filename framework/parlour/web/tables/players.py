"""Bots of a table: quick ones think in a thread, all others in a process of their own."""

import sys

from parlour.match.dealer import generator
from parlour.match.game import Game
from parlour.match.record import Header
from parlour.players.base import Player
from parlour.players.included import make_bot, name_in, seed_of_bots
from parlour.players.process.command import is_external
from parlour.players.process.isolation import start_isolated
from parlour.plugins.catalog import Catalog
from parlour.table.seating import HUMAN

QUICK = frozenset({"greedy", "uniform"})
"""Bots that answer in a moment: a process for each would cost more than it spares."""


def seat_bots(
    game: Game, header: Header, catalog: Catalog, *, steps: int = 0
) -> tuple[Player | None, ...]:
    """Make the bots that a header names; None stands for a person.

    ``steps`` is the number of moves and outcomes so far.

    Raises:
        SetupError: There is no such bot, or it declines the game.
        BotFailed: The bot cannot be made.
    """
    bots = [name for name in header.players if name != HUMAN]
    seed = seed_of_bots(header.seed, bots)

    def made(seat: int, name: str) -> Player:
        rng = generator(seed, f"bot {seat}", steps)
        alone = not is_external(name) and name_in(name) not in QUICK
        if alone and sys.platform != "win32":
            return start_isolated(name, game, rng, catalog.sources)
        return make_bot(name, game, rng, catalog.bots() if alone else {})

    return tuple(
        None if name == HUMAN else made(seat, name) for seat, name in enumerate(header.players)
    )
