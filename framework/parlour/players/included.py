"""The bots included in Parlour, and bots made from the text that names them."""

from collections.abc import Iterable, Mapping
from random import Random
from secrets import token_hex
from typing import TypeVar

from msgspec import Struct

from parlour.match.game import Game
from parlour.players.ahead.settings import AheadSettings
from parlour.players.base import Bot, Player, why_no_player
from parlour.players.greedy import Greedy, GreedySettings
from parlour.players.process.command import is_external
from parlour.players.regret import Regret, RegretSettings
from parlour.players.search.budget import Settings
from parlour.players.search.opinions import Adviser
from parlour.players.uniform import Uniform
from parlour.rules.errors import BotFailed, ForfeitCause, ParlourError, SetupError
from parlour.rules.options import did_you_mean, parse_settings, read_pairs

C = TypeVar("C", bound=Struct)


def make_search(game: Game, rng: Random, settings: Settings) -> Adviser:
    """Make the bot ``search``."""
    from parlour.players.search.bot import Search  # noqa: PLC0415  slow to import

    return Search(game, rng, settings)


def make_ahead(game: Game, rng: Random, settings: AheadSettings) -> Adviser:
    """Make the bot ``ahead``."""
    from parlour.players.ahead.bot import Ahead  # noqa: PLC0415  slow to import

    return Ahead(game, rng, settings)


BOTS: Mapping[str, Bot] = {
    "ahead": Bot(
        name="ahead",
        summary="plays greedy's best moves on, and compares what comes of them",
        make=make_ahead,
        settings=AheadSettings,
    ),
    "greedy": Bot(
        name="greedy",
        summary="ends its own turn as well as the heuristic knows",
        make=Greedy,
        settings=GreedySettings,
    ),
    "regret": Bot(
        name="regret",
        summary="learns a mixed strategy first, for small games with secrets",
        make=Regret,
        settings=RegretSettings,
    ),
    "search": Bot(
        name="search",
        summary="looks ahead, through many matches",
        make=make_search,
        settings=Settings,
    ),
    "uniform": Bot(
        name="uniform", summary="plays any legal move", make=lambda game, rng, _: Uniform(game, rng)
    ),
}
"""The included bots by name."""


def name_in(spec: str) -> str:
    """Return the name of the bot in ``search:seconds=2``."""
    return spec.partition(":")[0]


def settings_in(spec: str) -> Struct | None:
    """Return the settings of an included bot, as its name has them, or None for any other bot.

    Raises:
        SetupError: It has no such setting.
    """
    return _settings(BOTS[name_in(spec)], spec) if is_included(spec) else None


def is_included(spec: str) -> bool:
    """Return whether a player is named as a bot included in Parlour."""
    return name_in(spec) in BOTS


def why_not_repeatable(spec: str) -> str:
    """Return why the moves of a bot may not repeat from its seed, in a clause; empty if they do.

    Bots of plugins are taken to draw from their generator alone, unless they are given seconds.
    """
    if is_external(spec):
        return "it runs outside Parlour"
    _, _, text = spec.partition(":")
    given = dict(part.partition("=")[::2] for part in text.split(",") if part)
    by_clock = bool(given.get("seconds", "0").strip("0."))
    counts = {"ahead": "rollouts", "search": "simulations"}.get(name_in(spec))
    if by_clock or (counts and not given.get(counts, "0").strip("0")):
        return "its budget is in seconds"
    return ""


def seed_of_bots(match_seed: str, specs: Iterable[str], given: int | str | None) -> str:
    """Return the seed of the generators of a match's bots.

    ``specs`` name the bots. If all of them are included in Parlour, the seed is the match's
    own, so that the match repeats from that alone. At a table with any other bot it is drawn
    at random: that bot could try seeds until one explains its own numbers, or the moves of others.
    """
    if given is not None:
        return str(given)
    return match_seed if all(map(is_included, specs)) else token_hex(16)


def make_bot(
    spec: str,
    game: Game,
    rng: Random,
    bots: Mapping[str, Bot] | None = None,
    *,
    instead: str = "",
) -> Player:
    """Make the bot that ``spec`` names, with its settings: ``greedy``, ``search:seconds=2``.

    ``bots`` are those of plugins, with or without the included ones. ``instead`` is a name that
    could stand in place of a bot's, ``human``, for the error of an unknown one.

    Raises:
        SetupError: There is no bot of that name or no such setting, or it declines the game.
        BotFailed: The bot of a plugin cannot be made, or is no ``Player``.
    """
    if is_external(spec):
        from parlour.players.process.player import ProcessPlayer  # noqa: PLC0415  slow to import

        return ProcessPlayer.named(spec, game, rng)
    kind, settings = read_bot(spec, bots, instead=instead)
    return _made(kind, game, rng, settings)


def read_bot(
    spec: str, bots: Mapping[str, Bot] | None = None, *, instead: str = ""
) -> tuple[Bot, Struct]:
    """Return the bot of this process that ``spec`` names, and its settings.

    ``bots`` and ``instead`` are those of ``make_bot``.

    Raises:
        SetupError: There is no bot of that name or no such setting.
    """
    known = {**(bots or {}), **BOTS}
    name = name_in(spec)
    if name not in known:
        what = f"'{instead}' or a bot" if instead else "a bot"
        expected = f"expected {what} ({', '.join(sorted(known))}, exec:COMMAND), got {name!r}"
        raise SetupError(expected + did_you_mean(name, known))
    return known[name], _settings(known[name], spec)


def _made(kind: Bot[C], game: Game, rng: Random, settings: C) -> Player:
    """Make a bot, and put an error of its plugin in one line."""
    try:
        player = kind.make(game, rng, settings)
    except ParlourError:
        raise
    except Exception as fault:
        reason = f"bot '{kind.name}' cannot be made: {type(fault).__name__}: {fault}"
        raise BotFailed(ForfeitCause.START, reason) from fault
    reason = why_no_player(player) or ""
    if reason:
        raise BotFailed(ForfeitCause.START, f"bot '{kind.name}': {reason}")
    return player


def _settings(kind: Bot[C], spec: str) -> C:
    """Read the settings behind the colon of ``spec``."""
    _, _, text = spec.partition(":")
    given = read_pairs(filter(None, text.split(",")), f"{kind.name}:NAME=VALUE,…")
    try:
        return parse_settings(kind.settings, given, "setting")
    except SetupError as fault:
        raise SetupError(f"{kind.name}: {fault}") from None
