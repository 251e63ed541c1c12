"""Plugins in folders: games that are not installed, as while they are being written.

A path names a plugin: a folder with a ``pyproject.toml`` that has entry points of the group
``parlour``, a package with a ``plugin.py``, a single file, or a folder with a file of the folder's
name. It is given instead of a game's name, or in the environment variable ``PARLOUR_PATH``.
"""

import os
import tomllib
from pathlib import Path

from msgspec import Struct

from parlour.catalog.module_finder import add_root, imported_elsewhere, note_sources
from parlour.hooks.installed import ReadPlugin
from parlour.hooks.specifications import PROJECT
from parlour.rules import PluginError, UnknownGame

PATH = "PARLOUR_PATH"
"""The environment variable that names folders and files of plugins."""


class LocalPlugin(Struct, frozen=True):
    """An entry point of a plugin that is not installed."""

    name: str
    """The name of the entry point, which should equal its game's."""
    value: str
    """The module with its hooks."""
    root: Path
    """Folder that holds the module."""

    dist: None = None
    """The distribution, as of an installed entry point: none."""

    def load(self) -> object:
        """Import the module.

        Raises:
            PluginError: A module of its name is already imported from somewhere else.
        """
        entry = ReadPlugin(self.name, self.value)
        elsewhere = imported_elsewhere(entry.module, self.root)
        if elsewhere:
            name = entry.module.partition(".")[0]
            raise PluginError(
                f"expected to import '{name}' from {self.root}, "
                f"but '{name}' is already imported from {elsewhere}; rename one of them"
            )
        loaded = entry.load()
        note_sources(entry.module)
        return loaded


def is_path(name: str) -> bool:
    """Return whether a text names a game by its path."""
    return name in {".", ".."} or name.endswith(".py") or "/" in name or os.sep in name


def path_hint(name: str) -> str:
    """Return how to write the folder of that name as a path; or an empty text."""
    try:
        is_folder = Path(name).is_dir()
    except OSError:  # no file has a name as long as that
        is_folder = False
    return f"; its folder here is given as './{name}'" if is_folder else ""


def split_paths(text: str) -> tuple[str, ...]:
    """Return the paths in the value of ``PARLOUR_PATH``."""
    return tuple(part for part in text.split(os.pathsep) if part)


def plugins_at(path: Path) -> tuple[LocalPlugin, ...]:
    """Return the plugins at a path, and make them importable before those installed.

    Raises:
        UnknownGame: There is nothing at that path, or no plugin.
        PluginError: The project there cannot be read, or names no plugin.
    """
    place = path.resolve()
    if not place.exists():
        raise UnknownGame(f"expected a game, or the folder of one; '{path}' does not exist")
    root, entries = _find(place)
    add_root(root, [ReadPlugin(name, value).module for name, value in entries.items()])
    return tuple(LocalPlugin(name, value, root) for name, value in entries.items())


def _find(place: Path) -> tuple[Path, dict[str, str]]:
    """Return the folder that holds a plugin's modules, and its entry points."""
    if place.is_file() and place.name == "plugin.py" and (place.parent / "__init__.py").is_file():
        place = place.parent
    if place.is_file():
        return place.parent, {place.stem: place.stem}
    if (place / "pyproject.toml").is_file():
        source = place / "src"
        return source if source.is_dir() else place, _entries(place / "pyproject.toml")
    for module in ("plugin", "__init__"):
        if (place / f"{module}.py").is_file():
            inside = "" if module == "__init__" else f".{module}"
            return place.parent, {place.name: f"{place.name}{inside}"}
    if (place / f"{place.name}.py").is_file():
        return place, {place.name: place.name}
    raise UnknownGame(
        f"expected a plugin in '{place}': a pyproject.toml with entry points of the group "
        f"'{PROJECT}', a package with a plugin.py, or the path of one file"
    )


def _entries(project: Path) -> dict[str, str]:
    try:
        read = tomllib.loads(project.read_text(encoding="utf-8"))
        entries = read["project"]["entry-points"][PROJECT]
    except (KeyError, TypeError):
        raise PluginError(
            f"{project}: expected a table [project.entry-points.{PROJECT}] that names a module"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as fault:
        raise PluginError(f"{project}: cannot be read: {fault}") from None
    return {str(name): str(value) for name, value in entries.items()}
