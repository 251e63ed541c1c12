"""Nobody pays for what they did not ask for."""

import subprocess
import sys

import pytest

MODULES = """
import atexit, sys
from parlour.cli.entry import main

atexit.register(lambda: sys.stderr.write(" ".join(sys.modules)))
main()
"""
"""Runs a command, and writes the modules that were imported. ``-X importtime`` leaves out those
that ``import_module`` imports, and what plugins name is imported so."""

GAMES = ("parlour_maori", "parlour_sample.tic_tac_toe", "parlour_sample.connect_four")
PARTS = tuple(f"parlour_sample.{name}" for name in ("hello", "bots", "spoken", "laws", "notes"))
"""What the plugin of the sample names."""
HEAVY = ("rich.console", "hypothesis", "textual")
LISTED = ("parlour.cli.playing", "parlour.cli.authoring", "parlour.match", "parlour.catalog")
STATISTICS = ("numpy", "scipy", "jinja2", "distributed")
COMMANDS = [
    pytest.param(["--help"], (*GAMES, *PARTS, *HEAVY, *STATISTICS, *LISTED), id="--help"),
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
        [sys.executable, "-c", MODULES, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=home,
        check=True,
    )
    imported = done.stderr.split()

    assert "parlour.cli.app" in imported
    assert [
        module
        for module in imported
        for name in left_alone
        if module == name or module.startswith(f"{name}.")
    ] == []


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        pytest.param("parlour\nplay\nma", "maori\n", id="a game"),
        pytest.param("parlour\nhel", "hello\n", id="a command"),
        pytest.param("parlour\nplay\nmaori\n--face\nspo", "spoken\n", id="a face"),
    ],
)
def test_completing_a_name_imports_no_plugin(
    home: dict[str, str], words: str, offered: str
) -> None:
    asked = {
        "_PARLOUR_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count("\n")),
    }
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-c", MODULES],
        capture_output=True,
        text=True,
        env=home | asked,
        check=True,
    )

    assert done.stdout == offered
    assert "parlour_maori" not in done.stderr
    assert "parlour_sample" not in done.stderr
