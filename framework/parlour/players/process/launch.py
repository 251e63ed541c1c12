"""All that a bot is started with: words, environment, working folder, and its own empty folder."""

import os
import shutil
import tempfile
from errno import ENOENT
from pathlib import Path

from msgspec import Struct

from parlour.players.process.command import BotCommand
from parlour.players.process.sandbox import WRAPPERS, sandboxed

MARK = "PARLOUR_BOT"
"""Environment variable that marks the processes of a bot."""
USUAL = ("PATH", "LANG", "LANGUAGE", "TZ")
"""Environment variables of the host that every bot gets, beside those that begin with ``LC_``."""
OWN = ("HOME", "TMPDIR")
"""Environment variables that name the bot's own folder."""
PREFIX = "parlour-bot-"
"""Beginning of the names of bots' own folders."""


class Launch(Struct, frozen=True):
    """A bot that can be started; its supervisor reads these fields as JSON."""

    program: str
    """Absolute path of the program."""
    words: tuple[str, ...]
    """Program and arguments as the program sees them."""
    environment: dict[str, str]
    """All environment variables."""
    cwd: str
    """Working folder."""
    folder: str
    """The bot's own folder, empty and new; its supervisor removes it."""
    memory: int
    """Bytes that its processes may hold together, and each may write to."""
    processes: int
    """Number of processes."""
    wrappers: int
    """Number of processes of its sandbox, which do not count."""


def prepare_launch(command: BotCommand, mark: str) -> Launch:
    """Make a bot's own folder, and return all that it is started with.

    ``mark`` is the value of ``PARLOUR_BOT`` in its environment.

    Raises:
        OSError: Its program cannot be found, or the folder cannot be made.
    """
    words = located(command.argv)
    folder = tempfile.mkdtemp(prefix=PREFIX)
    if command.sandbox:
        readable = [Path(name) for name in (*command.readable, *filter(None, [command.folder]))]
        words = sandboxed(words, Path(folder), readable)
    return Launch(
        program=words[0],
        words=words,
        environment=_environment(command, folder, mark),
        cwd=str(Path(command.folder or folder).absolute()),
        folder=folder,
        memory=command.limits.memory << 20,
        processes=command.limits.processes,
        wrappers=WRAPPERS if command.sandbox else 0,
    )


def located(argv: tuple[str, ...]) -> tuple[str, ...]:
    """Return a command whose files are found from any folder.

    The program gets its absolute path, and so does each word that names a file or folder as seen
    from the host's working folder.

    Raises:
        FileNotFoundError: The program cannot be found.
        ValueError: A word cannot be given to a program.
    """
    if any("\0" in word for word in argv):
        raise ValueError("embedded null byte")
    program = shutil.which(argv[0])
    if program is None:
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
    return (str(Path(program).absolute()), *map(_located, argv[1:]))


def _located(word: str) -> str:
    # Path.exists raises an error where a word is too long for a name.
    return str(Path(word).absolute()) if os.path.exists(word) else word  # noqa: PTH110


def usual_environment() -> dict[str, str]:
    """Return the variables of the host's environment that every bot gets."""
    items = os.environ.items()
    return {name: value for name, value in items if name in USUAL or name.startswith("LC_")}


def _environment(command: BotCommand, folder: str, mark: str) -> dict[str, str]:
    named = {name: os.environ[name] for name in command.environment if name in os.environ}
    return usual_environment() | dict.fromkeys(OWN, folder) | named | {MARK: mark}
