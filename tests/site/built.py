"""A runtime that is brought as the command says, and the sites that are made with it."""

import subprocess
from pathlib import Path

from parlour.rules import MisuseError
from parlour_site.building import write_site
from parlour_site.games import site_games
from parlour_site.runtime import Runtime, read_pins
from tests.needs import program


def bring_runtime(folder: Path) -> Runtime:
    """Return the runtime, brought into a folder by the commands that the error names."""
    program("npm")
    try:
        return Runtime(folder, read_pins())
    except MisuseError as fault:
        command = str(fault).partition("what is missing: ")[2]
    done = subprocess.run(  # noqa: S602  our own commands, as a person would paste them
        command, shell=True, capture_output=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return Runtime(folder, read_pins())


def build_site(folder: Path, *games: str) -> Path:
    """Write a site into a folder, with a runtime beside it, and return its folder."""
    program("node")
    write_site(folder / "site", bring_runtime(folder / "runtime"), site_games(games))
    return folder / "site"
