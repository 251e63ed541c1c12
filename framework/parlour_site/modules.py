"""The modules that a table in a browser imports, now or later, and the files beside them."""

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from pathlib import Path
from zipfile import ZipFile

from msgspec import Struct

PLACE = re.compile(r"([a-z_]\w*(?:\.\w+)+):\w+")
"""A text that names a thing and the module where it is, as hooks yield it."""

CODE = frozenset({".py", ".pyc", ".pyi", ".so", ".pyd", ".html", ".js", ".css", ".mjs"})
"""Endings of files that are no data of a package in a browser: its code, and pages of a server."""


class Module(Struct, frozen=True):
    """A module that can be packed."""

    name: str
    """Its full name; a package has its own."""
    path: str
    """The path of its file below a folder of ``sys.path``."""
    read: Callable[[], bytes]
    """Returns its source."""

    @property
    def is_package(self) -> bool:
        """Whether other modules may be inside."""
        return self.path.endswith("__init__.py")


def in_folder(root: Path, first: str) -> Iterator[Module]:
    """Yield the module or the package ``first`` of a folder, with all modules inside."""
    single = root / f"{first}.py"
    paths = [single] if single.is_file() else sorted((root / first).rglob("*.py"))
    for path in paths:
        yield _module(path.relative_to(root).as_posix(), path.read_bytes)


def in_wheel(wheel: Path) -> Iterator[Module]:
    """Yield the modules of a wheel."""
    with ZipFile(wheel) as archive:
        for path in archive.namelist():
            if path.endswith(".py") and ".dist-info/" not in path:
                yield _module(path, partial(bytes, archive.read(path)))


def data_of(root: Path, package: str) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file beside the modules of a package."""
    for path in sorted((root / package).rglob("*")):
        is_cached = "__pycache__" in path.parts
        if path.is_file() and path.suffix not in CODE and not is_cached:
            yield path.relative_to(root).as_posix(), path.read_bytes()


def needed(
    roots: Collection[str], known: Mapping[str, Module], left_out: re.Pattern[str]
) -> dict[str, Module]:
    """Return the modules that ``roots`` import, at once or later, in order of their names.

    A module is followed if it is ``known``, and if ``left_out`` does not match its name. An import
    that only type checkers read does not count.
    """
    reached: dict[str, Module] = {}
    waiting = sorted(roots)
    while waiting:
        name = waiting.pop()
        module = known.get(name)
        if module is None or name in reached or left_out.match(name):
            continue
        reached[name] = module
        waiting += [name.rpartition(".")[0], *imported(module)]
    return dict(sorted(reached.items()))


def imported(module: Module) -> Iterator[str]:
    """Yield the full names that a module imports, and the modules of places that it names."""
    package = module.name if module.is_package else module.name.rpartition(".")[0]
    for node in _run(ast.parse(module.read())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) + 1 - node.level]
            base = ".".join([*(parts if node.level else ()), *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            place = PLACE.fullmatch(node.value)
            if place:
                yield place[1]


def imported_at_once(module: Module) -> Iterator[str]:
    """Yield the full names that a module imports as soon as it is imported itself."""
    for node in ast.parse(module.read()).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a module that are run."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from (part for other in node.orelse for part in ast.walk(other))
        else:
            yield node
            yield from _run(node)


def _module(path: str, read: Callable[[], bytes]) -> Module:
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return Module(name, path, read)
