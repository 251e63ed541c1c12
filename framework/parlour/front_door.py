"""The front door for Python: load a game, open a record, play a match."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TypeAlias, TypeVar, overload

from parlour.catalog.catalog import Catalog
from parlour.catalog.local_plugins import is_path
from parlour.catalog.module_finder import forget_edited
from parlour.match import Game, Match, generator, replayed
from parlour.match.record import parse, read
from parlour.players import Clock, Player, TimeControl, play_match, seat_info_for, why_no_player
from parlour.rules import (
    Move,
    ParlourError,
    RecordError,
    SetupError,
    State,
    UnknownGame,
    did_you_mean,
)

S = TypeVar("S", bound=State)
V = TypeVar("V")
M = TypeVar("M", bound=Move)

AnyGame: TypeAlias = Game[State, object, Move]
"""A game found by its name: its own types are known where its plugin is imported."""

AnyMatch: TypeAlias = Match[State, object, Move]
"""A match of such a game."""


def load(name: str | Path) -> AnyGame:
    """Return a game by its ``name``, ``maori``, or by the path of its plugin, ``./my_game``.

    >>> parlour.load("rapa_nui").title
    'Rapa Nui'

    A path loads the files as they are now: after an edit, a new game with the new rules. Matches
    that are under way keep the old ones.

    Raises:
        UnknownGame: No plugin brings it, or there is nothing at the path.
        PluginError: Its plugin is broken or blocked.
    """
    if isinstance(name, Path):
        name = str(name.resolve())
    if not isinstance(name, str):
        raise UnknownGame(f"expected the name of a game, or the path of its plugin, got {name!r}")
    if is_path(name):
        forget_edited()
    return _catalog().game(name)


@overload
def open(record: Path | str | bytes, game: Game[S, V, M]) -> Match[S, V, M]: ...  # noqa: A001  see below
@overload
def open(record: Path | str | bytes, game: Path | str | None = None) -> AnyMatch: ...  # noqa: A001  see below
def open(  # noqa: A001  parlour.open reads as it should
    record: Path | str | bytes, game: Game | Path | str | None = None
) -> Match:
    """Return the match that a record holds, as it stands after its last line.

    ``match.at(number)`` steps through it. Chance is held back until ``match.resume()``.

    Args:
        record: The path of a file, or the bytes of a record, as in ``error.record``.
        game: The game, or its path, if it is not installed.

    >>> kept = parlour.play("leduc", ["uniform"], seats=2, seed=7).record()
    >>> parlour.open(kept).result
    Result(scores=(5, -5), places=(1, 2))

    Raises:
        RecordError: The file is no record, or does not replay.
        UnknownGame: No plugin brings its game.
    """
    if not isinstance(record, Path | str | bytes):
        raise RecordError(f"expected the path of a record, or its bytes, got {record!r}")
    where = "the record" if isinstance(record, bytes) else str(record)
    whole = parse(record, where) if isinstance(record, bytes) else read(Path(record))
    if game is None:  # the record has only a name: reading one must not import from a path
        game = _catalog().game_named(whole.header.game)
    found = game if isinstance(game, Game) else load(game)
    match = replayed(found, whole, where)
    match.record_in_errors = True
    return match


@overload
def play(
    game: Game[S, V, M],
    players: Iterable[Player | str],
    seats: int | None = None,
    seed: int | str | None = None,
    *,
    bot_seed: int | str | None = None,
    state: State | Mapping[str, object] | str | None = None,
    **options: object,
) -> Match[S, V, M]: ...
@overload
def play(
    game: Path | str,
    players: Iterable[Player | str],
    seats: int | None = None,
    seed: int | str | None = None,
    *,
    bot_seed: int | str | None = None,
    state: State | Mapping[str, object] | str | None = None,
    **options: object,
) -> AnyMatch: ...
def play(
    game: Game | Path | str,
    players: Iterable[Player | str],
    seats: int | None = None,
    seed: int | str | None = None,
    *,
    bot_seed: int | str | None = None,
    state: State | Mapping[str, object] | str | None = None,
    **options: object,
) -> Match:
    """Play a match to its end, and return it.

    An error of a player is raised with notes that name it, its seat and where the match stood; an
    error of Parlour has the record.

    Args:
        game: The game, its name or its path.
        players: One for each seat: a bot's name with its settings, ``search:seconds=1``, or a
            ``Player``. One name alone, with ``seats``, takes every seat.
        seats: How many play, if ``players`` does not say it.
        seed: A number or a text that luck comes from, as in ``Game.match``.
        bot_seed: The seed of the bots that are named. Unless given, it is the match's if all of
            them are included in Parlour, so that ``seed`` alone repeats the match, and random
            otherwise.
        state: The state to begin in, as in ``Game.match``.
        options: The game's own options by name.

    >>> parlour.play("maori", ["greedy", "uniform"], seed=7).result.places
    (1, 2)

    Raises:
        SetupError: The game does not take these seats or options, or a bot declines it.
        IllegalMove: A player answered with an illegal move.
    """
    found = game if isinstance(game, Game) else load(game)
    given = _players(found, players, seats)
    names = [player if isinstance(player, str) else player.name for player in given]
    match = found.match(seats, seed, names, state, **options)
    try:
        _play(match, _seated(match, given, bot_seed))
    except Exception as fault:
        if isinstance(fault, ParlourError) and fault.record is None:
            fault.record = match.record()
        fault.add_note(f"in {match!r}")
        raise
    return match


def _players(game: Game, players: object, seats: int | None) -> tuple[Player | str, ...]:
    """Return who takes each seat: bots by their names, and players."""
    if isinstance(players, str | Player) or not isinstance(players, Iterable):
        raise SetupError(f"expected a list with a player or bot for each seat, got {players!r}")
    given = tuple(players)
    for seat, who in enumerate(given):
        if not isinstance(who, str) and (fault := why_no_player(who)):
            raise SetupError(f"seat {seat}: {fault}, or name a bot")
    if isinstance(seats, int) and len(given) == 1 and isinstance(given[0], str):
        game.rules.check_seats(seats)
        return given * seats
    return given


def _seated(
    match: Match[S, V, M], given: Sequence[Player | str], bot_seed: int | str | None
) -> list[Player]:
    """Return the player of each seat; each named bot draws from a separate generator."""
    specs = [who for who in given if isinstance(who, str)]
    if not specs:
        return [who for who in given if isinstance(who, Player)]
    from parlour.players import BOTS, is_included, make_bot, name_in, seed_of_bots  # noqa: PLC0415  slow to import

    bots = BOTS if all(map(is_included, specs)) else {**_catalog().bots(), **BOTS}
    for seat, who in enumerate(given):
        if isinstance(who, str) and (name := name_in(who)) not in bots:
            known = f"expected a bot of this process ({', '.join(sorted(bots))}) or a Player"
            raise SetupError(f"seat {seat}: {known}, got '{who}'{did_you_mean(name, bots)}")
    seed = seed_of_bots(match.seed, specs, bot_seed)
    return [
        make_bot(who, match.game, generator(seed, f"bot {seat}"), bots)
        if isinstance(who, str)
        else who
        for seat, who in enumerate(given)
    ]


def _play(match: Match[S, V, M], players: Sequence[Player]) -> None:
    """Let players get ready, play to the end, learn the result and leave."""
    with ExitStack() as leaving:
        for seat, player in enumerate(players):
            leaving.callback(player.close)
            player.begin(seat_info_for(match, seat, Clock(TimeControl())))
        result = play_match(match, players)
        for seat, player in enumerate(players):
            player.end(result, match.new_events(seat))


@cache
def _catalog() -> Catalog:
    """Return the catalog of this process, made when it is first asked for."""
    return Catalog()
