"""Names of bots in other processes: ``exec:COMMAND``, or ``exec[NAME=VALUE,…]:COMMAND``."""

import re
import shlex
import shutil
import sys
from pathlib import PurePath

from msgspec import Struct
from msgspec.structs import replace

from parlour.rules.errors import SetupError
from parlour.rules.options import read_pairs

_SPEC = re.compile(r"exec(?:\[(?P<settings>[^\]]*)\])?:(?P<command>.+)", re.DOTALL)

MEMORY_MIN, MEMORY_MAX = 16, 1_000_000
"""Bounds of the setting ``memory``, in mebibytes."""


class ProcessLimits(Struct, frozen=True):
    """Limits of a bot's processes, beside its clock."""

    memory: int = 1024
    """Mebibytes of writable memory, for each process."""
    line: int = 65_536
    """Bytes of a line."""
    errors: int = 65_536
    """Bytes of standard error that are kept, the last ones."""
    quit: float = 1.0
    """Seconds from ``quit`` to SIGTERM."""
    kill: float = 0.2
    """Seconds from SIGTERM to SIGKILL."""


class BotCommand(Struct, frozen=True):
    """A command that starts a bot, with the settings given to it."""

    argv: tuple[str, ...]
    """Program and arguments."""
    options: dict[str, str] = {}
    """Settings of the bot itself."""
    limits: ProcessLimits = ProcessLimits()

    @property
    def title(self) -> str:
        """Name of the bot for people: the file name of its script, or of its program."""
        scripts = [argument for argument in self.argv[1:] if not argument.startswith("-")]
        return PurePath(scripts[0] if scripts else self.argv[0]).name


def is_external(spec: str) -> bool:
    """Return whether a player is named as a bot in another process."""
    return spec.startswith(("exec:", "exec["))


def findable_command(spec: str) -> BotCommand:
    """Return the command that ``spec`` names, if it can be started on this system.

    Raises:
        SetupError: ``spec`` cannot be read, or its program cannot be found.
    """
    if sys.platform == "win32":
        raise SetupError("bots in other processes need process groups, which Windows lacks")
    command = read_command(spec)
    if shutil.which(command.argv[0]) is None:
        raise SetupError(f"cannot find the program '{command.argv[0]}'")
    return command


def read_command(spec: str) -> BotCommand:
    """Return the command that ``spec`` names.

    Raises:
        SetupError: ``spec`` cannot be read.
    """
    found = _SPEC.fullmatch(spec)
    if found is None:
        raise SetupError(f"expected exec:COMMAND or exec[NAME=VALUE,...]:COMMAND, got {spec!r}")
    pairs = [part for part in (found["settings"] or "").split(",") if part.strip()]
    options = read_pairs(pairs, "exec[NAME=VALUE,...]:COMMAND")
    limits = ProcessLimits()
    if "memory" in options:
        limits = replace(limits, memory=_mebibytes(options.pop("memory")))
    return BotCommand(_argv(found["command"]), options, limits)


def _argv(command: str) -> tuple[str, ...]:
    try:
        argv = tuple(shlex.split(command))
    except ValueError as fault:
        raise SetupError(f"cannot read the command {command!r}: {fault}") from None
    if not argv:
        raise SetupError("expected a command after 'exec:'")
    return argv


def _mebibytes(text: str) -> int:
    if not text.isdecimal() or not MEMORY_MIN <= int(text) <= MEMORY_MAX:
        raise SetupError(
            f"expected memory in mebibytes, {MEMORY_MIN} to {MEMORY_MAX}, got '{text}'"
        )
    return int(text)
