"""Who sits where."""

from collections.abc import Mapping, Sequence

from parlour.bots import BOTS, best_for, bot, name_in
from parlour.catalog import Catalog
from parlour.cli.arguments import HUMAN
from parlour.cli.faults import Misuse
from parlour.dealer import generator
from parlour.game import Game
from parlour.players import Bot, Player
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
    brought = _brought(header.players)
    return tuple(
        None
        if name == HUMAN
        else bot(name, table.game, generator(header.seed, f"bot {seat}", so_far), brought)
        for seat, name in enumerate(header.players)
    )


def names(players: Sequence[str]) -> tuple[str, ...]:
    """Return what to call each seat: its player and its number."""
    return tuple(f"{name_in(spec).capitalize()} {seat}" for seat, spec in enumerate(players))


def _brought(specs: Sequence[str]) -> Mapping[str, Bot]:
    """Return the bots that plugins bring, asking the plugins only if one of them is wanted."""
    wanted = {name_in(spec) for spec in specs} - {HUMAN, *BOTS}
    return Catalog().bots() if wanted else {}
