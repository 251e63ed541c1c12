"""The catalog: which plugins there are, and the games and bots they bring.

Every plugin is loaded alone, by a plugin manager of its own, so that its mistakes
are its own: a broken one is listed with its reason and stops nobody.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import EntryPoint
from itertools import chain
from pathlib import Path
from threading import TIMEOUT_MAX
from time import perf_counter
from typing import TypeAlias

import pluggy
from msgspec import Struct
from msgspec.structs import replace

from parlour.match import Game
from parlour.players import BOTS, Bot, FoundBots, is_external, name_in, read_bot
from parlour.players.source_location import describe_error
from parlour.plugins.claims import PluginCandidate, PluginStatus, resolve_conflicts, title_of
from parlour.plugins.installed import (
    INCLUDED,
    NO_PLUGINS,
    UnreadablePlugin,
    block_name,
    check_place,
    distribution_of,
    find_installed,
    is_blocked,
    is_included,
)
from parlour.plugins.loading import Brought, LoadTimeout, check_bots, load_guarded, objects_of
from parlour.plugins.local_plugins import (
    PATH,
    LocalPlugin,
    is_path,
    path_hint,
    plugins_at,
    split_paths,
)
from parlour.rules import MisuseError, ParlourError, PluginError, UnknownGame, did_you_mean

SLOW_SECONDS = 1.0
"""Seconds until a plugin that is still loading counts as slow."""

BLOCK = "PARLOUR_BLOCK"
"""The environment variable with plugins to leave out, separated by commas.

Each is a ``name``, or the ``distribution:name`` of one of several that have that name.
"""

LIMIT = "PARLOUR_LOAD_LIMIT"
"""The environment variable that says how many seconds a plugin may take to load."""
LOAD_LIMIT_SECONDS = 30.0
"""Seconds until a plugin that is still loading is stopped, by default."""

DEBUG = "PARLOUR_DEBUG"
"""Set to anything, this environment variable has each plugin named before it is loaded."""

Source: TypeAlias = EntryPoint | LocalPlugin | UnreadablePlugin
"""Source of a plugin."""


class CatalogSources(Struct, frozen=True):
    """All that a catalog adds to what is installed, as another process needs it."""

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
    those of ``paths``, then those that ``PARLOUR_PATH`` names. Next come the included games, and
    no other installed plugin can have the name of one.
    """

    def __init__(
        self,
        paths: Iterable[str | Path] = (),
        *,
        blocked: Iterable[str] | None = None,
        environ: Mapping[str, str] | None = None,
        installed: Iterable[EntryPoint] | None = None,
        included_only: bool | None = None,
        clock: Callable[[], float] = perf_counter,
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
        names = environ.get(BLOCK, "").split(",") if blocked is None else blocked
        self._blocked = frozenset(name.strip() for name in names) - {""}
        alone = bool(environ.get(NO_PLUGINS)) if included_only is None else included_only
        self._included_only = alone
        self._limit = _limit_in(environ)
        self._names_aloud = bool(environ.get(DEBUG))
        self._clock = clock
        self._installed = _in_order(
            find_installed() if installed is None else installed, included_only=alone
        )
        self._local: dict[str, tuple[LocalPlugin, ...]] = {}
        self._loaded: dict[int, PluginCandidate] = {}
        """Installed plugins that were loaded, by the ``id`` of their source."""
        self._brought: dict[LocalPlugin, frozenset[str]] = {}
        """Names of the games that each plugin at a path brought when it was loaded last."""
        self._stopped: dict[Source, PluginStatus] = {}
        exported_paths = () if alone else split_paths(environ.get(PATH, ""))
        for exported in reversed(exported_paths):
            try:
                self._add(Path(exported))
            except ParlourError as fault:
                raise PluginError(f"{PATH}: {fault}") from None
        for path in reversed(tuple(paths)):
            self._add(Path(path))

    @classmethod
    def from_sources(cls, sources: CatalogSources) -> "Catalog":
        """Make the catalog of another process here, so that its games can be unpickled.

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
        blocked = tuple(sorted(self._blocked))
        return CatalogSources(self.paths, blocked, self._included_only, self._limit)

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

    def statuses(self) -> tuple[PluginStatus, ...]:
        """Load every plugin; return the state of each, by name."""
        statuses = _with_known_bots(self._load_all(self._plugins()))
        return tuple(sorted(statuses, key=lambda status: status.plugin))

    def games(self) -> Mapping[str, Game]:
        """Load every plugin and return the games that can be played, by id."""
        return {game.id: game for status in self.statuses() for game in status.games}

    def bots(self) -> Mapping[str, Bot]:
        """Load every plugin and return the bots they bring, by name."""
        statuses = self.statuses()
        found = FoundBots({bot.name: bot for status in statuses for bot in status.bots})
        found.faults = tuple(_fault(status) for status in statuses if status.state == "broken")
        return found

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
        for status in self._load_all(source for source in self._plugins() if source.name == name):
            reason = reason or _fault(status)
            for game in status.games:
                if game.id == name:
                    return game
        if reason:
            raise PluginError(reason)
        games = self.games()
        if name in games:
            return games[name]
        known = ", ".join(sorted(games)) or "none"
        raise UnknownGame(f"expected a game ({known}), got '{name}'{did_you_mean(name, games)}")

    def names(self) -> tuple[str, ...]:
        """Return the names of all plugins, without importing any."""
        return tuple(sorted({source.name for source in self._plugins()}))

    def _game_at(self, path: str) -> Game:
        found = self._add(Path(path))
        brought = self._load_all(found)
        statuses = _with_known_bots(brought)
        if statuses != brought:  # a level's bot is not its own: another plugin may bring it
            there = {plugin.name for plugin in found}
            statuses = [status for status in self.statuses() if status.plugin in there]
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
        return games[0]

    def _add(self, path: Path) -> tuple[LocalPlugin, ...]:
        if self._included_only:
            raise MisuseError(
                f"expected an included game, since plugins are left out, got '{path}'"
            )
        found = plugins_at(path)
        place = str(path.resolve())
        self._local.pop(place, None)
        self._local = {place: found, **self._local}
        return found

    def _plugins(self) -> list[Source]:
        """Return plugins at paths, and those installed whose names no path has."""
        local = list(chain.from_iterable(self._local.values()))
        taken = {plugin.name for plugin in local}
        return [*local, *(source for source in self._installed if source.name not in taken)]

    def _load_all(self, sources: Iterable[Source]) -> list[PluginStatus]:
        """Load plugins, and resolve conflicts about their names."""
        return resolve_conflicts(map(self._candidate, sources))

    def _candidate(self, source: Source) -> PluginCandidate:
        """Return a plugin; one at a path is loaded again, since somebody may be writing it."""
        if id(source) in self._loaded:
            return self._loaded[id(source)]
        status = self._load(source)
        if isinstance(source, LocalPlugin):
            self._brought[source] = frozenset(game.id for game in status.games)
            return PluginCandidate(status, block_name(source), has_precedence=True)
        found = PluginCandidate(status, block_name(source), has_precedence=is_included(source))
        self._loaded[id(source)] = found
        return found

    def _load(self, source: Source) -> PluginStatus:
        """Load one plugin; one that had to be stopped is not tried again."""
        distribution = distribution_of(source)
        if is_blocked(source, self._blocked):
            return PluginStatus(source.name, "blocked", "blocked by name", distribution)
        if source in self._stopped:
            return self._stopped[source]
        began = self._clock()
        try:
            games, bots = self._load_guarded(source, distribution)
        except (Exception, SystemExit) as fault:  # noqa: BLE001  what a plugin raises is its own affair
            status = PluginStatus(source.name, "broken", _reason(fault), distribution)
            if isinstance(fault.__cause__, LoadTimeout):
                self._stopped[source] = status
            return status
        seconds = self._clock() - began
        if seconds > SLOW_SECONDS:
            reason = f"took {seconds:.1f} s to load; expected at most {SLOW_SECONDS:g} s"
            return PluginStatus(source.name, "slow", reason, distribution, games, bots)
        return PluginStatus(source.name, "good", "", distribution, games, bots)

    def _load_guarded(self, source: Source, distribution: str) -> Brought:
        """Return the games and bots of a plugin; all but included ones load under a guard."""
        if is_included(source):
            check_place(source.name)
            return objects_of(source.load(), source.name)
        title = title_of(source.name, distribution)
        if source.name in INCLUDED and not isinstance(source, LocalPlugin):
            raise PluginError(
                f"the name of {title} is that of an included game; "
                f"{BLOCK}={block_name(source)} leaves it out"
            )
        if self._names_aloud:
            sys.stderr.write(f"parlour: loading {title}\n")
            sys.stderr.flush()
        return load_guarded(title, self._limit, lambda: objects_of(source.load(), source.name))


def _with_known_bots(statuses: Sequence[PluginStatus]) -> list[PluginStatus]:
    """Break each plugin with a game that names a bot which none of the plugins brings."""
    bots = {bot.name: bot for status in statuses for bot in status.bots}
    return [_checked(status, bots) for status in statuses]


def _checked(status: PluginStatus, bots: Mapping[str, Bot]) -> PluginStatus:
    """Break a plugin if one of its games names a bot that is not known.

    Included bots were checked when the plugin was loaded.
    """

    def read(spec: str) -> object:
        return name_in(spec) in BOTS or is_external(spec) or read_bot(spec, bots)

    try:
        for game in status.games:
            check_bots(game, read)
    except Exception as fault:  # noqa: BLE001  settings of a plugin's bot are its own affair
        return replace(status, state="broken", reason=_reason(fault), games=(), bots=())
    return status


def _in_order(found: Iterable[Source], *, included_only: bool) -> tuple[Source, ...]:
    """Return installed plugins: those included, then others by name, in an order that repeats."""
    sources = list(found)
    included = [source for source in sources if is_included(source)]
    others = [] if included_only else [source for source in sources if not is_included(source)]
    others.sort(key=lambda source: (source.name, distribution_of(source), source.value))
    return (*included, *others)


def _limit_in(environ: Mapping[str, str]) -> float:
    """Return how many seconds a plugin may take to load.

    Raises:
        MisuseError: The environment has something else than a positive number.
    """
    text = environ.get(LIMIT, "")
    try:
        seconds = float(text) if text else LOAD_LIMIT_SECONDS
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < TIMEOUT_MAX:
        raise MisuseError(f"{LIMIT}: expected a positive number of seconds, got {text!r}")
    return seconds


def _fault(status: PluginStatus) -> str:
    """Return what is wrong with a plugin, as an error names it; empty if nothing is."""
    return f"{title_of(status.plugin, status.distribution)}: {status.reason}" * bool(status.reason)


def _reason(fault: BaseException) -> str:
    """Describe what a plugin raised in one line, with its place."""
    if isinstance(fault, PluginError | pluggy.PluginValidationError):
        return " ".join(str(fault).split())
    return describe_error(fault)
