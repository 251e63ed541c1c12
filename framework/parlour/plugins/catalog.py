"""The catalog: which plugins there are, and the games and bots they bring.

Every plugin is asked alone, by a plugin manager of its own, so that its mistakes
are its own: a broken one is listed with its reason and stops nobody.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from time import perf_counter
from typing import Any

import pluggy
from msgspec import Struct

from parlour.match.game import Game
from parlour.players.base import Bot
from parlour.players.included import BOTS
from parlour.plugins import game_checks as inspection
from parlour.plugins import hooks
from parlour.plugins import local_plugins as folders
from parlour.plugins import source_location as origin
from parlour.rules.errors import ParlourError, PluginError, UnknownGame
from parlour.rules.options import did_you_mean

SLOW = 1.0
"""A plugin that takes longer than so many seconds to load is listed as slow."""

HOOKS = ("parlour_games", "parlour_bots")
"""All that a plugin may bring; the specifications are in ``parlour.plugins.hooks``."""

BLOCK = "PARLOUR_BLOCK"
"""The environment variable that names plugins to leave alone, separated by commas."""


class Listing(Struct, frozen=True):
    """One plugin as found."""

    plugin: str
    state: str
    """``good``, ``slow``, ``broken`` or ``blocked``."""
    reason: str = ""
    """Why it is not good."""
    distribution: str = ""
    """What was installed to bring it, with its version."""
    games: tuple[Game, ...] = ()
    bots: tuple[Bot, ...] = ()


class Catalog:
    """The plugins that are installed, or those it is given. Nothing is imported until asked for.

    What ``PARLOUR_PATH`` names comes before what is installed.
    """

    def __init__(
        self,
        sources: Iterable[EntryPoint] | None = None,
        blocked: Iterable[str] | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        found = _installed() if sources is None else sources
        self._sources = sorted(found, key=lambda source: (source.name, source.value))
        names = os.environ.get(BLOCK, "").split(",") if blocked is None else blocked
        self._blocked = {name.strip() for name in names}
        self._clock = clock

    def listings(self) -> tuple[Listing, ...]:
        """Load every plugin and list them all, by name."""
        owners = _box()
        return tuple(self._asked(source, owners) for source in self._sources)

    def games(self) -> Mapping[str, Game]:
        """Load every plugin and return the games that can be played, by id."""
        return {game.id: game for listing in self.listings() for game in listing.games}

    def bots(self) -> Mapping[str, Bot]:
        """Load every plugin and return the bots they bring, by name."""
        return {bot.name: bot for listing in self.listings() for bot in listing.bots}

    def game(self, name: str) -> Game:
        """Return one game; the plugin of that name is asked first, and others only at need.

        Instead of a name it can be the path of a game that is not installed.

        Raises:
            UnknownGame: No plugin brings it.
            PluginError: The plugin that should is broken or blocked.
        """
        if folders.is_path(name):
            return self._game_at(name)
        reason = ""
        for source in self._sources:
            if source.name == name:
                listing = self._asked(source, _box())
                reason = reason or listing.reason
                for game in listing.games:
                    if game.id == name:
                        return game
        if reason:
            raise PluginError(f"plugin '{name}': {reason}")
        games = self.games()
        if name in games:
            return games[name]
        known = ", ".join(sorted(games)) or "none"
        hint = folders.hint(name) or did_you_mean(name, games)
        raise UnknownGame(f"expected a game ({known}), got '{name}'{hint}")

    def names(self) -> tuple[str, ...]:
        """Return the names of all plugins, without importing any."""
        return tuple(dict.fromkeys(source.name for source in self._sources))

    def _game_at(self, path: str) -> Game:
        """Return the game of a folder or file, which is found by its name from then on."""
        found = folders.sources(Path(path))
        folders.add(path)
        ours = {source.name for source in found}
        others = [source for source in self._sources if source.name not in ours]
        self._sources = sorted([*others, *found], key=lambda source: (source.name, source.value))
        listings = [self._asked(source, _box()) for source in found]
        games = [game for listing in listings for game in listing.games]
        broken = [listing for listing in listings if listing.state in {"broken", "blocked"}]
        if broken:
            raise PluginError(f"plugin '{broken[0].plugin}': {broken[0].reason}")
        if not games:
            raise UnknownGame(f"expected one game in '{path}', got none: its hook yields no Game")
        if len(games) > 1:
            names = ", ".join(game.id for game in games)
            raise UnknownGame(
                f"expected one game in '{path}', got {names} "
                f"(with {folders.PATH}={path} each can be named)"
            )
        return games[0]

    def _asked(self, source: EntryPoint, owners: dict[str, str]) -> Listing:
        """Ask one plugin; ``owners`` says which plugin brought which game or bot so far."""
        brought_by = _distribution(source)
        if source.name in self._blocked:
            return Listing(source.name, "blocked", "blocked by name", brought_by)
        began = self._clock()
        try:
            games, bots = _brought_by(source)
            _check(games, bots, owners)
        except (Exception, SystemExit) as fault:  # noqa: BLE001  what a plugin raises is its own affair
            return Listing(source.name, "broken", _reason(fault), brought_by)
        owner = f"{source.name}' of '{brought_by}" if brought_by else source.name
        owners.update((f"game '{game.id}'", owner) for game in games)
        owners.update((f"bot '{bot.name}'", owner) for bot in bots)
        took = self._clock() - began
        if took > SLOW:
            reason = f"took {took:.1f} s to load; expected at most {SLOW:g} s"
            return Listing(source.name, "slow", reason, brought_by, games, bots)
        return Listing(source.name, "good", "", brought_by, games, bots)


def _installed() -> Iterable[EntryPoint]:
    """Return the plugins that the environment names, then those installed under other names."""
    here = [source for path in folders.named() for source in _sources_at(path)]
    names = {source.name for source in here}
    return [*here, *(s for s in entry_points(group=hooks.PROJECT) if s.name not in names)]


def _sources_at(path: Path) -> tuple[EntryPoint, ...]:
    try:
        return folders.sources(path)
    except ParlourError as fault:
        raise PluginError(f"{folders.PATH}: {fault}") from None


def _box() -> dict[str, str]:
    """Say who has the names that are taken before any plugin is asked."""
    return {f"bot '{name}'": "parlour" for name in BOTS}


def _brought_by(source: EntryPoint) -> tuple[tuple[Game, ...], tuple[Bot, ...]]:
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
            raise PluginError(f"{fault} (at {origin.defined_at(function)})")
        if not marked and name in HOOKS:
            fault = f"'{name}' is no hook without '@parlour.hookimpl' above it"
            raise PluginError(f"{fault} (at {origin.defined_at(function)})")
        found = found or marked
    if not found:
        raise PluginError("has no hook 'parlour_games', nor 'parlour_bots'")


def _yielded(hook: pluggy.HookCaller) -> tuple[Any, ...]:
    """Call a hook, and see that it yields."""
    brought = hook()
    for things in brought:
        if not isinstance(things, Iterable):
            raise PluginError(f"expected '{hook.name}' to yield, got {type(things).__name__}")
    return tuple(thing for things in brought for thing in things)


def _check(games: Iterable[object], bots: Iterable[object], owners: Mapping[str, str]) -> None:
    """Refuse what is no game or bot, and a name that somebody else or the plugin itself has."""
    seen: set[str] = set()
    for brought in (*games, *bots):
        name = _name(brought)
        if name in owners:
            raise PluginError(f"{name} is already brought by plugin '{owners[name]}'")
        if name in seen:
            raise PluginError(f"{name} is brought twice")
        seen.add(name)
        fault = next(inspection.faults(brought), "") if isinstance(brought, Game) else ""
        if fault:
            raise PluginError(f"{name}: {fault}")


def _name(brought: object) -> str:
    if isinstance(brought, Game):
        return f"game '{brought.id}'"
    if isinstance(brought, Bot):
        return f"bot '{brought.name}'"
    raise PluginError(f"expected hooks to yield a Game or a Bot, got {type(brought).__name__}")


def _distribution(source: EntryPoint) -> str:
    return f"{source.dist.name} {source.dist.version}" if source.dist else ""


def _reason(fault: BaseException) -> str:
    """Write what a plugin raised in one line, with its place."""
    if isinstance(fault, PluginError | pluggy.PluginValidationError):
        return " ".join(str(fault).split())
    return origin.sentence(fault)
