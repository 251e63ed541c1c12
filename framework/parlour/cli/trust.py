"""Trust: a command that a file names is started only if its user began it here, or says so now.

Files of matches and tournaments name bots by their commands, and may come from anybody. What this
program wrote itself is known by a digest in the user's data folder. A digest holds the folder too,
since ``python3 bot.py`` is another command elsewhere.
"""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer

from parlour.rules.errors import MisuseError
from parlour.rules.one_line import quoted, visible

Trust = Annotated[
    bool,
    typer.Option("--trust", help="Start the commands that the file names, without asking."),
]

SHOWN = 3
"""Number of commands that an error names."""


def external_bots(specs: Iterable[str]) -> tuple[str, ...]:
    """Return the players that are commands, each once, by name."""
    from parlour.players.process.command import is_external

    return tuple(sorted({spec for spec in specs if is_external(spec)}))


def remember(content: bytes, specs: Iterable[str]) -> None:
    """Note that this user started the commands of a file here; ``content`` tells the file.

    Where the note cannot be written, the user is asked again.
    """
    path = _notes()
    if external_bots(specs) and not is_known(content):
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            with os.fdopen(os.open(path, flags, 0o600), "ab", buffering=0) as file:
                file.write(_digest(content).encode() + b"\n")


def is_known(content: bytes) -> bool:
    """Return whether this user started the commands of a file in this folder before.

    Notes that somebody else could have written count for nothing.
    """
    path = _notes()
    with suppress(OSError):
        state = path.stat()
        own = not hasattr(os, "geteuid") or state.st_uid == os.geteuid()
        if own and (sys.platform == "win32" or not state.st_mode & 0o022):
            return _digest(content) in path.read_text("ascii", "replace").split()
    return False


def check_commands(where: Path, content: bytes, specs: Iterable[str], *, trusted: bool) -> None:
    """Check that the commands which a file names may be started: known, trusted, or agreed to.

    Raises:
        MisuseError: They may not.
    """
    commands = external_bots(specs)
    if trusted or not commands or is_known(content):
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        print(f"{where} starts on this machine:")
        for command in commands:
            print(f"  {visible(command)}")
        if typer.confirm("Start that, with all your rights?"):
            remember(content, commands)
            return
        raise MisuseError(f"{where}: nothing was started")
    named = ", ".join(quoted(command) for command in commands[:SHOWN])
    more = f" and {len(commands) - SHOWN} more" if len(commands) > SHOWN else ""
    raise MisuseError(f"{where}: expected --trust, since it starts {named}{more}")


def _notes() -> Path:
    from platformdirs import user_data_path

    return user_data_path("parlour", appauthor=False) / "started"


def _digest(content: bytes) -> str:
    return sha256(os.fsencode(Path.cwd()) + b"\0" + content).hexdigest()
