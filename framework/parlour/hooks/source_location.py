"""The place in a plugin's code, file and line, where something is defined or went wrong."""

import ast
import inspect
import os
import re
import sysconfig
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from types import FrameType
from typing import Any

from parlour.hooks.own import PACKAGES
from parlour.hooks.specifications import PROJECT

INSTALLED = ("site-packages", "dist-packages")
"""Folders of installed packages."""


def error_location(fault: BaseException) -> str:
    """Return the innermost line of a plugin that ``fault`` came through; empty if none.

    Lines before the first one of the framework are left out: they belong to its caller. A
    ``SyntaxError`` names its own place.
    """
    if isinstance(fault, SyntaxError) and fault.filename:
        return f"{_short(fault.filename)}:{fault.lineno}"
    inside = [f"{_short(frame.f_code.co_filename)}:{line}" for frame, line in _of_plugin(fault)]
    return inside[-1] if inside else ""


def caller_location(fault: BaseException) -> str:
    """Return the function of a plugin that the framework called and ``fault`` came through.

    The text is empty if no plugin is on the way.
    """
    return next((frame.f_code.co_qualname for frame, _ in _of_plugin(fault)), "")


def _of_plugin(fault: BaseException) -> Iterator[tuple[FrameType, int]]:
    """Yield the frames of plugins that the framework called, with their lines."""
    inside = False
    for frame, line in frames(fault):
        path = frame.f_code.co_filename
        if path.startswith("<") or _is_library(path):
            inside = True
        elif inside:
            yield frame, line


def documentation(function: Callable[..., Any]) -> str:
    """Return the docstring of a function, from its source if Python left it out (``-OO``)."""
    if function.__doc__ is None:
        tree = ast.parse(dedent(inspect.getsource(function)))
        return ast.get_docstring(tree.body[0]) or ""  # type: ignore[arg-type]  # it is a function
    return inspect.cleandoc(function.__doc__)


def defined_at(thing: object) -> str:
    """Return the place of a class or function; empty if it is not known."""
    try:
        path = inspect.getsourcefile(thing)  # type: ignore[arg-type]  # TypeError is caught
        _, line = inspect.getsourcelines(thing)  # type: ignore[arg-type]  # likewise
    except (OSError, TypeError):
        return ""
    return f"{_short(path)}:{line}" if path else ""


def frames(fault: BaseException) -> Iterator[tuple[FrameType, int]]:
    """Yield the frames that ``fault`` came through with their lines, the innermost last."""
    trace = fault.__traceback__
    while trace:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def describe_error(fault: BaseException, *, folder: bool = True) -> str:
    """Return the type and text of any exception in one line, with its place in a plugin.

    Without its ``folder`` the place is the same on every machine, as a record wants it.
    """
    text = fault.msg if isinstance(fault, SyntaxError) else " ".join(str(fault).split())
    place = error_location(fault) if folder else Path(error_location(fault)).name
    described = f"{type(fault).__name__}: {text}" if text else type(fault).__name__
    return f"{described} (at {place})" if place else described


def _short(path: str) -> str:
    """Return a path inside the working folder relative to it, and any other path as it is."""
    try:
        inside = os.path.relpath(path)
    except ValueError:
        return path
    return path if inside.startswith("..") else inside


@cache  # a stack that has run too deep has a thousand frames of one path
def _is_library(path: str) -> bool:
    parts = Path(path).parts
    installed = [inside for folder, inside in pairwise(parts) if folder in INSTALLED]
    if installed:
        return Path(installed[-1]).stem not in _plugins()
    return any(Path(path).is_relative_to(folder) for folder in _library_folders())


@cache
def is_framework(path: str) -> bool:
    """Return whether a file belongs to Parlour's own packages; the games do not."""
    return any(Path(path).is_relative_to(folder) for folder in _folders(PACKAGES))


@cache
def _library_folders() -> tuple[Path, ...]:
    return (*_folders(PACKAGES), Path(sysconfig.get_path("stdlib")))


@cache
def _plugins() -> frozenset[str]:
    """Return the packages of installed plugins, which have entry points."""
    from importlib.metadata import entry_points  # noqa: PLC0415  slow, and rarely needed

    try:
        points = entry_points()
    except Exception:  # noqa: BLE001  the metadata of a distribution may be anything
        return frozenset()
    groups = [group for group in points.groups if group.startswith(PROJECT)]
    return frozenset(
        re.split(r"[.:\s]", point.value)[0]
        for group in groups
        for point in points.select(group=group)
    )


@cache
def _folders(packages: tuple[str, ...]) -> tuple[Path, ...]:
    """Return the folders of packages; a module that lies alone is its own."""
    specs = [spec for spec in map(find_spec, packages) if spec and spec.origin]
    places = [Path(str(spec.origin)) for spec in specs]
    return tuple(place.parent if place.stem == "__init__" else place for place in places)
