"""The games and bots that a plugin's hooks yield, checked for what would fail later."""

from collections.abc import Iterable
from typing import Any

import pluggy

from parlour.match.game import Game
from parlour.players.base import Bot
from parlour.plugins import hooks
from parlour.plugins.game_checks import problems
from parlour.plugins.source_location import defined_at
from parlour.rules.errors import PluginError

HOOKS = ("parlour_games", "parlour_bots")
"""All hooks that a plugin may have; their specifications are in ``parlour.plugins.hooks``."""


def objects_of(module: object, name: str) -> tuple[tuple[Game, ...], tuple[Bot, ...]]:
    """Return the games and bots that the hooks of a plugin's ``module`` yield.

    Raises:
        PluginError: A hook or something that it yields is wrong.
    """
    manager = pluggy.PluginManager(hooks.PROJECT)
    manager.add_hookspecs(hooks)
    _check_hooks(module)
    manager.register(module, name=name)
    manager.check_pending()
    games, bots = _yielded(manager.hook.parlour_games), _yielded(manager.hook.parlour_bots)
    _check_objects(games, bots)
    return games, bots


def _check_hooks(module: object) -> None:
    """Refuse hooks of no known name, and a module without any."""
    found = False
    for name, function in vars(module).items():
        marked = hasattr(function, f"{hooks.PROJECT}_impl")
        if marked and name not in HOOKS:
            fault = f"expected a hook ({', '.join(HOOKS)}), got '{name}'"
            raise PluginError(f"{fault} (at {defined_at(function)})")
        if not marked and name in HOOKS:
            fault = f"'{name}' is no hook without '@parlour.hookimpl' above it"
            raise PluginError(f"{fault} (at {defined_at(function)})")
        found = found or marked
    if not found:
        raise PluginError("has no hook 'parlour_games', nor 'parlour_bots'")


def _yielded(hook: pluggy.HookCaller) -> tuple[Any, ...]:
    """Call a hook, and check that it yields."""
    results = hook()
    for objects in results:
        if not isinstance(objects, Iterable):
            raise PluginError(f"expected '{hook.name}' to yield, got {type(objects).__name__}")
    return tuple(thing for objects in results for thing in objects)


def _check_objects(games: Iterable[object], bots: Iterable[object]) -> None:
    """Refuse what is no game or bot, and a name that this plugin brings twice."""
    seen: set[str] = set()
    for thing in (*games, *bots):
        name = _name(thing)
        if name in seen:
            raise PluginError(f"{name} is brought twice")
        seen.add(name)
        problem = next(problems(thing), "") if isinstance(thing, Game) else ""
        if problem:
            raise PluginError(f"{name}: {problem}")


def _name(thing: object) -> str:
    if isinstance(thing, Game):
        return f"game '{thing.id}'"
    if isinstance(thing, Bot):
        return f"bot '{thing.name}'"
    raise PluginError(f"expected hooks to yield a Game or a Bot, got {type(thing).__name__}")
