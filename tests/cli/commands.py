"""The command line with an empty home, in this process or in one of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.cli.forked import fork_server
from tests.cli.in_process import run_in_process
from tests.cli.strangers import Strangers

Done: TypeAlias = "subprocess.CompletedProcess[str]"
Run: TypeAlias = Callable[..., Done]


def empty_home(folder: Path) -> dict[str, str]:
    """Return an environment without matches and settings, which are to be kept in a folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR_")}
    return kept | {
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "COLUMNS": "80",
        "TERM": "dumb",
        "PYTHONIOENCODING": "utf-8",
    }


@pytest.fixture
def one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play tournaments in one process, if a test asks for no more, on every machine."""
    monkeypatch.setattr("parlour_tournament.running.cpu_count", lambda: 1)


@pytest.fixture
def matches_here(one_worker: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    """Have a command play a tournament's matches in this process, if it asks for no workers."""
    start_here = import_module("tests.tournament.conftest").start_here
    monkeypatch.setattr("parlour_tournament.running.start_workers", start_here)


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Return an environment without matches and settings."""
    return empty_home(tmp_path)


@pytest.fixture
def run(
    home: dict[str, str],
    tmp_path: Path,
    matches_here: None,  # noqa: ARG001  a tournament starts no process
    paths_forgotten: None,  # noqa: ARG001  a module at a path is another one in the next test
) -> Run:
    """Return what runs a command in this process."""

    def running(*arguments: str, typed: str = "", **environment: str) -> Done:
        return run_in_process(
            *arguments, typed=typed, environment=home | environment, folder=tmp_path
        )

    return running


@pytest.fixture
def run_alone(home: dict[str, str], tmp_path: Path) -> Run:
    """Return what runs a command in a process of its own."""

    def running(*arguments: str, typed: str = "", **environment: str) -> Done:
        return subprocess.run(  # noqa: S603  our own command
            [sys.executable, "-m", "parlour", *arguments],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=home | environment,
            cwd=tmp_path,
            timeout=300,
            check=False,
        )

    return running


@pytest.fixture
def strangers(tmp_path: Path) -> Strangers:
    """Return what installs distributions of strangers."""
    return Strangers(tmp_path / "strangers")


@pytest.fixture
def run_among(home: dict[str, str], tmp_path: Path, strangers: Strangers) -> Run:
    """Return what runs a command in a process of its own, where strangers are installed."""

    def running(*arguments: str, typed: str = "", **environment: str) -> Done:
        among = {"PYTHONPATH": strangers.path}
        return fork_server().run(
            *arguments, typed=typed, environment=home | among | environment, folder=tmp_path
        )

    return running
