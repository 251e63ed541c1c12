"""Games and bots of a plugin, checked as soon as it is loaded unless it is included."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from parlour.catalog import specifications
from parlour.catalog.game_checks import problems, shown, with_place
from parlour.hooks.loader import Brought, call_hooks
from parlour.match import Game
from parlour.players import Bot, settings_in
from parlour.rules import PluginError, SetupError
from parlour.words import BOOKS


def games_and_bots(module: object) -> Brought:
    """Return the games and bots that the hooks of a plugin's ``module`` yield.

    Raises:
        PluginError: A hook or something that it yields is wrong.
    """
    brought = call_hooks(module, ("parlour_games", "parlour_bots"), specifications)
    games = brought["parlour_games"]
    names = [_checked_name(thing) for thing in (*games, *brought["parlour_bots"])]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise PluginError(f"{twice} is brought twice")
    _know_words(games)
    for game in games:
        check_bots(game, settings_in)
    return brought


def included_games(module: Any) -> Brought:
    """Return the games of an included plugin's ``module``, which tests check and no start."""
    brought = {"parlour_games": tuple(module.parlour_games())}
    _know_words(brought["parlour_games"])
    return brought


def check_bots(game: Game, read: Callable[[str], object]) -> None:
    """Refuse a bot of a level that ``read`` refuses.

    Bots of plugins are not known when a game is loaded. A table passes over one that nobody brings,
    and ``parlour check`` names it.
    """
    for name in ("best", "medium", "easy"):
        hint = getattr(game.bots, name)
        for spec in hint.values() if isinstance(hint, Mapping) else filter(None, (hint,)):
            try:
                read(str(spec))
            except SetupError as fault:
                raise PluginError(f"game '{game.id}': BotHints.{name}: {fault}") from None


def _checked_name(thing: object) -> str:
    """Return a game or bot as errors name it; one with a mistake is refused."""
    if isinstance(thing, Bot):
        problem = next(_bot_problems(thing), "")
        if problem:
            raise PluginError(f"bot {thing.name!r}: {problem}")
        return f"bot '{thing.name}'"
    if not isinstance(thing, Game):
        raise PluginError(f"expected hooks to yield a Game or a Bot, got {type(thing).__name__}")
    problem = next(problems(thing), "")
    if problem:
        raise PluginError(f"game '{thing.id}': {problem}")
    return f"game '{thing.id}'"


def _know_words(games: Iterable[Game]) -> None:
    books = [game.words.phrasebook for game in games]
    BOOKS.extend(book for book in books if book is not None and book not in BOOKS)


def _bot_problems(bot: Any) -> Iterator[str]:
    """Yield a line for each mistake in a bot, with its place if known."""
    if not (isinstance(bot.name, str) and re.fullmatch(r"[\w-]+", bot.name)):
        yield f"expected a name of letters, digits, '_' and '-', got {shown(bot.name)}"
    if not callable(bot.make):
        yield f"expected make to be a function, got {shown(bot.make)}"
    kind = bot.settings
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        yield f"expected settings to be a msgspec Struct, got {shown(kind)}"
    elif any(field.required for field in msgspec.structs.fields(kind)):
        yield with_place(kind, f"expected a default for every setting of {kind.__name__}")
