"""Trust: which files this user agreed to start commands of.

A record or a tournament file names its players, and a player may be a command. A file that this
program wrote itself is known by a digest in the user's data folder. The digest covers the folder
too, since ``python3 bot.py`` is another command elsewhere.
"""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from parlour.players import scheme_of
from parlour.rules import MisuseError, make_folder, open_file, open_private, quoted
from parlour.table.opening.saved_matches import data_folder

MAX_NAMED = 3
"""Maximum number of commands that an error names."""

AskUser: TypeAlias = Callable[[Path, Sequence[str]], bool]
"""Asks the user whether the commands of a file may be started."""


def external_bots(specs: Iterable[str]) -> tuple[str, ...]:
    """Return the players that nobody starts without being asked, each once, by name."""
    return tuple(sorted({spec for spec in specs if (scheme := scheme_of(spec)) and scheme.asks}))


def remember(content: bytes, specs: Iterable[str]) -> None:
    """Note that this user started the commands of a file here; ``content`` identifies the file.

    If the note cannot be written, the user is asked again.
    """
    if external_bots(specs) and not is_known(content):
        with suppress(OSError, MisuseError):
            path = _notes()
            make_folder(path.parent)
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            with os.fdopen(open_private(path, flags), "ab", buffering=0) as file:
                file.write(_digest(content).encode() + b"\n")


def is_known(content: bytes) -> bool:
    """Return whether this user started the commands of a file in this folder before.

    Notes that somebody else could have written do not count.
    """
    with suppress(OSError, MisuseError):
        path = _notes()
        state = path.stat()
        is_ours = not hasattr(os, "geteuid") or state.st_uid == os.geteuid()
        if is_ours and (sys.platform == "win32" or not state.st_mode & 0o022):
            with open_file(path) as file:
                return _digest(content).encode() in file.read().split()
    return False


def check_commands(
    where: Path,
    content: bytes,
    specs: Iterable[str],
    *,
    trusted: bool = False,
    ask: AskUser | None = None,
) -> None:
    """Check that the commands of a file may be started: known, trusted, or agreed to.

    Without ``ask``, nobody is there to agree.

    Raises:
        MisuseError: They may not.
    """
    commands = external_bots(specs)
    if trusted or not commands or is_known(content):
        return
    if ask is None:
        named = ", ".join(quoted(command) for command in commands[:MAX_NAMED])
        more = f" and {len(commands) - MAX_NAMED} more" if len(commands) > MAX_NAMED else ""
        raise MisuseError(f"{where}: expected --trust, since it starts {named}{more}")
    if not ask(where, commands):
        raise MisuseError(f"{where}: nothing was started")
    remember(content, commands)


def _notes() -> Path:
    return data_folder() / "started"


def _digest(content: bytes) -> str:
    return sha256(os.fsencode(Path.cwd()) + b"\0" + content).hexdigest()
