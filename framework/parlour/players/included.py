"""The bots included in Parlour, bots made from the text that names them, and levels of strength.

A bot that does not run in this process is written by a scheme: ``exec:COMMAND``.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from random import Random
from secrets import token_hex
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct

from parlour.hooks import BotScheme
from parlour.hooks.lookup import SCHEMES, resolve
from parlour.hooks.own import absent_packages, own
from parlour.hooks.source_location import describe_error
from parlour.match import Decision, Game
from parlour.players.advice import AdviceBudget, Adviser, Hint
from parlour.players.base import Bot, Player, why_no_player
from parlour.players.values import has_heuristic
from parlour.rules import (
    BotFailed,
    ForfeitCause,
    Move,
    ParlourError,
    SetupError,
    Viewer,
    check_text,
    did_you_mean,
    parse_settings,
    read_pairs,
)
from parlour.words import say

C = TypeVar("C", bound=Struct)

BOTS: Mapping[str, Bot] = dict(sorted((bot.name, bot) for bot in own("parlour_bots")))
"""The included bots by name."""

_SCHEME = re.compile(r"([\w-]+)[:\[]")
"""The beginning of a bot with settings or of a scheme."""


def scheme_of(spec: str) -> BotScheme | None:
    """Return the scheme of ``spec``, a player that does not run in this process; else None."""
    written = _SCHEME.match(spec)
    return _scheme(written[1]) if written else None


def is_external(spec: str) -> bool:
    """Return whether ``spec`` names a player that does not run in this process."""
    return scheme_of(spec) is not None


def confined(spec: str) -> str:
    """Return the name of the bot ``spec`` without network and files; one in this process stays.

    Raises:
        SetupError: It cannot be confined, or cannot be read.
    """
    scheme = scheme_of(spec)
    if scheme is None:
        return spec
    if not scheme.confined:
        raise SetupError(f"{scheme.form}: cannot run without network and away from your files")
    name: str = resolve(scheme.confined)(spec)
    return name


@cache
def _scheme(name: str) -> BotScheme | None:
    """Return the scheme of a name; the settings of a bot stand behind its name in the same way."""
    return None if name in BOTS else SCHEMES.get(name)


def name_in(spec: str) -> str:
    """Return the name of the bot in a ``spec``: ``search`` in ``search:seconds=2``."""
    return spec.partition(":")[0]


def settings_in(spec: str) -> Struct | None:
    """Return the settings in the ``spec`` of an included bot; None for any other bot.

    Raises:
        SetupError: It has no such setting.
    """
    return _settings(BOTS[name_in(spec)], spec) if is_included(spec) else None


def is_included(spec: str) -> bool:
    """Return whether ``spec`` names a bot that is included in Parlour."""
    return name_in(spec) in BOTS


def seed_of_bots(match_seed: str, specs: Iterable[str], given: int | str | None) -> str:
    """Return the seed of the generators of the bots of the match with ``match_seed``.

    ``specs`` name the bots. If all of them are included in Parlour, the seed is the match's
    own, so that the match repeats from that alone. At a table with any other bot it is drawn
    at random: that bot could try seeds until one explains its own numbers, or the moves of others.

    Raises:
        SetupError: The seed that is given is no text.
    """
    if given is not None:
        return check_text(str(given))
    return match_seed if all(map(is_included, specs)) else token_hex(16)


class FoundBots(dict[str, Bot]):
    """Bots of plugins, by name."""

    faults: tuple[str, ...] = ()
    """Why some plugins bring none."""


def make_bot(
    spec: str,
    game: Game,
    rng: Random,
    bots: Mapping[str, Bot] | None = None,
    *,
    instead: str = "",
) -> Player:
    """Make the bot that ``spec`` names, with its settings and ``rng`` for its luck.

    ``bots`` are plugins' bots, with or without the included ones. ``instead`` is a name that
    could stand instead of a bot's, ``human``, for the error of an unknown one.

    Raises:
        SetupError: There is no bot of that name or no such setting, or it declines the game.
        BotFailed: The bot of a plugin cannot be made, or is no ``Player``.
    """
    scheme = scheme_of(spec)
    if scheme is not None:
        make = SCHEMES.resolve(scheme, scheme.make)
        return _made(scheme.name, lambda: make(spec, game, rng))
    kind, settings = read_bot(spec, bots, instead=instead)
    return _made(kind.name, lambda: kind.make(game, rng, settings))


def read_bot(
    spec: str, bots: Mapping[str, Bot] | None = None, *, instead: str = ""
) -> tuple[Bot, Struct]:
    """Return the bot of this process that ``spec`` names, and its settings.

    ``bots`` and ``instead`` are as for ``make_bot``.

    Raises:
        SetupError: There is no bot of that name or no such setting.
    """
    known = {**(bots or {}), **BOTS}
    name = name_in(spec)
    if name not in known:
        what = f"'{instead}' or a bot" if instead else "a bot"
        names = ", ".join([*sorted(known), *(scheme.form for scheme in SCHEMES.own().values())])
        expected = f"expected {what} ({names}), got {name!r}{did_you_mean(name, known)}"
        faults = bots.faults if isinstance(bots, FoundBots) else ()
        raise SetupError("; ".join((expected, *faults, *absent_packages())))
    return known[name], _settings(known[name], spec)


def _made(name: str, make: Callable[[], object]) -> Player:
    """Make a bot, and put an error of its plugin in one line."""
    try:
        player = make()
    except ParlourError:
        raise
    except Exception as fault:
        reason = f"bot '{name}' cannot be made: {describe_error(fault, folder=False)}"
        raise BotFailed(ForfeitCause.START, reason) from fault
    if isinstance(player, Player):
        return player
    raise BotFailed(ForfeitCause.START, f"bot '{name}': {why_no_player(player)}")


def _settings(kind: Bot[C], spec: str) -> C:
    """Read the settings behind the colon of ``spec``."""
    _, _, text = spec.partition(":")
    pairs = read_pairs(filter(None, text.split(",")), f"{kind.name}:NAME=VALUE,…")
    try:
        return parse_settings(kind.settings, pairs, "setting")
    except SetupError as fault:
        raise SetupError(f"{kind.name}: {fault}") from None


Level: TypeAlias = Literal["easy", "medium", "hard"]

LIMIT = "seconds=1"
"""Limit of the strongest level by the clock. Its budget is a number, so that it plays the same on
every machine that is fast enough."""

ERRORS: Mapping[Level, float] = {"easy": 1.0, "medium": 0.3}
"""Errors of greedy at the levels of a game with a heuristic that names no bot for them; medium
errs if greedy is the best bot. See ``GreedySettings``."""

BotFinder: TypeAlias = Callable[[], Mapping[str, Bot]]
"""Returns the bots that plugins bring, by name; it loads every plugin."""


def best_for(game: Game, seats: int | None = None, find_bots: BotFinder = dict) -> str:
    """Return the bot that was measured to play best with ``seats`` within a second a move.

    ``find_bots`` returns the bots of plugins; it is called if the game names one.

    If the game names none that is here, greedy plays with a heuristic, since a turn may take many
    moves, and a second each is long to wait.
    """
    named = _named(game, game.bots.best, seats)
    if named and is_here(named, find_bots):
        return named
    return "greedy" if has_heuristic(game) else _for_any_game(game, "hard")


def level_bot(
    game: Game, level: Level, seats: int | None = None, find_bots: BotFinder = dict
) -> str:
    """Return the name of the bot that plays ``game`` at a level.

    The number of seats is the fewest unless given. ``find_bots`` is asked if the game names a bot
    that is not included. A bot that is not here is passed over.
    """
    best = best_for(game, seats, find_bots)
    if level == "hard" or best == "uniform":
        return best
    named = named_for(game, level, seats)
    if named and is_here(named, find_bots):
        return named
    if not has_heuristic(game):
        return _for_any_game(game, level)
    if level == "medium" and best != "greedy":
        return "greedy"
    return f"greedy:errors={ERRORS[level]}"


def named_for(game: Game, level: Level, seats: int | None = None) -> str:
    """Return the bot that a game itself names for a level with ``seats``, or an empty text."""
    hints = {"hard": game.bots.best, "medium": game.bots.medium, "easy": game.bots.easy}
    return _named(game, hints[level], seats)


def is_here(spec: str, find_bots: BotFinder = dict) -> bool:
    """Return whether the bot ``spec`` is included in Parlour, or among those of ``find_bots``."""
    return is_included(spec) or name_in(spec) in find_bots()


def _for_any_game(game: Game, level: Level) -> str:
    """Return the bot for a level of a game without a heuristic."""
    specs = (resolve(bot.levels)(game, level) for bot in BOTS.values() if bot.levels)
    return next(filter(None, specs), "uniform")


def _named(game: Game, hint: str | Mapping[int, str], seats: int | None) -> str:
    """Return the bot that a game names for so many seats, or else for the next fewer."""
    if isinstance(hint, str):
        return hint
    return hint[max(count for count in hint if count <= (seats or game.seats[0]))]


def without_limit(bot: str) -> str:
    """Return the name of a bot of a level without its limit, as it is measured."""
    return bot.replace(f",{LIMIT}", "")


def adviser(game: Game, rng: Random, budget: AdviceBudget, seats: int | None = None) -> Adviser:
    """Return the bot for opinions on the moves of a game: its best with ``seats``, if it gives any.

    ``budget`` says how long it looks, and ``rng`` is its luck.

    Otherwise one that plays any game advises. It values states as the best bot does.

    Raises:
        SetupError: No bot can look ahead in the game.
    """
    spec = best_for(game, seats)
    best = settings_in(spec)
    bots = [BOTS[name_in(spec)], *(bot for bot in BOTS.values() if bot.levels)]
    for bot in bots:
        if bot.advises:
            advising: Adviser = resolve(bot.advises)(game, rng, budget, best)
            return advising
    raise SetupError("; ".join(("no bot gives advice", *absent_packages())))


def hint(game: Game, decision: Decision, viewer: Viewer, made: str = "") -> Hint:
    """Return the best moves of ``decision`` in words, or an opinion on the move ``made``.

    ``viewer`` has the names of the seats at the table of ``game``.
    """
    place = next((bot.hints for bot in BOTS.values() if bot.hints), "")
    if not place:
        return Hint((say("hint.no_judge" if made else "hint.no_bot"),))
    worded: Hint = resolve(place)(game, decision, viewer, made)
    return worded


def compared(
    game: Game, decision: Decision, lines: Sequence[Sequence[Move]]
) -> Sequence[float] | None:
    """Return the worth of some lines at a ``decision`` of ``game``; None if no bot can say."""
    place = next((bot.compares for bot in BOTS.values() if bot.compares), "")
    if not place or not has_heuristic(game):
        return None
    worth: Sequence[float] = resolve(place)(game, decision, lines)
    return worth
