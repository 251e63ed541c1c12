"""The catalog: which plugins there are, and the games and bots they bring.

Every plugin is loaded alone, by a plugin manager of its own, so that its mistakes
are its own: a broken one is listed with its reason and stops nobody.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

import pluggy
from msgspec import Struct

from parlour.match.game import Game
from parlour.players.base import Bot
from parlour.players.included import BOTS
from parlour.plugins import hooks
from parlour.plugins.game_checks import problems
from parlour.plugins.local_plugins import (
    PATH,
    LocalPlugin,
    is_path,
    path_hint,
    plugins_at,
    split_paths,
)
from parlour.plugins.source_location import defined_at, describe_error
from parlour.rules.errors import ParlourError, PluginError, UnknownGame
from parlour.rules.options import did_you_mean

SLOW = 1.0
"""Seconds; a plugin that takes longer to load is listed as slow."""

HOOKS = ("parlour_games", "parlour_bots")
"""All hooks that a plugin may have; their specifications are in ``parlour.plugins.hooks``."""

BLOCK = "PARLOUR_BLOCK"
"""The environment variable that names plugins to leave out, separated by commas."""

Source: TypeAlias = EntryPoint | LocalPlugin
"""From where a plugin is loaded."""


class CatalogSources(Struct, frozen=True):
    """All that a catalog adds to what is installed, as another process needs it."""

    paths: tuple[str, ...] = ()
    """Absolute paths of plugins that are not installed; the first has precedence."""
    blocked: tuple[str, ...] = ()
    """Names of plugins that are left out."""


class PluginStatus(Struct, frozen=True):
    """The state of one plugin, and the games and bots that it has."""

    plugin: str
    """The name of its entry point."""
    state: str
    """``good``, ``slow``, ``broken`` or ``blocked``."""
    reason: str = ""
    """Why it is not good; empty where it is."""
    distribution: str = ""
    """Name and version of its distribution; empty where it is not installed."""
    games: tuple[Game, ...] = ()
    bots: tuple[Bot, ...] = ()


class Catalog:
    """The plugins that are installed, and those at paths. None is imported before it is needed.

    A catalog is made once and passed on. It reads the environment when it is made and never
    changes it. Plugins at paths have precedence over installed ones of the same name: first
    those of ``paths``, then those that ``PARLOUR_PATH`` names.
    """

    def __init__(
        self,
        paths: Iterable[str | Path] = (),
        *,
        blocked: Iterable[str] | None = None,
        environ: Mapping[str, str] | None = None,
        installed: Iterable[EntryPoint] | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """Find the plugins.

        ``blocked`` stands in for ``PARLOUR_BLOCK``, ``environ`` for the environment of this
        process, ``installed`` for the entry points of the group ``parlour``; ``clock`` measures
        how many seconds a plugin takes to load.

        Raises:
            UnknownGame: There is nothing at one of ``paths``.
            PluginError: There is no plugin at one of ``paths``, or where the environment says so.
        """
        environ = os.environ if environ is None else environ
        names = environ.get(BLOCK, "").split(",") if blocked is None else blocked
        self._blocked = frozenset(name.strip() for name in names) - {""}
        self._clock = clock
        found = entry_points(group=hooks.PROJECT) if installed is None else installed
        self._installed = tuple(found)
        self._local: dict[str, tuple[LocalPlugin, ...]] = {}
        for exported in reversed(split_paths(environ.get(PATH, ""))):
            try:
                self.add_path(exported)
            except ParlourError as fault:
                raise PluginError(f"{PATH}: {fault}") from None
        for path in reversed(tuple(paths)):
            self.add_path(path)

    @classmethod
    def from_sources(cls, sources: CatalogSources) -> "Catalog":
        """Make the catalog of another process anew, so that its games can be unpickled here.

        Raises:
            PluginError: A plugin is no longer where it was.
        """
        return cls(sources.paths, blocked=sources.blocked, environ={})

    @property
    def sources(self) -> CatalogSources:
        """From what the catalog is made, for workers in other processes."""
        return CatalogSources(self.paths, tuple(sorted(self._blocked)))

    @property
    def paths(self) -> tuple[str, ...]:
        """The absolute paths of plugins that are not installed; the first has precedence."""
        return tuple(self._local)

    def add_path(self, path: str | Path) -> None:
        """Add the plugin at ``path``, with precedence over all others.

        Raises:
            UnknownGame: There is nothing at that path.
            PluginError: What is there is no plugin.
        """
        self._add(Path(path))

    def statuses(self) -> tuple[PluginStatus, ...]:
        """Load every plugin; return the state of each, by name."""
        owners = _names_of_framework()
        return tuple(self._load(source, owners) for source in self._plugins())

    def games(self) -> Mapping[str, Game]:
        """Load every plugin and return the games that can be played, by id."""
        return {game.id: game for status in self.statuses() for game in status.games}

    def bots(self) -> Mapping[str, Bot]:
        """Load every plugin and return the bots they bring, by name."""
        return {bot.name: bot for status in self.statuses() for bot in status.bots}

    def game(self, name: str) -> Game:
        """Return the game of a name, or of a path; that at a path has its name from then on.

        Raises:
            UnknownGame: No plugin has it.
            PluginError: The plugin that should bring it is broken or blocked.
        """
        return self._game_at(name) if is_path(name) else self.game_named(name)

    def game_named(self, name: str) -> Game:
        """Return the game of a name; a path is no name.

        The plugin of that name is loaded first, and the others only if it does not bring the
        game.

        Raises:
            UnknownGame: No plugin has it.
            PluginError: The plugin that should bring it is broken or blocked.
        """
        reason = ""
        for source in self._plugins():
            if source.name == name:
                status = self._load(source, _names_of_framework())
                reason = reason or status.reason
                for game in status.games:
                    if game.id == name:
                        return game
        if reason:
            raise PluginError(f"plugin '{name}': {reason}")
        games = self.games()
        if name in games:
            return games[name]
        known = ", ".join(sorted(games)) or "none"
        hint = path_hint(name) or did_you_mean(name, games)
        raise UnknownGame(f"expected a game ({known}), got '{name}'{hint}")

    def names(self) -> tuple[str, ...]:
        """Return the names of all plugins, without importing any."""
        return tuple(dict.fromkeys(source.name for source in self._plugins()))

    def _game_at(self, path: str) -> Game:
        statuses = [self._load(plugin, _names_of_framework()) for plugin in self._add(Path(path))]
        games = [game for status in statuses for game in status.games]
        broken = [status for status in statuses if status.state in {"broken", "blocked"}]
        if broken:
            raise PluginError(f"plugin '{broken[0].plugin}': {broken[0].reason}")
        if not games:
            raise UnknownGame(f"expected one game in '{path}', got none: its hook yields no Game")
        if len(games) > 1:
            names = ", ".join(game.id for game in games)
            raise UnknownGame(
                f"expected one game in '{path}', got {names} (with {PATH}={path} each can be named)"
            )
        return games[0]

    def _add(self, path: Path) -> tuple[LocalPlugin, ...]:
        found = plugins_at(path)
        place = str(path.resolve())
        self._local.pop(place, None)
        self._local = {place: found, **self._local}
        return found

    def _plugins(self) -> list[Source]:
        """Return all plugins by name, without those that have one at a path before them."""
        found: list[Source] = []
        groups: list[tuple[Source, ...]] = [*self._local.values(), self._installed]
        for group in groups:
            taken = {source.name for source in found}
            found += [source for source in group if source.name not in taken]
        return sorted(found, key=lambda source: (source.name, source.value))

    def _load(self, source: Source, owners: dict[str, str]) -> PluginStatus:
        """Load one plugin; ``owners`` has the plugin of each game and bot so far."""
        distribution = f"{source.dist.name} {source.dist.version}" if source.dist else ""
        if source.name in self._blocked:
            return PluginStatus(source.name, "blocked", "blocked by name", distribution)
        began = self._clock()
        try:
            games, bots = _objects(source)
            _check_objects(games, bots, owners)
        except (Exception, SystemExit) as fault:  # noqa: BLE001  what a plugin raises is its own affair
            return PluginStatus(source.name, "broken", _reason(fault), distribution)
        owner = f"{source.name}' of '{distribution}" if distribution else source.name
        owners.update((f"game '{game.id}'", owner) for game in games)
        owners.update((f"bot '{bot.name}'", owner) for bot in bots)
        seconds = self._clock() - began
        if seconds > SLOW:
            reason = f"took {seconds:.1f} s to load; expected at most {SLOW:g} s"
            return PluginStatus(source.name, "slow", reason, distribution, games, bots)
        return PluginStatus(source.name, "good", "", distribution, games, bots)


def _names_of_framework() -> dict[str, str]:
    """Return the owner of each name that is taken before any plugin is loaded."""
    return {f"bot '{name}'": "parlour" for name in BOTS}


def _objects(source: Source) -> tuple[tuple[Game, ...], tuple[Bot, ...]]:
    """Import a plugin and return the games and bots that its hooks yield."""
    manager = pluggy.PluginManager(hooks.PROJECT)
    manager.add_hookspecs(hooks)
    module = source.load()
    _check_hooks(module)
    manager.register(module, name=source.name)
    manager.check_pending()
    return _yielded(manager.hook.parlour_games), _yielded(manager.hook.parlour_bots)


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


def _check_objects(
    games: Iterable[object], bots: Iterable[object], owners: Mapping[str, str]
) -> None:
    """Refuse what is no game or bot, and a name that this plugin or another one has already."""
    seen: set[str] = set()
    for thing in (*games, *bots):
        name = _name(thing)
        if name in owners:
            raise PluginError(f"{name} is already brought by plugin '{owners[name]}'")
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


def _reason(fault: BaseException) -> str:
    """Describe what a plugin raised in one line, with its place."""
    if isinstance(fault, PluginError | pluggy.PluginValidationError):
        return " ".join(str(fault).split())
    return describe_error(fault)
