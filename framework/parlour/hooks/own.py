"""The plugins of Parlour itself, and whose code is ours.

They are named here, as pytest, tox and datasette name theirs: asking the metadata of installed
distributions costs a third of a short command. What is ours is known from this tuple alone, never
from a folder and never from the word of a plugin.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from parlour.hooks.specifications import HOOKS

OWN: tuple[str, ...] = (
    "parlour.plugin",
    "parlour_screen.plugin",
    "parlour_web.plugin",
    "parlour_search.plugin",
    "parlour_analysis.plugin",
    "parlour_testing.plugin",
    "parlour_training.plugin",
    "parlour_process.plugin",
    "parlour_tournament.plugin",
    "parlour_league.plugin",
    "parlour_adapters.plugin",
)
"""The modules with our hooks, in the order of lists."""

PACKAGES = tuple(dict.fromkeys(("parlour", "parlour_pytest", *(m.split(".")[0] for m in OWN))))
"""Our packages; those beside the core may be absent or blocked."""

BLOCK = "PARLOUR_BLOCK"
"""The environment variable with plugins to leave out, separated by commas.

Each is a ``name``, or the ``distribution:name`` of one of several that have that name. The name of
one of our packages is its own without ``parlour_``: ``web``.
"""


def own(hook: str) -> Iterator[Any]:
    """Yield the things that one hook of our own plugins brings; absent packages are passed over."""
    for module in _modules(os.environ.get(BLOCK, "")):
        yield from getattr(module, hook, tuple)()


def own_hooks(package: str) -> dict[str, tuple[str, ...]]:
    """Return the names of the things of each hook of one of our packages."""
    modules = [import_module(name) for name in OWN if name.partition(".")[0] == package]
    brought: dict[str, tuple[str, ...]] = {}
    for module in modules:
        for hook in HOOKS:
            names = tuple(thing.name for thing in getattr(module, hook, tuple)())
            brought[hook] = brought.get(hook, ()) + names
    return {hook: names for hook, names in brought.items() if names}


def short_name(package: str) -> str:
    """Return the name of one of our packages as ``PARLOUR_BLOCK`` has it; empty for the core."""
    return package.partition("_")[2]


def blocked_names(environ: Mapping[str, str]) -> frozenset[str]:
    """Return the plugins that the environment leaves out."""
    return frozenset(name.strip() for name in environ.get(BLOCK, "").split(",")) - {""}


def why_absent(package: str) -> str:
    """Return why one of our packages cannot be used, in a clause; empty if it can."""
    if _is_blocked(package, blocked_names(os.environ)):
        return f"{BLOCK} leaves out '{short_name(package)}'"
    try:
        import_module(package)
    except ModuleNotFoundError as fault:
        if fault.name != package:
            raise
        return f"the package '{package}' is not here"
    return ""


def absent_packages() -> list[str]:
    """Return a clause about our packages that are blocked, and one about packages not here."""
    reasons: dict[str, list[str]] = {}
    for package in PACKAGES[2:]:
        if why_absent(package):
            blocked = _is_blocked(package, blocked_names(os.environ))
            reason = f"{BLOCK} leaves out" if blocked else "not here:"
            reasons.setdefault(reason, []).append(short_name(package))
    return [f"{reason} {', '.join(names)}" for reason, names in reasons.items()]


def _is_blocked(package: str, blocked: frozenset[str]) -> bool:
    name = short_name(package)
    return bool(name) and not blocked.isdisjoint({name, f"parlour:{name}"})


@cache
def _modules(_blocked: str) -> tuple[ModuleType, ...]:
    """Import the modules with our hooks; the argument makes a new block count."""
    return tuple(import_module(name) for name in OWN if not why_absent(name.partition(".")[0]))
