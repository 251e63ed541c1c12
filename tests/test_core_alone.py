"""The core plays without the packages beside it: blocked, and taken out of the installation."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

import pytest

from parlour.hooks.own import BLOCK, PACKAGES, short_name

GAMES = ("giants", "maori", "rapa_nui")
BESIDE = [package for package in PACKAGES if short_name(package) not in {"", "pytest"}]
"""Our packages beside the core."""

RUN = "import sys; sys.path[:0] = sys.argv.pop(1).split(':'); import parlour.cli.entry as way_in; "
RUN += "sys.argv[0] = 'parlour'; way_in.main()"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def blocked() -> list[str]:
    """Return the command line with all packages beside the core blocked."""
    return [sys.executable, "-m", "parlour"]


def taken_out(folder: Path) -> list[str]:
    """Return the command line of an installation that holds the core and the games alone."""
    packages = ("parlour", *(f"parlour_{name}" for name in GAMES))
    for name in packages:
        (folder / name).symlink_to(Path(import_module(name).__path__[0]))
    for place in (Path(entry) for entry in sys.path if entry.endswith("site-packages")):
        for found in place.iterdir():
            is_other = not found.name.startswith(("parlour", "__editable__", "_editable"))
            is_metadata = found.name.startswith("parlour-") and found.suffix == ".dist-info"
            link = folder / found.name
            if (is_other or is_metadata) and not link.exists():
                link.symlink_to(found)
    return [sys.executable, "-I", "-S", "-c", RUN, str(folder)]


@pytest.fixture(params=["blocked", "taken out"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    if request.param == "blocked":
        command = blocked()
        environment[BLOCK] = ",".join(map(short_name, (*BESIDE, "parlour_samples")))
    else:
        (tmp_path / "site").mkdir()
        command = taken_out(tmp_path / "site")

    def running(*words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(  # noqa: S603  our own command
            [*command, *words],
            input=typed,
            capture_output=True,
            text=True,
            env=_without(environment),
            cwd=tmp_path,
            check=False,
        )

    return running


def _without(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name != "PARLOUR_NO_PLUGINS"}


def test_games_and_rules_are_shown(run: Run) -> None:
    listed = run("games")
    rule = run("rules", "maori", "4.2")

    assert listed.returncode == rule.returncode == 0, listed.stderr + rule.stderr
    assert all(f"\n{name} " in listed.stdout for name in GAMES)
    assert "broken" not in listed.stdout
    assert "4.2" in rule.stdout


def test_a_sample_that_is_not_here_is_no_game(run: Run) -> None:
    done = run("rules", "leduc")

    assert done.returncode == 2
    assert done.stderr.startswith("parlour: expected a game (giants, maori, rapa_nui")
    assert done.stderr.endswith("got 'leduc'\n")


@pytest.mark.parametrize("name", GAMES)
def test_each_game_is_played_at_a_level_that_is_there(run: Run, name: str) -> None:
    done = run("play", name, "--seed", "7", "--level", "hard", typed="1\n")

    assert (done.returncode, done.stderr) == (0, "")
    assert "is not here, so greedy plays at this level." in done.stdout
    assert f"matches/{name}-" in done.stdout


def test_a_hint_says_that_nobody_gives_one(run: Run) -> None:
    done = run("play", "maori", "--seed", "7", typed="hint\n")

    assert done.returncode == 0, done.stderr
    assert "no bot" in done.stdout.casefold()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param(["serve"], "expected a command", id="a command"),
        pytest.param(
            ["play", "maori", "--player", "search"], "expected 'human' or a bot", id="a bot"
        ),
        pytest.param(["play", "maori", "--browser"], "expected a face", id="a face"),
        pytest.param(
            ["play", "maori", "--player", "exec:./bot"], "expected 'human' or a bot", id="a scheme"
        ),
    ],
)
def test_a_line_says_what_is_missing(run: Run, words: list[str], expected: str) -> None:
    done = run(*words)

    assert done.returncode == 2
    assert done.stderr.startswith(f"parlour: {expected}")
    assert done.stderr.count("\n") == 1
    assert "search" in done.stderr.partition("; ")[2], "the packages that are missing are named"
