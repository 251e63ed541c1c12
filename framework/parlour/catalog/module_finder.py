"""Importing the modules of plugins in folders, with ``sys.path`` left as it is.

A plugin that is not installed lies in a root folder. The module or package that its entry point
names is found there before anything installed; other modules of the root, which it may import,
are found there only if no module of that name is installed. Both also hold for imports in
the middle of a match, and for unpickling.
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import cache_from_source
from pathlib import Path
from types import ModuleType

_own: dict[str, str] = {}
"""The root of each plugin's own module or package, by the first part of its name."""
_roots: dict[str, None] = {}
"""All roots, the first one added first."""
_sources: dict[str, dict[Path, bytes]] = {}
"""Contents of the files of each plugin when it was imported, by the first part of its name."""


class _OwnModules:
    """Finds the module or package of each plugin; it stands before all other finders."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module for the import system; None leaves it to the next finder."""
        root = _own.get(name) if path is None else None
        return PathFinder.find_spec(name, [root], target) if root else None


class _Neighbours:
    """Finds modules beside the plugins; it stands behind all other finders."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module for the import system, or return None."""
        return PathFinder.find_spec(name, list(_roots), target) if path is None else None


def add_root(root: Path, modules: Sequence[str]) -> None:
    """Have the named modules of ``root`` imported from there, and others where nobody else has."""
    if _OwnModules not in sys.meta_path:
        sys.meta_path.insert(0, _OwnModules)
        sys.meta_path.append(_Neighbours)
    _own.update((module.partition(".")[0], str(root)) for module in modules)
    _roots[str(root)] = None
    invalidate_caches()


def imported_elsewhere(module: str, root: Path) -> str:
    """Return the place of an imported module of the same first name outside ``root``, or ``""``."""
    known = sys.modules.get(module.partition(".")[0])
    file = getattr(known, "__file__", None)
    places = [file] if file else list(getattr(known, "__path__", ()))
    if known is None or any(Path(place).resolve().is_relative_to(root) for place in places):
        return ""
    return places[0] if places else "Python itself"


def note_sources(module: str) -> None:
    """Remember the sources of a plugin that has just been imported."""
    first = module.partition(".")[0]
    if first not in _sources:
        files = [getattr(imported, "__file__", None) for imported in _modules(first).values()]
        _sources[first] = {Path(file): _content(Path(file)) for file in files if file}


def forget_edited() -> None:
    """Have plugins imported again whose files have changed since their import."""
    for first, files in list(_sources.items()):
        if any(_content(file) != content for file, content in files.items()):
            del _sources[first]
            for name in _modules(first):
                del sys.modules[name]
            for file in files:  # compiled files go by seconds and sizes, which an edit may keep
                with suppress(OSError):
                    Path(cache_from_source(str(file))).unlink()
            invalidate_caches()


def _modules(first: str) -> dict[str, ModuleType]:
    return {name: m for name, m in sys.modules.items() if name.partition(".")[0] == first}


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""
