"""Games that ``parlour new`` writes install, play and keep every law as written, in every shape.

From the built wheel, in a virtual environment of its own.
"""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import pytest

from tests.needs import lack
from tests.packages import FOLDERS, ROOT

pytestmark = pytest.mark.matrix

SEATS = ("1", "2", "3", "2-4", "1-3", "2-3", "4-6", "2-5")
SHAPES = {
    f"toy_{'h' if hidden else 'o'}{'s' if sealed else 't'}{'c' if chance else 'n'}": (
        seats,
        "--hidden" if hidden else "--no-hidden",
        "--simultaneous" if sealed else "--no-simultaneous",
        "--chance" if chance else "--no-chance",
    )
    for seats, (hidden, sealed, chance) in zip(SEATS, product((False, True), repeat=3), strict=True)
}
"""Every shape once, each with other seats."""

FILES = {"liars": (), "pebbles": ("--small",)}
"""Games of one file, with what is typed for them."""


class Room:
    """A virtual environment with the built wheel and all the new games in it."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.games = place / "games"
        self.games.mkdir()
        venv.create(place / "venv", with_pip=False)
        self.bin = place / "venv" / ("Scripts" if os.name == "nt" else "bin")
        # What Parlour needs is here already; the wheel itself comes before it.
        site = next((place / "venv").rglob("site-packages"))
        (site / "here.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")

    def run(self, *command: str, cwd: Path | None = None) -> str:
        """Run a module of Python, and return what it says."""
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(  # noqa: S603  our own commands
            [self.bin / "python", "-m", *command],
            capture_output=True,
            text=True,
            cwd=cwd or self.games,
            env=kept
            | {
                "XDG_DATA_HOME": str(self.place),
                "XDG_CONFIG_HOME": str(self.place),
                "PYTHONSAFEPATH": "1",
            },
            stdin=subprocess.DEVNULL,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def install(self, *what: str) -> None:
        flags = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index")
        command = (sys.executable, "-m", "pip", "--python", self.bin / "python", "install", *flags)
        subprocess.run([*command, *what], check=True, cwd=self.games)  # noqa: S603  likewise


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Room:
    room = Room(tmp_path_factory.mktemp("stranger"))
    room.install(str(ROOT))
    for name, (seats, *flags) in SHAPES.items():
        room.run("parlour", "new", name, "--seats", seats, *flags)
    for name, more in FILES.items():
        room.run("parlour", "new", name, *more)
    room.install(*(f"./{name}" for name in SHAPES))
    return room


def test_the_wheel_has_the_templates_and_the_types(room: Room) -> None:
    installed = next((room.place / "venv").rglob("site-packages"))
    templates = installed / "parlour_testing" / "templates"

    assert [one.name for one in FOLDERS if not (installed / one.name / "py.typed").is_file()] == []
    assert (templates / "game/package/phases/playing.py.txt").is_file()


@pytest.mark.parametrize("name", SHAPES)
def test_a_new_game_plays_and_keeps_every_law(room: Room, name: str) -> None:
    least = SHAPES[name][0].partition("-")[0]
    players = ("--player", "uniform") * int(least)

    assert "Record: " in room.run("parlour", "play", name, *players)
    assert "every law kept" in room.run("parlour", "check", name, "--matches", "12")


def test_the_rules_of_a_new_game_can_be_read(room: Room) -> None:
    rule = room.run("parlour", "rules", next(iter(SHAPES)), "3.1")

    assert rule.strip().endswith("3.1 The highest card wins the prize.")


def test_the_tests_of_the_new_games_pass(room: Room) -> None:
    tests = [f"{name}/tests" for name in SHAPES]
    config = str(room.games / next(iter(SHAPES)) / "pyproject.toml")

    said = room.run("pytest", "-q", "-c", config, "--parlour-seeds", "1", *tests)

    assert " passed" in said
    assert "failed" not in said


def test_the_types_of_the_new_games_are_right(room: Room) -> None:
    packages = [argument for name in SHAPES for argument in ("-p", f"parlour_{name}")]

    assert "no issues found" in room.run("mypy", "--strict", *packages)
    for name in FILES:
        assert "no issues found" in room.run("mypy", "--strict", name)


def test_a_second_reader_finds_nothing_in_the_new_games(room: Room) -> None:
    if find_spec("basedpyright") is None:
        lack("basedpyright")
    environments = [{"root": name} for name in (*SHAPES, *FILES)]
    config = {"typeCheckingMode": "strict", "executionEnvironments": environments}
    (room.games / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    python = str(room.bin / "python")

    assert "0 errors, 0 warnings" in room.run("basedpyright", "--pythonpath", python)


@pytest.mark.parametrize("name", [*SHAPES, *FILES])
def test_a_new_game_is_in_style(room: Room, name: str) -> None:
    folder = room.games / name

    room.run("ruff", "check", "--no-cache", ".", cwd=folder)
    room.run("ruff", "format", "--no-cache", "--check", ".", cwd=folder)
