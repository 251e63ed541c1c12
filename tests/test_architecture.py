"""The house stands on its floors: imports go down only, and modules stay small."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FRAMEWORK = ROOT / "framework" / "parlour"
FLOORS = {
    0: {"answers", "awaited", "clock", "errors", "events", "origin", "seats", "settings"},
    1: {"game", "hooks", "notation", "phases", "players", "rules"},
    2: {
        "dealer",
        "inspection",
        "record",
        "rehearsal",
        "replay",
        "rulebook",
        "schema",
        "table",
        "validation",
    },
    3: {"bots"},
    4: {"catalog", "folders", "measure", "templates", "testing", "tournament"},
    5: {"__main__", "cli"},
}
FLOOR_OF = {name: floor for floor, names in FLOORS.items() for name in names}
BANNED = {"common", "helper", "helpers", "manager", "managers", "misc", "util", "utils"}
LONGEST = 400


def modules_of(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def games_of(root: Path) -> list[Path]:
    plugins = [*root.glob("plugins/*/parlour_*"), root / "tests/sample_plugin/parlour_sample"]
    return modules_of(*plugins)


ALL = modules_of(ROOT / "framework", ROOT / "plugins", ROOT / "tests", ROOT / "benchmarks")
INSIDE = [path for path in modules_of(FRAMEWORK) if path != FRAMEWORK / "__init__.py"]
GAMES = games_of(ROOT)


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imported(path: Path) -> Iterator[str]:
    """Yield the full names of all that a module imports, wherever it does so."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def parts_used(path: Path) -> set[str]:
    """Return the modules of the framework that a module imports, by their first name."""
    names = {name.split(".")[1] for name in imported(path) if name.startswith("parlour.")}
    return {name for name in names if name in FLOOR_OF}


def test_every_module_of_the_framework_has_a_floor() -> None:
    parts = {path.relative_to(FRAMEWORK).parts[0].removesuffix(".py") for path in INSIDE}

    assert parts <= FLOOR_OF.keys()


@pytest.mark.parametrize("path", INSIDE, ids=name_of)
def test_imports_go_down_only(path: Path) -> None:
    part = path.relative_to(FRAMEWORK).parts[0].removesuffix(".py")
    floor = FLOOR_OF[part]
    too_high = {name for name in parts_used(path) if FLOOR_OF[name] > floor}

    assert too_high == set()


def test_the_front_door_opens_floors_0_and_1_only() -> None:
    assert {FLOOR_OF[name] for name in parts_used(FRAMEWORK / "__init__.py")} == {0, 1}


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_a_game_imports_floors_0_and_1_only(path: Path) -> None:
    assert {name for name in parts_used(path) if FLOOR_OF[name] > 1} == set()


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_a_game_imports_no_other_game(path: Path) -> None:
    package = next(part for part in path.parts if part.startswith("parlour_"))
    packages = {name.split(".")[0] for name in imported(path)}

    assert {name for name in packages if name.startswith("parlour_")} <= {package}


@pytest.mark.parametrize("path", [*INSIDE, *GAMES], ids=name_of)
def test_only_the_command_line_imports_typer(path: Path) -> None:
    used = any(name.split(".")[0] in {"click", "typer"} for name in imported(path))

    assert not used or path.is_relative_to(FRAMEWORK / "cli")


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_a_module_is_at_most_400_lines_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [name_of(path) for path in ALL if BANNED & {path.stem, path.parent.name}] == []


def test_a_floor_is_found_broken_where_it_is(tmp_path: Path) -> None:
    module = tmp_path / "low.py"
    module.write_text(
        "from parlour.match.match import Table\nimport parlour.rules.seats\n", encoding="utf-8"
    )

    assert parts_used(module) == {"table", "seats"}
