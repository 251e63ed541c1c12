"""Plugins in folders: games that are not installed, as while they are being written.

Whatever the environment variable ``PARLOUR_PATH`` names is a plugin, and so is a path
given in place of a game's name: a folder with a ``pyproject.toml`` that has entry points
of the group ``parlour``, a package with a ``plugin.py``, or a single file.
"""

import os
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

from parlour.plugins.hooks import PROJECT
from parlour.rules.errors import PluginError, UnknownGame

PATH = "PARLOUR_PATH"
"""The environment variable that names folders and files of plugins."""


def is_path(name: str) -> bool:
    """Tell whether what stands for a game is the path of one."""
    return name in {".", ".."} or name.endswith(".py") or "/" in name or os.sep in name


def hint(name: str) -> str:
    """Say how to give a folder that was named like a game; empty if there is no such folder."""
    return f"; its folder here is given as './{name}'" if Path(name).is_dir() else ""


def add(path: str) -> None:
    """Have the plugin at ``path`` found from now on, also by processes started later."""
    place = str(Path(path).resolve())
    named = [part for part in os.environ.get(PATH, "").split(os.pathsep) if part]
    if place not in named:
        os.environ[PATH] = os.pathsep.join([place, *named])


def named() -> tuple[Path, ...]:
    """Return the paths that the environment names."""
    return tuple(Path(part) for part in os.environ.get(PATH, "").split(os.pathsep) if part)


def sources(path: Path) -> tuple[EntryPoint, ...]:
    """Return the plugins at a path, and make them importable before those installed.

    Raises:
        UnknownGame: There is nothing at that path.
        PluginError: What is there is no plugin.
    """
    place = path.resolve()
    if not place.exists():
        raise UnknownGame(f"expected a game, or the folder of one; '{path}' does not exist")
    root, entries = _found(place)
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    return tuple(EntryPoint(name, value, PROJECT) for name, value in entries.items())


def _found(place: Path) -> tuple[Path, dict[str, str]]:
    """Return what goes on Python's path for a plugin, and its entry points."""
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
    raise PluginError(
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
