"""The plugins of Parlour itself, and whose code is ours.

They are named here, as pytest, tox and datasette name theirs: asking the metadata of installed
distributions costs a third of a short command. What is ours is known from this tuple alone, never
from a folder and never from the word of a plugin.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

OWN: Mapping[str, tuple[str, ...]] = {
    "parlour.plugin": ("parlour_bots", "parlour_commands", "parlour_faces"),
    "parlour_examples.plugin": ("parlour_rule_notes",),
    "parlour_screen.plugin": ("parlour_faces",),
    "parlour_web.plugin": ("parlour_commands", "parlour_faces", "parlour_notices"),
    "parlour_site.plugin": ("parlour_commands",),
    "parlour_search.plugin": ("parlour_bots",),
    "parlour_analysis.plugin": ("parlour_commands", "parlour_markers"),
    "parlour_testing.plugin": ("parlour_commands", "parlour_laws"),
    "parlour_training.plugin": ("parlour_commands",),
    "parlour_process.plugin": ("parlour_commands", "parlour_bot_schemes"),
    "parlour_tournament.plugin": ("parlour_commands",),
    "parlour_league.plugin": ("parlour_commands",),
    "parlour_adapters.plugin": ("parlour_commands",),
}
"""The modules with our hooks, in the order of lists, and the hooks of each.

A list of commands imports none that has no commands.
"""

PACKAGES = tuple(dict.fromkeys(("parlour", "parlour_pytest", *(m.split(".")[0] for m in OWN))))
"""Our packages; those beside the core may be absent or blocked."""

BLOCK = "PARLOUR_BLOCK"
"""The environment variable with plugins to leave out, separated by commas.

Each is a ``name``, or the ``distribution:name`` of one of several that have that name. The name of
one of our packages is its own without ``parlour_``: ``web``.
"""


def is_ours(module: str) -> bool:
    """Return whether a module, by its full name, belongs to one of our packages."""
    return module.partition(".")[0] in PACKAGES


def own(hook: str) -> Iterator[Any]:
    """Yield the things that one hook of our own plugins brings; absent packages are passed over."""
    for module in _modules(hook, os.environ.get(BLOCK, "")):
        yield from getattr(module, hook)()


def own_hooks(package: str) -> dict[str, tuple[str, ...]]:
    """Return the names of the things of each hook of one of our packages."""
    return {
        hook: tuple(thing.name for thing in getattr(import_module(module), hook)())
        for module, hooks in OWN.items()
        if module.partition(".")[0] == package
        for hook in hooks
    }


def own_names(hook: str) -> Iterator[str]:
    """Yield the names of the things of one hook of ours; blocked packages count, too."""
    for module, hooks in OWN.items():
        if hook in hooks and find_spec(module.partition(".")[0]):
            yield from (thing.name for thing in getattr(import_module(module), hook)())


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
def _modules(hook: str, _blocked: str) -> tuple[ModuleType, ...]:
    """Import the modules of ours with a hook; the second argument makes a new block count."""
    names = (name for name, hooks in OWN.items() if hook in hooks)
    return tuple(import_module(name) for name in names if not why_absent(name.partition(".")[0]))
