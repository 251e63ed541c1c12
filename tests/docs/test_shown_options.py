"""Every option that a page shows behind a command is an option of that command."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.generated import commands
from tests.docs.test_prose import PAGES, ROOT

COMMANDS = dict(commands())
SHOWN = re.compile(r"^ *(?:\$ )?(parlour .*)$|`(parlour [^`]*)`", re.MULTILINE)
MAX_WORDS = 3
"""Number of words that the name of a command has at most, ``parlour`` among them."""


def shown(text: str) -> Iterator[str]:
    """Yield the commands of a page: lines of blocks, and code in sentences."""
    for whole, inline in SHOWN.findall(text):
        yield re.split(r"\s#|[|>]", re.sub(r"\"[^\"]*\"|'[^']*'", "TEXT", whole or inline))[0]


def unknown_options(line: str) -> list[str]:
    """Return the options of a command line that its command does not have.

    A folder behind ``league`` stands for ``league run``, and a command of a plugin is not judged.
    """
    words = line.split()
    starts = [" ".join(words[:length]) for length in range(MAX_WORDS, 0, -1)]
    name = next(start for start in starts if start in COMMANDS)
    if name == "parlour" and words[1:2] and not words[1].startswith("-"):
        return []
    named = [name, f"{name} run"] if name == "parlour league" else [name]
    options = [option for one in named for option in COMMANDS[one].params]
    known = {flag for option in options for flag in (*option.opts, *option.secondary_opts)}
    typed = {word.partition("=")[0] for word in words if re.match(r"--[a-z]", word)}
    return sorted(typed - known - {"--help"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_shows_options_that_are_there(page: Path) -> None:
    commands_of_page = shown(page.read_text("utf-8"))

    assert {line: missing for line in commands_of_page if (missing := unknown_options(line))} == {}


def test_an_option_of_another_command_is_named() -> None:
    (line,) = shown("Type `parlour serve --port 80 --cup 3 'x --y'` now.")

    assert unknown_options(line) == ["--cup"]
