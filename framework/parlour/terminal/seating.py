"""Who sits where."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial

from parlour.cli.arguments import HUMAN
from parlour.cli.errors import Misuse
from parlour.match.dealer import generator
from parlour.match.game import Game
from parlour.match.match import Match
from parlour.players.base import Bot, Player
from parlour.players.included import BOTS, best_for, make_bot, name_in
from parlour.players.process.command import is_external, read_command
from parlour.players.referee import PlayerFactory
from parlour.plugins.catalog import Catalog
from parlour.rules.errors import SetupError
from parlour.rules.seats import Seat


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


def makers(match: Match) -> tuple[PlayerFactory | None, ...]:
    """Return what makes the bots of a table, each as its header says; None for a person."""
    brought = _brought([name for name in match.header.players if not is_external(name)])
    return tuple(
        None if name == HUMAN else partial(_seated, match, seat, brought)
        for seat, name in enumerate(match.header.players)
    )


def players(match: Match) -> tuple[Player | None, ...]:
    """Return who sits at a table as its header says: a bot, or None for a person.

    A bot's generator depends on the match and on how far it has come, so that one
    that sits down again in a resumed match does not repeat what it drew before.

    Raises:
        SetupError: There is no such bot, or it declines the game.
    """
    return tuple(None if make is None else make() for make in makers(match))


def _seated(match: Match, seat: Seat, brought: Mapping[str, Bot]) -> Player:
    header = match.header
    rng = generator(header.seed, f"bot {seat}", len(match.steps))
    return make_bot(header.players[seat], match.game, rng, brought)


def names(players: Sequence[str]) -> tuple[str, ...]:
    """Return what to call each seat: its player and its number."""
    return tuple(f"{_title(name)} {seat}" for seat, name in enumerate(players))


def _title(name: str) -> str:
    """Call a bot outside by its script, and any other player by its name."""
    if not is_external(name):
        return name_in(name).capitalize()
    with suppress(SetupError):
        return read_command(name).title
    return name


def _brought(specs: Sequence[str]) -> Mapping[str, Bot]:
    """Return the bots that plugins bring, asking the plugins only if one of them is wanted."""
    wanted = {name_in(spec) for spec in specs} - {HUMAN, *BOTS}
    return Catalog().bots() if wanted else {}
