"""The house stands as docs/design.md draws it: imports go down only, and modules stay small.

The page lists every package of the framework with its modules, each after all that it imports. An
import that only type checkers read counts as one.
"""

import ast
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

import msgspec
import pytest

from parlour.hooks.own import PACKAGES
from parlour_testing.laws.states import doubtful_defaults
from tests.packages import FOLDERS, FRAMEWORK, MODULES, ROOT

PAGE = ROOT / "docs" / "design.md"

Rooms: TypeAlias = Mapping[str, tuple[str, ...]]
"""The modules and folders of each package and folder, in the order of the page."""

BANNED = {"common", "helper", "helpers", "manager", "managers", "misc", "util", "utils"}
MAX_LINES = 700
MAX_MODULES = 12

MAX_CORE_STATEMENTS = 10_700
"""A promise of docs/design.md; docstrings do not count."""
MAX_PACKED = 8
"""Maximum number of assignments of several values to several names per 1,000 statements."""

MATCH_ROOMS = {
    "parlour/match",
    "parlour/players",
    "parlour_analysis",
    "parlour_search",
    "parlour_testing",
    "parlour_training",
}
"""Places that may read the whole state of a match; the others see what one seat may know."""

MUTUAL = [
    "framework/parlour/match/match.py imports parlour.match.game.Game",
]
"""The one import that goes up: a match has its game, and a game begins matches.

Only type checkers read it. Two classes that name one another would else be one of 1,200 lines, or
one of them would be cut in two.
"""

DOORS = {"words", "rules", "match", "players", "table"}
"""Rooms from whose packages the others import."""

OTHER_STATES = {"figures", "game", "status", "view"}
"""Names of what has a ``state`` that is not one of a match: a type, a view, a plugin."""


def rooms_of(page: str) -> Rooms:
    """Read the rooms of a page: lines ``package/folder  module module folder/``."""
    block = re.search(
        r"^<!-- rooms -->\n```text\n(?P<lines>.*?)^```$", page, re.MULTILINE | re.DOTALL
    )
    assert block, "expected a block behind <!-- rooms --> in docs/design.md"
    rooms: dict[str, tuple[str, ...]] = {}
    package = ""
    for line in block["lines"].splitlines():
        name, _, rest = line.partition("  ")
        if name:
            package = name
            rooms[package] = ()
        rooms[package] += tuple(part.rstrip("/") for part in rest.split())
    return rooms


def floors_of(page: str) -> list[set[str]]:
    """Read the drawing of the packages: a line for each floor, the highest first."""
    block = re.search(
        r"^<!-- packages -->\n```text\n(?P<lines>.*?)^```$", page, re.MULTILINE | re.DOTALL
    )
    assert block, "expected a block behind <!-- packages --> in docs/design.md"
    return [set(re.findall(r"parlour\w*", line)) for line in block["lines"].splitlines()]


ROOMS = rooms_of(PAGE.read_text(encoding="utf-8"))
FLOORS = floors_of(PAGE.read_text(encoding="utf-8"))


def modules_of(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


INSIDE = [path for path in MODULES if path.parent not in FOLDERS or path.stem != "__init__"]
GAMES = modules_of(
    *ROOT.glob("plugins/*/parlour_*"),
    FRAMEWORK / "parlour_samples",
    ROOT / "tests" / "sample_plugin" / "parlour_sample",
)
PLUGINS_OF_THE_SAMPLE = {"bots", "hello", "laws", "middle", "notes", "plugin", "spoken"}
"""Modules of the sample plugin that are no games: they use other hooks."""
ALL = modules_of(ROOT / "framework", ROOT / "plugins", ROOT / "tests", ROOT / "benchmarks")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def parts_of(path: Path) -> tuple[str, ...]:
    """Return the full name of a module of the framework, in parts; a folder has its own."""
    parts = path.relative_to(FRAMEWORK).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imports(source: str) -> Iterator[str]:
    """Yield the full names of all that is imported anywhere, for type checkers too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def imported_by(path: Path) -> list[str]:
    return list(imports(path.read_text(encoding="utf-8")))


def dotted(path: Path) -> str:
    """Return the full name of a module of a game."""
    parts = path.with_suffix("").parts
    start = next(n for n, part in enumerate(parts) if part.startswith("parlour_"))
    return ".".join(parts[start:]).removesuffix(".__init__")


def home_of(target: str, modules: Container[str]) -> str | None:
    """Return the module of a full name, or None if it is not one of these."""
    while target and target not in modules:
        target = target.rpartition(".")[0]
    return target or None


def states_read(source: str) -> Iterator[str]:
    """Yield the expressions that read the state of a match: ``match.state``, ``step.before`` …"""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            owner, _, _ = ast.unparse(node.value).rpartition("[")
            named = (owner or ast.unparse(node.value)).rpartition(".")[2]
            if (node.attr == "state" and named not in OTHER_STATES) or (
                (named, node.attr) in {("step", "before"), ("match", "position")}
            ):
                yield ast.unparse(node)


def climbs(parts: tuple[str, ...], target: str, rooms: Rooms) -> bool:
    """Tell whether a module imports something of its own package that stands above it."""
    for depth, (mine, other) in enumerate(zip(parts, target.split("."), strict=False)):
        if mine != other:
            order = rooms.get("/".join(parts[:depth]), ())
            return other in order and order.index(other) > order.index(mine)
    return False


def is_below(package: str, target: str, floors: list[set[str]]) -> bool:
    """Tell whether a package stands on a lower floor than another that imports it."""
    order = {name: floor for floor, names in enumerate(floors) for name in names}
    return target in order and package in order and order[target] > order[package]


def test_the_page_names_every_module_and_no_other() -> None:
    found = {parts_of(path) for path in INSIDE}
    found |= {parts[:depth] for parts in found for depth in range(1, len(parts))}
    named = {
        (*filter(None, package.split("/")), part)
        for package, order in ROOMS.items()
        for part in order
    }

    folders = {(folder.name,) for folder in FOLDERS}
    assert named == found - folders - {("parlour_testing", "templates", "game")}


def test_imports_go_down_only() -> None:
    assert [
        f"{name_of(path)} imports {target}"
        for path in INSIDE
        for target in imported_by(path)
        if climbs(parts_of(path), target, ROOMS)
    ] == MUTUAL


def test_a_package_imports_what_stands_below_it_in_the_drawing() -> None:
    """So no file of the core imports a package beside it: the core stands at the bottom."""
    assert FLOORS[-1] == {"parlour"}
    assert set.union(*FLOORS) == {folder.name for folder in FOLDERS}
    assert [
        f"{name_of(path)} imports {target}"
        for path in MODULES
        for target in imported_by(path)
        for package in [target.partition(".")[0]]
        if package.startswith("parlour") and package != parts_of(path)[0]
        if not is_below(parts_of(path)[0], package, FLOORS)
    ] == []


def test_the_tuple_of_our_plugins_names_each_package_of_the_framework_and_no_other() -> None:
    folders = {path.name for path in FRAMEWORK.iterdir() if (path / "__init__.py").exists()}

    assert folders == {*PACKAGES, "parlour_samples"} - {"parlour_pytest"}


@pytest.mark.parametrize(
    ("package", "target", "below"),
    [
        pytest.param("parlour_high", "parlour", True, id="the core"),
        pytest.param("parlour", "parlour_high", False, id="up from the core"),
        pytest.param("parlour_high", "parlour_beside", False, id="on the same floor"),
        pytest.param("parlour_high", "parlour_unknown", False, id="not in the drawing"),
    ],
)
def test_an_import_of_a_package_that_is_not_below_is_found(
    package: str, target: str, *, below: bool
) -> None:
    floors = [{"parlour_high", "parlour_beside"}, {"parlour"}]

    assert is_below(package, target, floors) is below


@pytest.mark.parametrize(
    ("parts", "target", "climbed"),
    [
        pytest.param(("p", "a", "low"), "p.b.thing", True, id="to a room above"),
        pytest.param(("p", "b", "thing"), "p.a.low.Name", False, id="to a room below"),
        pytest.param(("p", "a", "low"), "p.a.high.Name", True, id="inside a room"),
        pytest.param(("p", "a", "high"), "p.a.low", False, id="down inside a room"),
    ],
)
def test_a_climb_is_found(parts: tuple[str, ...], target: str, climbed: bool) -> None:
    rooms = {"p": ("a", "b"), "p/a": ("low", "high"), "p/b": ("thing",)}

    assert climbs(parts, target, rooms) is climbed


def test_what_only_type_checkers_read_is_an_import() -> None:
    source = "if TYPE_CHECKING:\n    import parlour.cli\nelse:\n    from parlour import rules\n"

    assert sorted(imports(source)) == ["parlour.cli", "parlour.rules"]


def test_every_name_of_a_door_can_be_imported_and_is_no_module() -> None:
    """A module of that name is imported first: Python puts it into the room."""
    for path in (path for path in MODULES[1:] if path.stem == "__init__"):
        room = import_module(".".join(parts_of(path)))
        names = [f"{room.__name__}.{name}" for name in vars(room).get("__all__", ())]
        modules = [import_module(name) for name in names if find_spec(name)]
        found = [getattr(room, name.rpartition(".")[2]) for name in names]

        assert [one for one in found if isinstance(one, ModuleType)] == [], modules


def test_what_a_door_names_is_imported_from_it() -> None:
    doors = {f"parlour.{room}": vars(import_module(f"parlour.{room}"))["__all__"] for room in DOORS}

    assert [
        f"{name_of(path)}: {target}"
        for path in INSIDE
        for target in imported_by(path)
        for door, names in doors.items()
        if target.startswith(f"{door}.") and target.count(".") > 2
        if door != ".".join(parts_of(path)[:2]) and target.rpartition(".")[2] in names
    ] == []


def test_no_modules_of_a_game_import_one_another_in_a_circle() -> None:
    modules = {dotted(path): path for path in GAMES}
    graph = {
        name: {home_of(target, modules) for target in imported_by(path)} - {None, name}
        for name, path in modules.items()
    }

    try:
        TopologicalSorter(graph).prepare()
    except CycleError as fault:
        pytest.fail(" imports ".join(reversed(fault.args[1])))


def test_a_game_imports_the_front_door_rules_and_the_kit_only() -> None:
    allowed = re.compile(r"parlour\.(\w+|(rules|kit)\.[\w.]+)")

    assert [
        f"{name_of(path)} imports {target}"
        for path in GAMES
        if path.stem not in PLUGINS_OF_THE_SAMPLE
        for target in imported_by(path)
        if target.startswith("parlour.") and not allowed.fullmatch(target)
    ] == []


def test_a_game_imports_no_other_game() -> None:
    for path in (path for path in GAMES if path.stem not in PLUGINS_OF_THE_SAMPLE):
        if path.stem in PLUGINS_OF_THE_SAMPLE:
            continue
        package = next(part for part in path.parts if part.startswith("parlour_"))
        packages = {target.split(".")[0] for target in imported_by(path)}

        assert {name for name in packages if name.startswith("parlour_")} <= {package}, path


def test_only_commands_import_typer() -> None:
    assert [
        name_of(path)
        for path in (*INSIDE, *GAMES)
        if {target.split(".")[0] for target in imported_by(path)} & {"click", "typer"}
        and {path.parent.name, path.parent.parent.name}.isdisjoint({"cli", "commands"})
        and path.stem not in PLUGINS_OF_THE_SAMPLE
    ] == []


def test_only_the_rooms_around_a_match_read_its_whole_state() -> None:
    assert [
        f"{name_of(path)} reads {read}"
        for path in INSIDE
        if MATCH_ROOMS.isdisjoint({"/".join(parts_of(path)[:2]), parts_of(path)[0]})
        for read in states_read(path.read_text(encoding="utf-8"))
    ] == []


def test_a_read_of_a_whole_state_is_found() -> None:
    source = "a = self.match.state, stops[0].state, step.before, game.state, turn.before"
    source += ", a.match.position(), chair.position"

    assert sorted(states_read(source)) == [
        "a.match.position",
        "self.match.state",
        "step.before",
        "stops[0].state",
    ]


def test_a_module_is_at_most_700_lines_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in ALL}

    assert [name_of(path) for path, length in lengths.items() if length > MAX_LINES] == []


def statements_of(path: Path) -> list[ast.stmt]:
    """Return the statements of a module without docstrings and other lone texts."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]


def packs(node: ast.stmt) -> bool:
    """Tell whether a statement gives several names a value each: ``a, b = x, y``."""
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Tuple)
        and isinstance(node.value, ast.Tuple)
    )


def heirs_of(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Yield a struct and all that inherit from it, as far as they are imported."""
    yield kind
    for heir in kind.__subclasses__():
        yield from heirs_of(heir)


def test_a_default_is_left_out_of_a_file_or_message_only_if_python_has_it_once() -> None:
    """As the law ``one_encoding`` holds of games; ``UNSET`` is left out in any case."""
    omitting = {
        kind
        for path in INSIDE
        if "omit_defaults=True" in path.read_text(encoding="utf-8")
        for one in vars(import_module(".".join(parts_of(path)))).values()
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one is not msgspec.Struct
        for kind in heirs_of(one)
        if kind.__struct_config__.omit_defaults
    }
    found = [line for kind in omitting for line in doubtful_defaults(kind) if "UNSET" not in line]

    assert len(omitting) > 10
    assert found == []


def test_the_core_stays_small() -> None:
    core = [path for path in MODULES if path.is_relative_to(FRAMEWORK / "parlour")]

    assert sum(len(statements_of(path)) for path in core) <= MAX_CORE_STATEMENTS


def test_values_of_different_ideas_have_a_line_each() -> None:
    statements = [node for path in MODULES for node in statements_of(path)]

    assert 1000 * sum(map(packs, statements)) <= MAX_PACKED * len(statements)


def test_a_folder_of_the_framework_or_a_game_holds_at_most_12_modules() -> None:
    found = Counter(name_of(path.parent) for path in (*INSIDE, *GAMES) if path.stem != "__init__")

    assert {folder: number for folder, number in found.items() if number > MAX_MODULES} == {}


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [name_of(path) for path in ALL if BANNED & {path.stem, path.parent.name}] == []


# Nothing lies at the top of the project but what belongs there


OURS = {
    ".ci",
    ".git-blame-ignore-revs",
    ".github",
    ".gitignore",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "benchmarks",
    "docs",
    "framework",
    "plugins",
    "pyproject.toml",
    "starters",
    "tests",
    "tox.ini",
}
"""Files and folders of the repository."""

PACKED = {"PKG-INFO"}
"""Files that a source distribution holds besides."""


def names() -> set[str]:
    """Return the names at the top: in a clone those that git keeps, else all but hidden ones.

    A developer may keep files of their own, which git does not track.
    """
    git = shutil.which("git")
    if git is not None and (ROOT / ".git").exists():
        listed = subprocess.run(  # noqa: S603  git, of the machine
            [git, "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=False, text=True
        )
        if listed.returncode == 0:
            kept = [path for path in listed.stdout.split("\0") if path and (ROOT / path).exists()]
            return {path.partition("/")[0] for path in kept}
    return {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}


def test_nothing_else_lies_at_the_top() -> None:
    assert names() - OURS - PACKED == set()
