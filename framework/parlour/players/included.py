"""The bots included in Parlour, bots made from the text that names them, and levels of strength."""

from collections.abc import Iterable, Mapping
from random import Random
from secrets import token_hex
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from parlour.hooks.source_location import describe_error
from parlour.match import Game
from parlour.players.base import Bot, Player, why_no_player
from parlour.players.greedy import Greedy, GreedySettings
from parlour.players.uniform import Uniform
from parlour.players.values import has_heuristic
from parlour.rules import (
    BotFailed,
    ForfeitCause,
    ParlourError,
    Rules,
    SetupError,
    did_you_mean,
    parse_settings,
    read_pairs,
)
from parlour_process.command import is_external
from parlour_search.ahead.settings import AheadSettings
from parlour_search.regret import Regret, RegretSettings
from parlour_search.search.budget import Settings
from parlour_search.search.opinions import Adviser

C = TypeVar("C", bound=Struct)


def make_search(game: Game, rng: Random, settings: Settings) -> Adviser:
    """Make the bot ``search``."""
    from parlour_search.search.bot import Search  # noqa: PLC0415  slow to import

    return Search(game, rng, settings)


def make_ahead(game: Game, rng: Random, settings: AheadSettings) -> Adviser:
    """Make the bot ``ahead``."""
    from parlour_search.ahead.bot import Ahead  # noqa: PLC0415  slow to import

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
    counts = {"ahead": "rollouts", "regret": "rounds", "search": "simulations"}.get(name_in(spec))
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
    """Make the bot that ``spec`` names, with its settings: ``greedy``, ``search:seconds=2``.

    ``bots`` are those of plugins, with or without the included ones. ``instead`` is a name that
    could stand in place of a bot's, ``human``, for the error of an unknown one.

    Raises:
        SetupError: There is no bot of that name or no such setting, or it declines the game.
        BotFailed: The bot of a plugin cannot be made, or is no ``Player``.
    """
    if is_external(spec):
        from parlour_process.player import ProcessPlayer  # noqa: PLC0415  slow to import

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
        faults = bots.faults if isinstance(bots, FoundBots) else ()
        raise SetupError("; ".join((expected + did_you_mean(name, known), *faults)))
    return known[name], _settings(known[name], spec)


def _made(kind: Bot[C], game: Game, rng: Random, settings: C) -> Player:
    """Make a bot, and put an error of its plugin in one line."""
    try:
        player = kind.make(game, rng, settings)
    except ParlourError:
        raise
    except Exception as fault:
        reason = f"bot '{kind.name}' cannot be made: {describe_error(fault, folder=False)}"
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


Level: TypeAlias = Literal["easy", "medium", "hard"]

LIMIT = "seconds=1"
"""Limit of the strongest level by the clock. Its budget is in simulations, so that it plays the
same on every machine that is fast enough."""

STRONGEST = f"search:simulations=2000,{LIMIT}"
"""The strongest search, in a game without a heuristic."""

ERRORS: Mapping[Level, float] = {"easy": 1.0, "medium": 0.3}
"""Errors of greedy at the levels of a game with a heuristic that names no bot for them; medium
errs if greedy is the best bot. See ``GreedySettings``."""

SIMULATIONS: Mapping[Level, int] = {"easy": 5, "medium": 50}
"""Simulations of search, in a game without a heuristic."""


def best_for(game: Game, seats: int | None = None) -> str:
    """Return the bot that was measured to play best within a second a move, as the game says.

    Where it does not say, greedy plays if there is a heuristic, since a turn may take many
    moves, and a second each is long to wait.
    """
    named = _named(game, game.bots.best, seats)
    if named:
        return named
    if has_heuristic(game):
        return "greedy"
    return STRONGEST if type(game.rules).determinize is not Rules.determinize else "uniform"


def level_bot(game: Game, level: Level, seats: int | None = None) -> str:
    """Return the name of the bot that plays ``game`` at a level.

    The number of seats is the fewest unless given.
    """
    best = best_for(game, seats)
    if level == "hard" or best == "uniform":
        return best
    named = _named(game, game.bots.medium if level == "medium" else game.bots.easy, seats)
    if named:
        return named
    if not has_heuristic(game):
        return f"search:simulations={SIMULATIONS[level]}"
    if level == "medium" and best != "greedy":
        return "greedy"
    return f"greedy:errors={ERRORS[level]}"


def _named(game: Game, hint: str | Mapping[int, str], seats: int | None) -> str:
    """Return the bot that a game names for so many seats, or else for the next fewer."""
    if isinstance(hint, str):
        return hint
    return hint[max(count for count in hint if count <= (seats or game.seats[0]))]


def without_limit(bot: str) -> str:
    """Return the name of a bot of a level without its limit, as it is measured."""
    return bot.replace(f",{LIMIT}", "")


def adviser(game: Game, rng: Random, budget: Settings, seats: int | None = None) -> Adviser:
    """Return the bot for opinions on the moves of a game: its best, if that one gives any.

    It values states as the best bot does.

    Raises:
        SetupError: No bot can look ahead in the game.
    """
    best = settings_in(best_for(game, seats))
    if isinstance(best, AheadSettings):
        given = replace(best, seconds=budget.seconds, rollouts=budget.simulations)
        return make_ahead(game, rng, given)
    if isinstance(best, GreedySettings | Settings):
        budget = replace(budget, values=best.values)
    if isinstance(best, Settings):
        budget = replace(budget, rounds=best.rounds)
    return make_search(game, rng, budget)
