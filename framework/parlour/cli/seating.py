"""Who sits where."""

from collections.abc import Sequence

from parlour.bots import best_for, bot
from parlour.cli.arguments import HUMAN
from parlour.cli.faults import Misuse
from parlour.dealer import generator
from parlour.game import Game
from parlour.players import Player
from parlour.table import Table


def filled(game: Game, given: Sequence[str], seats: int | None) -> tuple[str, ...]:
    """Return a player for every seat: those given, then the best bot.

    Raises:
        Misuse: More are given than there are seats.
    """
    chosen = tuple(given) or (HUMAN,)
    count = max(game.seats[0], len(chosen)) if seats is None else seats
    if len(chosen) > count:
        raise Misuse(f"expected at most {count} players, got {len(chosen)}")
    return chosen + (best_for(game),) * (count - len(chosen))


def players(table: Table) -> tuple[Player | None, ...]:
    """Return who sits at a table as its header says: a bot, or None for a person.

    A bot's generator depends on the match and on how far it has come, so that one
    that sits down again in a resumed match does not repeat what it drew before.

    Raises:
        SetupError: There is no such bot, or it declines the game.
    """
    header, so_far = table.header, len(table.steps)
    return tuple(
        None
        if name == HUMAN
        else bot(name, table.game, generator(header.seed, f"bot {seat}", so_far))
        for seat, name in enumerate(header.players)
    )


def names(players: Sequence[str]) -> tuple[str, ...]:
    """Return what to call each seat: its player and its number."""
    return tuple(f"{name.capitalize()} {seat}" for seat, name in enumerate(players))
