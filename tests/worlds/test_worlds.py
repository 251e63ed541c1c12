"""Every kind of command in every odd world: the right output, or one line and a code."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import msgspec
import pytest
from msgspec import Struct

import parlour
from parlour_testing.commands.pages import page
from tests.needs import program
from tests.packages import FOLDERS, ROOT

HERE = Path(__file__).parent
GAMES = ("parlour_giants", "parlour_maori", "parlour_rapa_nui")
NEVER = ("Traceback", "PARLOUR_BLOCK", "/typer/", "PARLOUR_DEBUG")
"""What no command says: its own frames, a game that is not at fault, a place in a library."""
MANUAL = "parlour_testing/commands/manual"
PAGES = {
    "index.md": (ROOT / "docs/index.md").read_text(encoding="utf-8"),
    "tutorial.md": page(ROOT / "docs/tutorial.md"),
}
"""Some pages of the documentation, which a wheel holds."""
LACKING = """
import importlib, sys
for lacked in {lacks!r}:
    module, _, name = lacked.rpartition(".")
    if module:
        vars(importlib.import_module(module)).pop(name, None)
    else:
        sys.modules[name] = None
"""
"""Run before anything else: what the library of Python lacks."""


class CommandLine(Struct, frozen=True):
    """A kind of command."""

    right: str
    """A part of its output."""
    arguments: tuple[str, ...] = ()
    input: str = ""
    code: str = ""
    """A program for Python, which is run if there are no arguments."""


class World(Struct, frozen=True, forbid_unknown_fields=True):
    """Surroundings of a command; what the fields mean stands in the file."""

    options: tuple[str, ...] = ()
    environment: dict[str, str] = {}
    before: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    prelude: str = ""
    encoding: str = "utf-8"
    stand_in: str = ""
    zip: bool = False
    target: bool = False
    ends: dict[str, tuple[int, str]] = {}


WORLDS = msgspec.toml.decode((HERE / "worlds.toml").read_bytes(), type=dict[str, World])
COMMANDS = msgspec.toml.decode((HERE / "commands.toml").read_bytes(), type=dict[str, CommandLine])


def filled(text: str, folder: Path) -> str:
    """Return a text with the names in braces filled in."""
    return text.replace("{folder}", str(folder)).replace("{byte}", "\udcff")


def environment_of(world: World, folder: Path) -> dict[str, str]:
    """Return the variables of a world."""
    everything = {
        **os.environ,
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
    }
    for name, text in world.environment.items():
        everything[name] = filled(text, folder)
    if world.lacks:
        (folder / "sitecustomize.py").write_text(LACKING.format(lacks=world.lacks))
        everything["PYTHONPATH"] = str(folder)
    if world.zip:
        everything["PYTHONPATH"] = str(zipped(folder))
    if world.target:
        libraries = Path(msgspec.__file__).parents[1]
        everything["PYTHONPATH"] = os.pathsep.join([str(laid_out(folder)), str(libraries)])
    return {name: text for name, text in everything.items() if text}


def zipped(folder: Path) -> Path:
    """Return a zip with the framework and the games."""
    path = folder / "parlour.zip"
    with ZipFile(path, "w") as archive:
        for package in (*FOLDERS, *(Path(import_module(game).__path__[0]) for game in GAMES)):
            for file in package.rglob("*"):
                archive.write(file, file.relative_to(package.parent))
        for name, text in PAGES.items():
            archive.writestr(f"{MANUAL}/{name}", text)
    return path


def laid_out(folder: Path) -> Path:
    """Return a folder with the framework, the games and metadata, as ``--target`` fills it."""
    to = folder / "target"
    for package in (*FOLDERS, *(Path(import_module(game).__path__[0]) for game in GAMES)):
        shutil.copytree(package, to / package.name, ignore=shutil.ignore_patterns("__pycache__"))
    pages = to / MANUAL
    pages.mkdir()
    for name, text in PAGES.items():
        (pages / name).write_text(text, encoding="utf-8")
    for text in ("entry_points.txt", "METADATA"):
        path = to / "parlour-0.dist-info" / text
        path.parent.mkdir(exist_ok=True)
        path.write_text(distribution("parlour").read_text(text) or "", encoding="utf-8")
    return to


@pytest.mark.matrix
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("world", WORLDS)
def test_in_every_world_a_command_ends_well(world: str, command: str, tmp_path: Path) -> None:
    scene = WORLDS[world]
    line = COMMANDS[command]
    stand_in = tmp_path / scene.stand_in
    stand_in.mkdir(exist_ok=True)
    if scene.before:
        program(scene.before[0])
    before = [filled(text, tmp_path) for text in scene.before]
    typed = [filled(text, stand_in) for text in line.arguments]
    started = ["-c", line.code] if line.code else ["-m", "parlour"]
    run = subprocess.run(  # noqa: S603  our own command
        [*before, sys.executable, *scene.options, *started, *typed],
        input=(scene.prelude + line.input).encode(scene.encoding),
        capture_output=True,
        cwd=stand_in,
        env=environment_of(scene, tmp_path),
        timeout=100,
        check=False,
    )
    output = run.stdout.decode(scene.encoding, "replace")
    errors = run.stderr.decode(scene.encoding, "replace")
    assert not [word for word in NEVER if word in output + errors], output + errors
    code, expected = scene.ends.get(command, (0, line.right))
    assert run.returncode == code, output + errors
    assert expected in (errors if code else output)
    assert not code or len(errors.splitlines()) == 1, errors


@pytest.mark.parametrize(
    "typed",
    [
        "play maori --player greedy --player greedy --seed {byte}",
        "play maori --player greedy --player greedy --bot-seed {byte}",
        "play maori --option side={byte}",
        "play maori --name {byte}",
        "tournament run --game maori --bot greedy --bot uniform --seed {byte}",
        "tournament run --game maori --bot greedy --bot uniform --bot-seed {byte}",
        "replay {byte}",
    ],
)
def test_an_argument_that_is_no_text_is_refused_in_one_line(typed: str, tmp_path: Path) -> None:
    run = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-m", "parlour", *filled(typed, tmp_path).split()],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1
    assert not [word for word in NEVER if word in run.stderr]


@pytest.mark.parametrize(
    "begin",
    [
        pytest.param(lambda game: game.match(seed="\ud800"), id="seed"),
        pytest.param(lambda game: game.match(side="\ud800"), id="option"),
        pytest.param(lambda game: game.match(players=["\ud800", "b"]), id="player"),
        pytest.param(lambda _: parlour.open("\ud800.jsonl"), id="path"),
        pytest.param(lambda game: parlour.play(game, ["uniform", "gre\ud800"]), id="bot"),
        pytest.param(
            lambda game: parlour.play(game, ["uniform", "uniform"], bot_seed="\ud800"),
            id="seed of bots",
        ),
    ],
)
def test_a_text_that_cannot_be_written_is_refused_in_words(
    begin: Callable[[parlour.Game], object],
) -> None:
    with pytest.raises(parlour.ParlourError, match="text"):
        begin(parlour.load("maori"))
