"""Every command has help, with examples that name it."""

import re

import pytest

from parlour.cli.app import (
    BOTS,
    COMMANDS,
    COMMANDS_FOR_BOTS,
    COMMANDS_FOR_LEAGUES,
    COMMANDS_FOR_TOURNAMENTS,
    LEAGUES,
    TOURNAMENTS,
    LazyCommand,
    app,
)
from tests.cli.conftest import Run

NAMES = [*COMMANDS]
OF_BOTS = [f"bot {name}" for name in COMMANDS_FOR_BOTS]
OF_TOURNAMENTS = [f"tournament {name}" for name in COMMANDS_FOR_TOURNAMENTS]
OF_LEAGUES = [f"league {name}" for name in COMMANDS_FOR_LEAGUES]


@pytest.mark.parametrize("name", NAMES + OF_BOTS + OF_TOURNAMENTS + OF_LEAGUES)
def test_a_command_has_help_with_an_example(run: Run, name: str) -> None:
    done = run(*name.split(), "--help")
    _, _, examples = done.stdout.partition("Examples:\n")

    assert done.returncode == 0
    assert re.search(rf"^    (\w+=\w+ )?parlour {name}\b", examples, re.MULTILINE)


def test_the_list_of_commands_cuts_no_line_short(run: Run) -> None:
    listed = run("--help").stdout.partition("Commands:\n")[2].partition("\n\n")[0]

    names = [line.split()[0] for line in listed.splitlines()]
    assert names == [*NAMES, "bot", "tournament", "league"]
    assert "..." not in listed


def test_the_list_of_commands_says_what_their_help_begins_with() -> None:
    listed = [one for group in (app, BOTS, TOURNAMENTS, LEAGUES) for one in group.commands.values()]
    lazy = [command for command in listed if isinstance(command, LazyCommand)]

    assert len(lazy) == len(NAMES + OF_BOTS + OF_TOURNAMENTS + OF_LEAGUES)
    assert [one.short_help for one in lazy] == [
        (one.loaded.help or "").partition("\n")[0] for one in lazy
    ]
