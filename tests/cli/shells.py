"""Real shells, driven by keys through a pseudo-terminal, as by a person at a terminal."""

import os
import pty
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from select import select

import pytest

from tests.needs import program

SHELLS = {"bash": ["bash", "--noprofile", "-i"], "zsh": ["zsh", "-d", "-i"]}
"""How each is started: with the files of the home folder, and none of the machine."""

TAB, TO_START, TO_END_CUT, ENTER = "\t", "\x01", "\x0b", "\r"
SILENCE = 300.0
"""Seconds after which a shell that shows nothing more is taken for hung."""

LISTING = {"bash": TAB * 2, "zsh": TAB}
"""Keys that list what is offered."""

DRAWN = re.compile(r"(?:\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\x00\x07\x08\r])+")
"""What moves the cursor, rings or pads."""

NOTE = """\
#!/bin/sh
echo "$*" >>"$HOME/lines"
"""
"""A command that writes down the words it is called with."""

COMMAND = """\
#!/bin/sh
if [ -z "$_PARLOUR_COMPLETE" ]; then exec {python} -m parlour "$@"; fi
{python} -m parlour "$@" 2>>"$HOME/errors"
code=$?
echo $code >>"$HOME/codes"
exit $code
"""
"""The command; it also keeps what completion writes to standard error, and its exit codes."""


class Shell:
    """A shell of somebody who has ``parlour`` on the path and lives in the folder ``home``."""

    def __init__(self, name: str, home: Path, environment: dict[str, str]) -> None:
        program(name)
        self.name = name
        self.home = home
        commands = home / "bin"
        commands.mkdir()
        for command, script in (("parlour", COMMAND), ("note", NOTE)):
            (commands / command).write_text(script.format(python=sys.executable), encoding="utf-8")
            (commands / command).chmod(0o755)
        self.environment = environment | {
            "HOME": str(home),
            "ZDOTDIR": str(home),
            "PATH": f"{commands}{os.pathsep}{environment['PATH']}",
            "TERM": "vt100",
        }

    def press(self, *keys: str) -> str:
        """Start the shell, press ``keys`` and leave; return all that the screen showed."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen(  # noqa: S603  a shell of the machine
            SHELLS[self.name],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=self.environment,
            cwd=self.home,
            start_new_session=True,
        )
        os.close(theirs)
        os.write(ours, "".join([*keys, "exit", ENTER]).encode())
        shown = b""
        with suppress(OSError):  # Linux says so that nobody writes to the terminal any more
            while select([ours], [], [], SILENCE)[0] and (block := os.read(ours, 4096)):
                shown += block
        os.close(ours)
        try:
            process.wait(SILENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            pytest.fail(f"{self.name} hangs: {shown!r}")
        return DRAWN.sub(" ", shown.decode(errors="replace"))

    def noted(self) -> list[str]:
        """Return the lines that ``note`` wrote since this was last called."""
        lines = self.home / "lines"
        found = lines.read_text("utf-8").splitlines() if lines.exists() else []
        lines.unlink(missing_ok=True)
        return found

    def complete(self, lines: list[str]) -> list[str]:
        """Type each line and press Tab; return the lines that then stand there."""
        self.noted()
        self.press(*(f"{line}{TAB}{TO_START}note {ENTER}" for line in lines))
        return self.noted()

    def list(self, line: str) -> set[str]:
        """Type a line, have the offers listed, and return all words that the screen showed."""
        return set(self.press(line, LISTING[self.name], TO_START, TO_END_CUT).split())
