"""The house stands as docs/design.md draws it: imports go down only, and modules stay small.

The page lists every package of the framework with its modules, each after all that it imports.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

ROOT = Path(__file__).parents[1]
FRAMEWORK = ROOT / "framework" / "parlour"
PAGE = ROOT / "docs" / "design.md"

Rooms: TypeAlias = Mapping[str, tuple[str, ...]]
"""The modules and packages of each package, in the order of the page; "" is the framework."""

BANNED = {"common", "helper", "helpers", "manager", "managers", "misc", "util", "utils"}
LONGEST = 400
MOST_FILES = 12


def rooms_of(page: str) -> Rooms:
    """Read the rooms of a page: lines ``package  module module package/``."""
    block = re.search(
        r"^<!-- rooms -->\n```text\n(?P<lines>.*?)^```$", page, re.MULTILINE | re.DOTALL
    )
    assert block, "expected a block behind <!-- rooms --> in docs/design.md"
    rooms: dict[str, tuple[str, ...]] = {}
    package = ""
    for line in block["lines"].splitlines():
        name, _, rest = line.partition("  ")
        if name:
            package = name.removeprefix("parlour").removeprefix("/")
            rooms[package] = ()
        rooms[package] += tuple(part.rstrip("/") for part in rest.split())
    return rooms


ROOMS = rooms_of(PAGE.read_text(encoding="utf-8"))


def modules_of(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


INSIDE = [path for path in modules_of(FRAMEWORK) if path != FRAMEWORK / "__init__.py"]
GAMES = modules_of(
    *ROOT.glob("plugins/*/parlour_*"), ROOT / "tests" / "sample_plugin" / "parlour_sample"
)
ALL = modules_of(ROOT / "framework", ROOT / "plugins", ROOT / "tests", ROOT / "benchmarks")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def parts_of(path: Path) -> tuple[str, ...]:
    """Return the name of a module inside the framework, in parts; a package has its own."""
    parts = path.relative_to(FRAMEWORK).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imports(source: str) -> Iterator[str]:
    """Yield the full names of all that is imported when the code runs, wherever it does so."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported_by(path: Path) -> list[str]:
    return list(imports(path.read_text(encoding="utf-8")))


def climbs(parts: tuple[str, ...], target: str, rooms: Rooms) -> bool:
    """Tell whether a module of the framework imports something that stands above it."""
    for depth, (mine, other) in enumerate(zip(parts, target.split(".")[1:], strict=False)):
        if mine != other:
            order = rooms["/".join(parts[:depth])]
            return other in order and order.index(other) > order.index(mine)
    return False


def test_the_page_names_every_module_and_no_other() -> None:
    found = {parts_of(path) for path in INSIDE}
    found |= {parts[:depth] for parts in found for depth in range(1, len(parts))}
    named = {
        (*filter(None, package.split("/")), part)
        for package, order in ROOMS.items()
        for part in order
    }

    assert named == found - {("plugins", "templates", "game")}


def test_imports_go_down_only() -> None:
    assert [
        f"{name_of(path)} imports {target}"
        for path in INSIDE
        for target in imported_by(path)
        if target.startswith("parlour.") and climbs(parts_of(path), target, ROOMS)
    ] == []


@pytest.mark.parametrize(
    ("parts", "target", "climbed"),
    [
        pytest.param(("a", "low"), "parlour.b.thing", True, id="to a room above"),
        pytest.param(("b", "thing"), "parlour.a.low.Name", False, id="to a room below"),
        pytest.param(("a", "low"), "parlour.a.high.Name", True, id="inside a room"),
        pytest.param(("a", "high"), "parlour.a.low", False, id="down inside a room"),
    ],
)
def test_a_climb_is_found(parts: tuple[str, ...], target: str, climbed: bool) -> None:
    rooms = {"": ("a", "b"), "a": ("low", "high"), "b": ("thing",)}

    assert climbs(parts, target, rooms) is climbed


def test_what_only_type_checkers_read_is_no_import() -> None:
    source = "if TYPE_CHECKING:\n    import parlour.cli\nelse:\n    import parlour.rules\n"

    assert list(imports(source)) == ["parlour.rules"]


def test_a_game_imports_the_front_door_rules_and_the_kit_only() -> None:
    allowed = re.compile(r"parlour\.(\w+|(rules|kit)\.[\w.]+)")

    assert [
        f"{name_of(path)} imports {target}"
        for path in GAMES
        for target in imported_by(path)
        if target.startswith("parlour.") and not allowed.fullmatch(target)
    ] == []


def test_a_game_imports_no_other_game() -> None:
    for path in GAMES:
        package = next(part for part in path.parts if part.startswith("parlour_"))
        packages = {target.split(".")[0] for target in imported_by(path)}

        assert {name for name in packages if name.startswith("parlour_")} <= {package}, path


def test_only_the_command_line_imports_typer() -> None:
    assert [
        name_of(path)
        for path in (*INSIDE, *GAMES)
        if {target.split(".")[0] for target in imported_by(path)} & {"click", "typer"}
        and not path.is_relative_to(FRAMEWORK / "cli")
    ] == []


def test_a_module_is_at_most_400_lines_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in ALL}

    assert [name_of(path) for path, length in lengths.items() if length > LONGEST] == []


def test_a_folder_of_the_framework_holds_at_most_12_modules() -> None:
    folders = {path.parent for path in INSIDE}
    counts = {
        folder: sum(path.parent == folder and path.stem != "__init__" for path in INSIDE)
        for folder in folders
    }

    assert {name_of(folder): n for folder, n in counts.items() if n > MOST_FILES} == {}


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [name_of(path) for path in ALL if BANNED & {path.stem, path.parent.name}] == []
