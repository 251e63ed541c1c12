"""The loader: one plugin is loaded at a time, and its hooks are called.

A mistake of a plugin is its own: the status says it, and nothing else stops.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from threading import TIMEOUT_MAX
from time import process_time
from types import ModuleType
from typing import Any

from parlour.hooks.claims import PluginStatus, title_of
from parlour.hooks.guard import LoadTimeout, load_guarded
from parlour.hooks.installed import PluginSource, distribution_of, is_blocked, is_included
from parlour.hooks.own import blocked_names
from parlour.hooks.source_location import defined_at, describe_error
from parlour.hooks.specifications import HOOKS, PROJECT
from parlour.rules import MisuseError, PluginError

SLOW_SECONDS = 1.0
"""Seconds of processor time from which on a plugin counts as slow."""

LIMIT = "PARLOUR_LOAD_LIMIT"
"""The environment variable that says how many seconds a plugin may take to load."""
LOAD_LIMIT_SECONDS = 30.0
"""Seconds until a plugin that is still loading is stopped, by default."""

DEBUG = "PARLOUR_DEBUG"
"""Set to anything, this environment variable has each plugin named before it is loaded."""

Brought = dict[str, tuple[Any, ...]]
"""Things that hooks yield, by the names of the hooks."""


class PluginLoader:
    """Loads plugins as an environment says: which are blocked, and how long one may take."""

    def __init__(
        self,
        environ: Mapping[str, str],
        blocked: Iterable[str] | None = None,
        clock: Callable[[], float] = process_time,
    ) -> None:
        """Read the environment; ``blocked`` stands in for its ``PARLOUR_BLOCK``.

        Raises:
            MisuseError: The limit is no positive number.
        """
        self.blocked = blocked_names(environ) if blocked is None else frozenset(blocked) - {""}
        self.limit = _limit_in(environ)
        self._names_aloud = bool(environ.get(DEBUG))
        self._clock = clock
        self._stopped: dict[PluginSource, PluginStatus] = {}

    def load(
        self,
        source: PluginSource,
        read: Callable[[Any], Brought],
        check: Callable[[], None] = lambda: None,
    ) -> PluginStatus:
        """Load one plugin, and ``read`` its module; one that had to be stopped is not tried again.

        ``check`` may refuse it before. An included plugin is loaded without the guard.
        """
        distribution = distribution_of(source)
        if is_blocked(source, self.blocked):
            return PluginStatus(source.name, "blocked", "blocked by name", distribution)
        if source in self._stopped:
            return self._stopped[source]
        began = self._clock()
        try:
            check()
            brought = self._brought(source, distribution, read)
        except (Exception, SystemExit) as fault:  # noqa: BLE001  what a plugin raises is its own affair
            status = PluginStatus(source.name, "broken", reason_of(fault), distribution)
            if isinstance(fault.__cause__, LoadTimeout):
                self._stopped[source] = status
            return status
        seconds = self._clock() - began
        if seconds > SLOW_SECONDS:
            expected = f"expected at most {SLOW_SECONDS:g} s of processor time"
            reason = f"took {seconds:.1f} s to load; {expected}"
            return PluginStatus(source.name, "slow", reason, distribution, brought)
        return PluginStatus(source.name, "good", "", distribution, brought)

    def _brought(
        self, source: PluginSource, distribution: str, read: Callable[[Any], Brought]
    ) -> Brought:
        if is_included(source):
            return read(source.load())
        title = title_of(source.name, distribution)
        if self._names_aloud:
            sys.stderr.write(f"parlour: loading {title}\n")
            sys.stderr.flush()
        return load_guarded(title, self.limit, lambda: read(source.load()))


def call_hooks(module: object, hooks: Iterable[str], specifications: ModuleType) -> Brought:
    """Return what these hooks of a plugin's module yield, as far as it has them.

    Raises:
        PluginError: A hook is wrong, or the module lacks all of these.
    """
    import pluggy  # noqa: PLC0415  slow to import, and our own plugins are called without it

    wanted = tuple(hooks)
    _check_hooks(module, wanted)
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(specifications)
    try:
        manager.register(module)
    except pluggy.PluginValidationError as fault:
        raise PluginError(" ".join(str(fault).split())) from None
    return {hook: _yielded(hook, getattr(module, hook, tuple)()) for hook in wanted}


def reason_of(fault: BaseException) -> str:
    """Describe what a plugin raised in one line, with its place."""
    return " ".join(str(fault).split()) if isinstance(fault, PluginError) else describe_error(fault)


def _check_hooks(module: object, wanted: tuple[str, ...]) -> None:
    """Refuse hooks of no known name, and a module without any that is wanted."""
    found = False
    for name, function in vars(module).items():
        marked = hasattr(function, f"{PROJECT}_impl")
        if marked and name not in HOOKS:
            fault = f"expected a hook ({', '.join(HOOKS)}), got '{name}'"
            raise PluginError(f"{fault} (at {defined_at(function)})")
        if not marked and name in wanted:
            fault = f"'{name}' is no hook without '@parlour.hookimpl' above it"
            raise PluginError(f"{fault} (at {defined_at(function)})")
        found = found or (marked and name in wanted)
    if not found:
        names = "', nor '".join(wanted)
        raise PluginError(f"has no hook '{names}'")


def _yielded(hook: str, result: object) -> tuple[object, ...]:
    """Return what a hook yields.

    Raises:
        PluginError: It does not yield.
    """
    if not isinstance(result, Iterable):
        raise PluginError(f"expected '{hook}' to yield, got {type(result).__name__}")
    return tuple(result)


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
