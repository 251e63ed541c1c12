"""The front door for Python: load a game, open a record, play a match."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from parlour.match.dealer import generator
from parlour.match.game import Game
from parlour.match.match import Match
from parlour.players.base import Player
from parlour.rules.answers import Move
from parlour.rules.errors import SetupError
from parlour.rules.phases import State

if TYPE_CHECKING:  # the catalog imports all that plugins may need
    from parlour.plugins.catalog import Catalog

AnyGame = Game[State, Any, Move]
"""A game found by its name: its own types are known where its plugin is imported."""

AnyMatch = Match[State, Any, Move]
"""A match of such a game."""


def load(name: str) -> AnyGame:
    """Return a game by its name, ``maori``, or by the path of its plugin, ``./my_game``.

    Raises:
        UnknownGame: No plugin brings it, or there is nothing at the path.
        PluginError: Its plugin is broken or blocked.
    """
    return _catalog().game(name)


def open(path: Path | str, game: AnyGame | str | None = None) -> AnyMatch:  # noqa: A001  parlour.open reads as it should
    """Return the match that a record holds, as it stands after its last line.

    ``match.at(number)`` steps through it. Chance is held back until ``match.resume()``. A game
    that is not installed is given beside the record, itself or by its path.

    Raises:
        RecordError: The file is no record, or does not replay.
        UnknownGame: No plugin brings its game.
    """
    from parlour.match import record, replay  # noqa: PLC0415  whoever only plays opens no record

    read = record.read(Path(path))
    return replay.replayed(_game_of(read.header.game, game), read, str(path))


def play(
    game: AnyGame | str,
    players: Sequence[Player | str],
    seats: int | None = None,
    seed: int | str | None = None,
    **options: Any,
) -> AnyMatch:
    """Play a match to its end, and return it.

    ``players`` are one for each seat: a bot's name with its settings, ``search:seconds=1``, or a
    ``Player``. One name alone, with ``seats``, takes every seat.

    Raises:
        SetupError: The game does not take these seats or options, or a bot declines it.
        IllegalMove: A player answered with an illegal move.
    """
    from parlour.players.play import play_match  # noqa: PLC0415  whoever steps plays no loop

    found = load(game) if isinstance(game, str) else game
    if seats is not None and len(players) == 1 and isinstance(players[0], str):
        players = [players[0]] * seats
    names = [player if isinstance(player, str) else player.name for player in players]
    match = found.match(seats, seed, names, **options)
    play_match(match, [_player(match, seat, who) for seat, who in enumerate(players)])
    return match


def _game_of(name: str, game: AnyGame | str | None) -> AnyGame:
    """Return the game beside a record, or that of the name in it: a record names no path."""
    if game is None:
        return _catalog().game_named(name)
    return load(game) if isinstance(game, str) else game


def _player(match: AnyMatch, seat: int, who: Player | str) -> Player:
    """Return who takes a seat; a bot draws from a generator of its own."""
    if not isinstance(who, str):
        return who
    from parlour.players.included import BOTS, make_bot, name_in  # noqa: PLC0415  as slow as they are large
    from parlour.players.process.command import is_external  # noqa: PLC0415  likewise

    if is_external(who):
        raise SetupError(f"expected a bot of this process, got '{who}': see parlour play --seat")
    rng: Random = generator(match.seed, f"bot {seat}")
    brought = {} if name_in(who) in BOTS else _catalog().bots()
    return make_bot(who, match.game, rng, brought)


@cache
def _catalog() -> "Catalog":
    """Return the catalog of this process, made when it is first asked for."""
    from parlour.plugins.catalog import Catalog  # noqa: PLC0415  see above

    return Catalog()
