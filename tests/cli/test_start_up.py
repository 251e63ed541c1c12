"""Nobody pays for what they did not ask for."""

import subprocess
import sys
from pathlib import Path
from typing import Annotated, Literal

import pytest
import typer  # noqa: TID251  what it reads is compared
from hypothesis import example, given, settings
from hypothesis import strategies as st
from typer.core import TyperCommand  # noqa: TID251  likewise

from parlour.cli.parameters import QuickCommand

MODULES = """
import atexit, sys
from parlour.cli.entry import main

atexit.register(lambda: sys.stderr.write(" ".join(sys.modules)))
main()
"""
"""Runs a command, and writes the modules that were imported. ``-X importtime`` leaves out those
that ``import_module`` imports, and what plugins name is imported so."""

GAMES = ("parlour_maori", "parlour_samples.tic_tac_toe", "parlour_sample.twenty_one")
PARTS = tuple(f"parlour_sample.{name}" for name in ("hello", "bots", "spoken", "laws", "notes"))
"""What the plugin of the sample names."""
HEAVY = ("rich.console", "hypothesis", "textual")
LISTED = ("parlour.cli.playing", "parlour.cli.authoring", "parlour.match", "parlour.catalog")
TABLES = ("parlour.table.table", "parlour.table.opening.tables")
CONVERTING = ("pydantic", "importlib.metadata")
STATISTICS = ("numpy", "scipy", "jinja2", "distributed")
COMMANDS = [
    pytest.param(["--help"], (*GAMES, *PARTS, *HEAVY, *STATISTICS, *LISTED), id="--help"),
    pytest.param(["play", "--help"], (*GAMES, *HEAVY, *CONVERTING), id="play --help"),
    pytest.param(
        ["tournament", "run", "--help"],
        (*GAMES, *HEAVY, *STATISTICS),
        id="tournament --help",
    ),
    pytest.param(
        ["games"],
        ("parlour_samples", *STATISTICS, *CONVERTING, *TABLES),
        id="games",
    ),
    pytest.param(["--version"], (*GAMES, *CONVERTING, "parlour.match"), id="--version"),
    pytest.param(
        ["play", "tic_tac_toe"], ("textual", *STATISTICS, *CONVERTING), id="play in a pipe"
    ),
    pytest.param(
        ["play", "tic_tac_toe", "--level", "easy"],
        ("textual", *STATISTICS, *CONVERTING),
        id="play with a word of a choice",
    ),
    pytest.param(
        ["rules", "tic_tac_toe"],
        ("parlour_maori", "parlour_samples.leduc", *CONVERTING),
        id="rules",
    ),
    pytest.param(["schema", "maori"], ("parlour_sample", "parlour_samples.leduc"), id="schema"),
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
    assert "parlour_sample." not in done.stderr
    assert "parlour_samples." not in done.stderr


def taken(  # noqa: PLR0917  typer reads a command's arguments by name
    game: Annotated[str, typer.Argument()],
    others: Annotated[list[str] | None, typer.Argument()] = None,
    name: Annotated[str | None, typer.Option()] = None,
    option: Annotated[list[str] | None, typer.Option()] = None,
    seats: Annotated[int | None, typer.Option(min=1)] = None,
    share: float = 0.5,
    letter: Annotated[Literal["a", "b"] | None, typer.Option()] = None,
    record: Annotated[Path | None, typer.Option()] = None,
    letters: Annotated[str | None, typer.Option(parser=tuple)] = None,
    loud: Annotated[str, typer.Option(callback=lambda text: text.upper())] = "a",
    switch: Annotated[bool | None, typer.Option("--switch/--no-switch")] = None,
) -> dict[str, object]:
    return locals()


def read_by(kind: type[TyperCommand], arguments: list[str]) -> object:
    """Return the values that a function gets of a kind of command, or the error in a sentence."""
    alone = typer.Typer(add_completion=False)
    alone.command(cls=kind)(taken)
    try:
        return typer.main.get_command(alone).main(list(arguments), standalone_mode=False)
    except typer.TyperException as fault:
        return fault.format_message()


WORDS = st.text(max_size=4) | st.integers(-3, 3).map(str)
ARGUMENTS = st.one_of(
    WORDS,
    st.just("--switch"),
    st.just("--no-switch"),
    st.sampled_from(("--letter=a", "--letter=b")),
    *(
        WORDS.map(f"--{name}=".__add__)
        for name in ("name", "option", "seats", "share", "record", "letters", "loud")
    ),
)


@settings(deadline=None)
@example(["--letter=A", "a"])
@given(st.lists(ARGUMENTS, max_size=6))
def test_a_command_reads_the_values_that_typer_reads(arguments: list[str]) -> None:
    assert read_by(QuickCommand, arguments) == read_by(TyperCommand, arguments)
