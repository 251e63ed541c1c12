"""The catalog: which plugins there are, and the games and bots they bring.

Every plugin is asked alone, by a plugin manager of its own, so that its mistakes
are its own: a broken one is listed with its reason and stops nobody.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from time import perf_counter

import pluggy
from msgspec import Struct

from parlour import hooks
from parlour.bots import BOTS
from parlour.errors import PluginError, UnknownGame
from parlour.game import Game
from parlour.players import Bot

SLOW = 1.0
"""A plugin that takes longer than so many seconds to load is listed as slow."""

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
    """The plugins that are installed, or those it is given. Nothing is imported until asked for."""

    def __init__(
        self,
        sources: Iterable[EntryPoint] | None = None,
        blocked: Iterable[str] | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        found = entry_points(group=hooks.PROJECT) if sources is None else sources
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

        Raises:
            UnknownGame: No plugin brings it.
            PluginError: The plugin that should is broken or blocked.
        """
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
        raise UnknownGame(f"expected a game ({', '.join(sorted(games)) or 'none'}), got '{name}'")

    def names(self) -> tuple[str, ...]:
        """Return the names of all plugins, without importing any."""
        return tuple(dict.fromkeys(source.name for source in self._sources))

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


def _box() -> dict[str, str]:
    """Say who has the names that are taken before any plugin is asked."""
    return {f"bot '{name}'": "parlour" for name in BOTS}


def _brought_by(source: EntryPoint) -> tuple[tuple[Game, ...], tuple[Bot, ...]]:
    manager = pluggy.PluginManager(hooks.PROJECT)
    manager.add_hookspecs(hooks)
    manager.register(source.load(), name=source.name)
    manager.check_pending()
    hook = manager.hook
    if not hook.parlour_games.get_hookimpls() and not hook.parlour_bots.get_hookimpls():
        raise PluginError("has no hook 'parlour_games', nor 'parlour_bots'")
    games = tuple(game for games in hook.parlour_games() for game in games)
    return games, tuple(bot for bots in hook.parlour_bots() for bot in bots)


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


def _name(brought: object) -> str:
    if isinstance(brought, Game):
        return f"game '{brought.id}'"
    if isinstance(brought, Bot):
        return f"bot '{brought.name}'"
    raise PluginError(f"expected hooks to yield a Game or a Bot, got {type(brought).__name__}")


def _distribution(source: EntryPoint) -> str:
    return f"{source.dist.name} {source.dist.version}" if source.dist else ""


def _reason(fault: BaseException) -> str:
    """Write what a plugin raised in one line."""
    text = " ".join(str(fault).split())
    return text if isinstance(fault, PluginError) else f"{type(fault).__name__}: {text}"
