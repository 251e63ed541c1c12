"""The catalog: which plugins there are, and the games and bots they bring.

Every plugin is loaded alone, by a separate plugin manager, so that its mistakes harm no
other: a broken one is listed with its reason and stops nobody.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from pathlib import Path
from time import process_time
from typing import cast

from msgspec import Struct

from parlour.catalog.loading import games_and_bots, included_games
from parlour.catalog.local_plugins import (
    PATH,
    LocalPlugin,
    is_path,
    path_hint,
    plugins_at,
    split_paths,
)
from parlour.hooks.claims import (
    PluginCandidate,
    PluginStatus,
    claim,
    resolve_conflicts,
    title_of,
)
from parlour.hooks.installed import (
    INCLUDED,
    SAMPLES,
    PluginSource,
    block_name,
    check_place,
    distribution_of,
    find_installed,
    in_order,
    is_included,
)
from parlour.hooks.loader import LIMIT, LOAD_LIMIT_SECONDS, PluginLoader
from parlour.hooks.lookup import NO_PLUGINS
from parlour.hooks.own import BLOCK, why_absent
from parlour.match import Game
from parlour.players import BOTS, Bot, FoundBots
from parlour.rules import MisuseError, ParlourError, PluginError, UnknownGame, did_you_mean


class CatalogSources(Struct, frozen=True):
    """All that a catalog adds to the installed plugins, as another process needs it."""

    paths: tuple[str, ...] = ()
    """Absolute paths of plugins that are not installed; the first has precedence."""
    blocked: tuple[str, ...] = ()
    """Plugins that are left out, as ``name`` or ``distribution:name``."""
    included_only: bool = False
    """True if all but the included games and bots are left out."""
    limit: float = LOAD_LIMIT_SECONDS
    """Seconds that a plugin may take to load."""


class Catalog:
    """The plugins that are installed, and those at paths. None is imported before it is needed.

    A catalog is made once and passed on. It reads the environment when it is made and never
    changes it. Plugins at paths have precedence over installed ones of the same name: first
    plugins at ``paths``, then plugins that ``PARLOUR_PATH`` names. Next come the included games,
    and no other installed plugin can have the name of one.
    """

    def __init__(
        self,
        paths: Iterable[str | Path] = (),
        *,
        blocked: Iterable[str] | None = None,
        environ: Mapping[str, str] | None = None,
        installed: Iterable[PluginSource] | None = None,
        included_only: bool | None = None,
        clock: Callable[[], float] = process_time,
    ) -> None:
        """Find the plugins.

        ``blocked`` stands in for ``PARLOUR_BLOCK``, ``environ`` for the environment of this
        process, ``installed`` for the entry points of the group ``parlour``, ``included_only`` for
        ``PARLOUR_NO_PLUGINS``; ``clock`` measures how many seconds a plugin takes to load.

        Raises:
            MisuseError: A path is given, but plugins are left out.
            UnknownGame: There is nothing at one of ``paths``, or no plugin.
            PluginError: The project at one of them cannot be read, or names no plugin; or there is
                no plugin where the environment says so.
        """
        environ = os.environ if environ is None else environ
        self._loader = PluginLoader(environ, blocked, clock)
        alone = bool(environ.get(NO_PLUGINS)) if included_only is None else included_only
        self._included_only = alone
        sources = in_order(find_installed() if installed is None else installed)
        self._installed = tuple(filter(is_included, sources) if alone else sources)
        self._local: dict[str, tuple[LocalPlugin, ...]] = {}
        self._loaded: dict[int, PluginCandidate] = {}
        """Installed plugins that were loaded, by the ``id`` of their source."""
        self._brought: dict[LocalPlugin, frozenset[str]] = {}
        """Names of the games that each plugin at a path brought when it was loaded last."""
        for exported in reversed(() if alone else split_paths(environ.get(PATH, ""))):
            try:
                self._add(Path(exported))
            except ParlourError as fault:
                raise PluginError(f"{PATH}: {fault}") from None
        for path in reversed(tuple(paths)):
            self._add(Path(path))

    @classmethod
    def from_sources(cls, sources: CatalogSources) -> "Catalog":
        """Make the catalog of another process from its ``sources``: its games unpickle then.

        Raises:
            PluginError: A plugin is no longer where it was.
        """
        return cls(
            sources.paths,
            blocked=sources.blocked,
            included_only=sources.included_only,
            environ={LIMIT: str(sources.limit)},
        )

    @property
    def sources(self) -> CatalogSources:
        """From what the catalog is made, for workers in other processes."""
        blocked = tuple(sorted(self._loader.blocked))
        return CatalogSources(self.paths, blocked, self._included_only, self._loader.limit)

    @property
    def paths(self) -> tuple[str, ...]:
        """The absolute paths of plugins that are not installed; the first has precedence."""
        return tuple(self._local)

    def path_of(self, game: Game) -> str:
        """Return the absolute path of the plugin that brought a game; empty if it is installed."""
        for place, local in self._local.items():
            if any(game.id in self._brought.get(plugin, ()) for plugin in local):
                return place
        return ""

    def statuses(self, *, samples: bool = False) -> tuple[PluginStatus, ...]:
        """Load every plugin, and the samples if wanted; return the state of each, by name."""
        statuses = self._load_all(self._plugins(samples=samples))
        return tuple(sorted(statuses, key=lambda status: status.plugin))

    def games(self, *, samples: bool = False) -> Mapping[str, Game]:
        """Load every plugin and return the games, by id: those to offer, or the samples, too."""
        return {game.id: game for status in self.statuses(samples=samples) for game in status.games}

    def bots(self) -> Mapping[str, Bot]:
        """Load every plugin and return the bots they bring, by name."""
        statuses = self.statuses()
        bots = FoundBots({bot.name: bot for status in statuses for bot in status.bots})
        bots.faults = tuple(_fault(status) for status in statuses if status.state == "broken")
        return bots

    def game(self, name: str) -> Game:
        """Return the game of a name, or of a path; that at a path has its name from then on.

        Raises:
            UnknownGame: No plugin has it.
            PluginError: The plugin that should bring it is broken or blocked.
        """
        if is_path(name):
            return self._game_at(name)
        try:
            return self.game_named(name)
        except UnknownGame as fault:
            raise UnknownGame(f"{fault}{path_hint(name)}") from None

    def game_named(self, name: str) -> Game:
        """Return the game of a name; a path is not a name, and no file is looked for.

        The plugin of that name is loaded first, and the others only if it does not bring the
        game.

        Raises:
            UnknownGame: No plugin has it.
            PluginError: The plugin that should bring it is broken or blocked.
        """
        reason = ""
        for status in self._load_all(
            source for source in self._plugins(samples=True) if source.name == name
        ):
            reason = reason or _fault(status)
            for game in status.games:
                if game.id == name:
                    return cast("Game", game)
        if reason:
            raise PluginError(reason)
        games = self.games()
        if name in games:
            return games[name]
        known = ", ".join(sorted(games)) or "none"
        raise UnknownGame(
            f"expected a game ({known}), got '{name}'{did_you_mean(name, {*games, *self.names()})}"
        )

    def names(self) -> tuple[str, ...]:
        """Return the names of all plugins, without importing any."""
        return tuple(sorted({source.name for source in self._plugins(samples=True)}))

    def _game_at(self, path: str) -> Game:
        plugins = self._add(Path(path))
        statuses = self._load_all(plugins)
        games = [game for status in statuses for game in status.games]
        broken = [status for status in statuses if status.state in {"broken", "blocked"}]
        if broken:
            raise PluginError(_fault(broken[0]))
        if not games:
            raise UnknownGame(f"expected one game in '{path}', got none: its hook yields no Game")
        if len(games) > 1:
            names = ", ".join(game.id for game in games)
            raise UnknownGame(
                f"expected one game in '{path}', got {names} (with {PATH}={path} each can be named)"
            )
        return cast("Game", games[0])

    def _add(self, path: Path) -> tuple[LocalPlugin, ...]:
        if self._included_only:
            raise MisuseError(
                f"expected an included game, since plugins are left out, got '{path}'"
            )
        plugins = plugins_at(path)
        place = str(path.resolve())
        self._local.pop(place, None)
        self._local = {place: plugins, **self._local}
        return plugins

    def _plugins(self, *, samples: bool = False) -> list[PluginSource]:
        """Return plugins at paths, and those installed and samples whose names no path has."""
        local = list(chain.from_iterable(self._local.values()))
        taken = {plugin.name for plugin in local}
        ours = SAMPLES if samples and not why_absent("parlour_samples") else ()
        others = (source for source in (*self._installed, *ours) if source.name not in taken)
        return [*local, *others]

    def _load_all(self, sources: Iterable[PluginSource]) -> list[PluginStatus]:
        """Load plugins, and resolve conflicts about their names."""
        ours = (claim("parlour_bots", bot) for bot in BOTS.values())
        kept = {f"game '{name}'": f"plugin '{name}' of Parlour" for name in INCLUDED}
        return resolve_conflicts(map(self._candidate, sources), ours, kept)

    def _candidate(self, source: PluginSource) -> PluginCandidate:
        """Return a plugin; one at a path is loaded again, since somebody may be writing it."""
        if id(source) in self._loaded:
            return self._loaded[id(source)]
        status = self._load(source)
        if isinstance(source, LocalPlugin):
            self._brought[source] = frozenset(game.id for game in status.games)
            return PluginCandidate(status, block_name(source), has_precedence=True)
        candidate = PluginCandidate(status, block_name(source), has_precedence=is_included(source))
        self._loaded[id(source)] = candidate
        return candidate

    def _load(self, source: PluginSource) -> PluginStatus:
        """Load one plugin, unless it stands in the place or the name of an included one."""

        def check() -> None:
            if is_included(source):
                check_place(source.name)
            elif source.name in INCLUDED and not isinstance(source, LocalPlugin):
                title = title_of(source.name, distribution_of(source))
                raise PluginError(
                    f"the name of {title} is that of an included game; "
                    f"{BLOCK}={block_name(source)} leaves it out"
                )

        read = included_games if is_included(source) else games_and_bots
        return self._loader.load(source, read, check)


def _fault(status: PluginStatus) -> str:
    """Return the fault of a plugin, as an error names it; empty if nothing is."""
    return f"{title_of(status.plugin, status.distribution)}: {status.reason}" * bool(status.reason)
