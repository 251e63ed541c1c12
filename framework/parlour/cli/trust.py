"""The option ``--trust``, and the question whether commands that a file names may be started."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from parlour.rules.one_line import visible
from parlour.table.opening import trust

Trust = Annotated[
    bool,
    typer.Option("--trust", help="Start the commands that the file names, without asking."),
]


def check_commands(where: Path, content: bytes, specs: Iterable[str], *, trusted: bool) -> None:
    """Check that commands of a file may be started; a user at a terminal is asked.

    Raises:
        MisuseError: They may not.
    """
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    trust.check_commands(where, content, specs, trusted=trusted, ask=_agrees if asks else None)


def _agrees(where: Path, commands: Sequence[str]) -> bool:
    print(f"{where} starts on this machine:")
    for command in commands:
        print(f"  {visible(command)}")
    return typer.confirm("Start that, with all your rights?")
