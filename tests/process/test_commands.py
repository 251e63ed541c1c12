"""Names of bots in other processes."""

import sys

import pytest

from parlour.rules.errors import SetupError
from parlour_process.command import findable_command, read_command

RIGHT = [
    pytest.param("exec:python3 my_bot.py", {}, 1024, "my_bot.py", id="a script"),
    pytest.param("exec:python3 -m my_bot --depth 3", {}, 1024, "my_bot", id="a module"),
    pytest.param("exec:python3 'bots/a b.py'", {}, 1024, "a b.py", id="quoted"),
    pytest.param(f"exec:{sys.executable}", {}, 1024, sys.executable.rpartition("/")[2], id="alone"),
    pytest.param("exec[memory=64]:python3 b", {}, 64, "b", id="memory"),
    pytest.param(
        "exec[depth=3, style=bold]:python3 b",
        {"depth": "3", "style": "bold"},
        1024,
        "b",
        id="options",
    ),
    pytest.param("exec[]:python3 b", {}, 1024, "b", id="no options"),
]
WRONG = [
    pytest.param("exec:", "expected exec:COMMAND", id="no command"),
    pytest.param("exec: ", "expected a command", id="blank"),
    pytest.param("exec[depth:python3", "expected exec:COMMAND", id="open bracket"),
    pytest.param("exec[depth]:python3", "NAME=VALUE", id="no value"),
    pytest.param(
        "exec[memory=much]:python3", "expected memory in mebibytes", id="memory no number"
    ),
    pytest.param("exec[memory=1]:python3", "expected memory in mebibytes", id="too little memory"),
    pytest.param("exec:python3 'b", "cannot read the command", id="open quotes"),
    pytest.param(
        "exec:no_such_program b", "cannot find the program 'no_such_program'", id="nowhere"
    ),
]


@pytest.mark.parametrize(("spec", "options", "memory", "title"), RIGHT)
def test_a_command_is_read(spec: str, options: dict[str, str], memory: int, title: str) -> None:
    command = read_command(spec)

    assert (command.options, command.limits.memory, command.title) == (options, memory, title)


@pytest.mark.parametrize(("spec", "message"), WRONG)
def test_what_is_no_command_gets_one_line(spec: str, message: str) -> None:
    with pytest.raises(SetupError, match=message.replace("[", r"\[")) as refused:
        findable_command(spec)

    assert "\n" not in str(refused.value)
