"""The command line in a process of its own, with an empty home."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.cli.strangers import Strangers


def empty_home(folder: Path) -> dict[str, str]:
    """Return an environment without matches and settings, which are to be kept in a folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR_")}
    return kept | {
        "XDG_DATA_HOME": str(folder / "data"),
        "COLUMNS": "80",
        "TERM": "dumb",
        "PYTHONIOENCODING": "utf-8",
    }


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Return an environment without matches and settings."""
    return empty_home(tmp_path)


@pytest.fixture
def run(home: dict[str, str], tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    def running(
        *arguments: str, typed: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603  our own command
            [sys.executable, "-m", "parlour", *arguments],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=home | environment,
            cwd=tmp_path,
            timeout=60,
            check=False,
        )

    return running


@pytest.fixture
def strangers(tmp_path: Path) -> Strangers:
    """Return what installs distributions of strangers."""
    return Strangers(tmp_path / "strangers")


@pytest.fixture
def run_among(
    run: Callable[..., subprocess.CompletedProcess[str]], strangers: Strangers
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return what runs the command where strangers are installed."""
    return partial(run, PYTHONPATH=strangers.path)
