"""The archives of a site: Python's library, and the modules of Parlour, its packages and games."""

import gzip
import io
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_STORED, ZipFile

from parlour.hooks.own import PACKAGES
from parlour.rules import ParlourError, PluginError, one_line
from parlour_site.compiling import KEPT, LEAN, compiled, plain, zip_info
from parlour_site.games import SiteGame, entry_points
from parlour_site.modules import Module, data_of, imported_at_once, in_folder, in_wheel, needed
from parlour_site.runtime import LIBRARY, LOADED, Runtime

FRAMEWORK = Path(__file__).parents[1]
"""The folder of the packages of Parlour."""
ROOTS = (
    "parlour_site.host",
    "parlour_analysis.plugin",
    "parlour_search.plugin",
    "parlour_site.plugin",
    "parlour_web.plugin",
)
"""Modules that a table in a browser begins with, beside the core and its games."""
LAW_ROOTS = ("parlour_site.stranger", "parlour_testing.plugin")
"""Modules that the page of a game from a link begins with besides."""
DOCUMENTED = "parlour_testing.laws."
"""The beginning of modules whose docstrings are read: a law says there what it means."""
LAWS = "laws.zip.gz"
"""The archive with those."""
LEFT_OUT = (
    r"parlour\.(cli|terminal)\b|parlour_\w+\.commands\b"
    r"|parlour_site\.(?!(host|plugin|stranger)\b)"
    r"|parlour_web\.notices\.(?!turns\b)"
)
"""The beginnings of modules that no table in a browser uses, though some code names them.

The files beside these modules are left out, too.
"""
NODE_SECONDS = 300
"""Seconds until Node, which compiles, is ended."""


def archives(runtime: Runtime, games: Sequence[SiteGame]) -> dict[str, bytes]:
    """Return the archives of a site by their names, each compressed.

    Modules are compiled if a Python of the browser's version can be had here.

    Raises:
        ParlourError: A game imports what a site has not, or the modules cannot be compiled.
    """
    packages = dict(packages_of(runtime, games))
    more = dict(packages_of(runtime, games, LAW_ROOTS))
    laws = {path: raw for path, raw in more.items() if path not in packages}
    sources = {
        "library.zip.gz": _zipped(dict(library_of(runtime))),
        "packages.zip.gz": _zipped(packages),
        LAWS: _zipped(laws),
    }
    # No date and no name, so that the same files make the same bytes.
    return {
        name: gzip.compress(archive, 9, mtime=0)
        for name, archive in zip(sources, _compiled(list(sources.values()), runtime), strict=True)
    }


def compiles(runtime: Runtime) -> bool:
    """Return whether a Python of the browser's version can be had here."""
    return _is_same_python(runtime) or shutil.which("node") is not None


def library_of(runtime: Runtime) -> Iterator[tuple[str, bytes]]:
    """Yield the paths and contents of Python's library."""
    with ZipFile(io.BytesIO(runtime.pyodide[LIBRARY])) as archive:
        for path in archive.namelist():
            if not path.endswith("/") and runtime.pins.library.has(path):
                yield (LEAN if path.endswith(".py") else KEPT) + path, archive.read(path)


def packages_of(
    runtime: Runtime, games: Sequence[SiteGame], more: Sequence[str] = ()
) -> Iterator[tuple[str, bytes]]:
    """Yield the paths and contents of all that is imported beside Python's library.

    ``more`` are further modules to begin with.

    Raises:
        PluginError: A game imports what a site has not.
    """
    ours = _by_name(module for package in PACKAGES for module in in_folder(FRAMEWORK, package))
    theirs = _by_name(module for wheel in runtime.wheels for module in in_wheel(wheel))
    played = _by_name(module for one in games for module in one.modules())
    core = (name for name in ours if name.partition(".")[0] == "parlour")
    roots = [*ROOTS, *more, *core, *runtime.pins.library.also, *(one.module for one in games)]
    left_out = re.compile("|".join([LEFT_OUT, *map(re.escape, runtime.pins.library.unused)]))
    reached = needed(roots, {**theirs, **played, **ours}, left_out)
    check_imports(games, reached)
    own = {name for one in games if not one.is_installed for name in _by_name(one.modules())}
    for name, module in reached.items():
        is_lean = name in theirs or (name in ours and not name.startswith(DOCUMENTED))
        kind = LEAN if is_lean else KEPT if name in own else ""
        yield kind + module.path, module.read()
    yield from _data(runtime, games, {name.partition(".")[0] for name in reached})
    for distribution, points in entry_points(games).items():
        name, _, version = distribution.rpartition(" ")
        folder = f"{KEPT}{re.sub('[-_.]+', '_', name)}-{version}.dist-info"
        yield f"{folder}/METADATA", f"Name: {name}\nVersion: {version}\n".encode()
        yield f"{folder}/entry_points.txt", points.encode()


def _data(
    runtime: Runtime, games: Sequence[SiteGame], packages: set[str]
) -> Iterator[tuple[str, bytes]]:
    """Yield the files beside the modules: texts of the core and of games, and libraries."""
    places = [(FRAMEWORK, "parlour"), *((one.root, one.package) for one in games)]
    for root, package in places:
        for path, raw in data_of(root, package):
            if not re.match(LEFT_OUT, path.replace("/", ".")):
                yield KEPT + path, raw
    for wheel in runtime.wheels:
        with ZipFile(wheel) as archive:
            for path in archive.namelist():
                if path.endswith(".so") and path.partition("/")[0] in packages:
                    yield KEPT + path, archive.read(path)


def check_imports(games: Sequence[SiteGame], reached: Mapping[str, Module]) -> None:
    """Check that a site has what its games import at once.

    Raises:
        PluginError: It has not.
    """
    known = {name.partition(".")[0] for name in reached} | sys.stdlib_module_names
    for one in games:
        for module in one.modules():
            first = (name.partition(".")[0] for name in imported_at_once(module))
            missing = next((name for name in first if name not in known), "")
            if module.name in reached and missing:
                raise PluginError(
                    f"game '{one.game.id}': expected modules of Python and Parlour, which a site "
                    f"has, but {module.path} imports '{missing}'"
                )


def _by_name(modules: Iterator[Module]) -> dict[str, Module]:
    return {module.name: module for module in modules}


def _zipped(contents: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as archive:
        for path in sorted(contents):
            archive.writestr(zip_info(path), contents[path])
    return made.getvalue()


def _is_same_python(runtime: Runtime) -> bool:
    return ".".join(map(str, sys.version_info[:2])) == runtime.pins.python


def _compiled(sources: list[bytes], runtime: Runtime) -> list[bytes]:
    """Return archives with their modules compiled, or as they are if nothing can compile them."""
    if _is_same_python(runtime):
        return list(map(compiled, sources))
    node = shutil.which("node")
    if node is None:
        return list(map(plain, sources))
    with TemporaryDirectory(prefix="parlour-") as private:
        return _compiled_by_node(sources, runtime, node, Path(private))


def _compiled_by_node(
    sources: list[bytes], runtime: Runtime, node: str, private: Path
) -> list[bytes]:
    """Return archives with their modules compiled by the browser's own Python.

    Raises:
        ParlourError: Node fails.
    """
    for name in (*LOADED, LIBRARY):
        (private / name).write_bytes(runtime.pyodide[name])
    (private / "lock.json").write_bytes(runtime.lock)
    script = files("parlour_site") / "compile.mjs"
    compiling = files("parlour_site") / "compiling.py"
    (private / script.name).write_bytes(script.read_bytes())
    paths = [private / f"{number}.zip" for number in range(len(sources))]
    for path, archive in zip(paths, sources, strict=True):
        path.write_bytes(archive)
    done = subprocess.run(  # noqa: S603  our own script
        [node, str(private / script.name), *map(str, paths)],
        input=compiling.read_bytes(),
        capture_output=True,
        check=False,
        timeout=NODE_SECONDS,
    )
    if done.returncode:
        why = one_line(done.stderr.decode(errors="replace"))
        raise ParlourError(f"{node}: cannot compile the modules of a site: {why}")
    return [path.read_bytes() for path in paths]
