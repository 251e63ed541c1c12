"""Nobody pays for what they did not ask for."""

import re
import subprocess
import sys

import pytest

GAMES = ("parlour_maori", "parlour_sample")
HEAVY = ("rich.console", "hypothesis", "textual")
LISTED = ("parlour.cli.playing", "parlour.cli.authoring", "parlour.match", "parlour.catalog")
STATISTICS = ("numpy", "scipy", "jinja2", "distributed")
COMMANDS = [
    pytest.param(["--help"], (*GAMES, *HEAVY, *STATISTICS, *LISTED), id="--help"),
    pytest.param(["play", "--help"], (*GAMES, *HEAVY), id="play --help"),
    pytest.param(
        ["tournament", "run", "--help"],
        (*GAMES, *HEAVY, *STATISTICS),
        id="tournament --help",
    ),
    pytest.param(["games"], STATISTICS, id="games"),
    pytest.param(["--version"], GAMES, id="--version"),
    pytest.param(["play", "tic_tac_toe"], ("textual", *STATISTICS), id="play in a pipe"),
    pytest.param(["rules", "tic_tac_toe"], ("parlour_maori", "parlour_sample.leduc"), id="rules"),
    pytest.param(["schema", "maori"], ("parlour_sample",), id="schema"),
]


@pytest.mark.parametrize(("arguments", "left_alone"), COMMANDS)
def test_what_is_not_asked_for_is_not_imported(
    home: dict[str, str], arguments: list[str], left_alone: tuple[str, ...]
) -> None:
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-X", "importtime", "-m", "parlour", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=home,
        check=True,
    )
    imported = re.findall(r"^import time:[^|]*\|[^|]*\|\s*(\S+)", done.stderr, re.MULTILINE)

    assert "parlour.cli.app" in imported
    assert [
        module
        for module in imported
        for name in left_alone
        if module == name or module.startswith(f"{name}.")
    ] == []


def test_completing_a_game_imports_none(home: dict[str, str]) -> None:
    asked = {
        "_PARLOUR_COMPLETE": "complete_bash",
        "COMP_WORDS": "parlour\nplay\nma",
        "COMP_CWORD": "2",
    }
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "parlour"],
        capture_output=True,
        text=True,
        env=home | asked,
        check=True,
    )

    assert done.stdout == "maori\n"
    assert "parlour_maori" not in done.stderr
