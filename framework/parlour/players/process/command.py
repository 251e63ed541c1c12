"""How an outside bot is named: ``exec:COMMAND``, or ``exec[NAME=VALUE,…]:COMMAND``."""

import re
import shlex
import shutil
import sys
from pathlib import PurePath

from msgspec import Struct
from msgspec.structs import replace

from parlour.players.process.limits import Limits
from parlour.rules.errors import SetupError
from parlour.rules.options import read_pairs

_SPEC = re.compile(r"exec(?:\[(?P<settings>[^\]]*)\])?:(?P<command>.+)", re.DOTALL)


class Command(Struct, frozen=True):
    """What to start, and with which settings."""

    words: tuple[str, ...]
    options: dict[str, str] = {}
    """Settings of the bot itself."""
    limits: Limits = Limits()

    @property
    def title(self) -> str:
        """What to call the bot: the name of its script, or of its program."""
        scripts = [word for word in self.words[1:] if not word.startswith("-")]
        return PurePath(scripts[0] if scripts else self.words[0]).name


def is_external(spec: str) -> bool:
    """Tell whether a player is named as a bot outside."""
    return spec.startswith(("exec:", "exec["))


def findable_command(spec: str) -> Command:
    """Read how a bot is named, and check that it can be started here.

    Raises:
        SetupError: It is named otherwise, or its program cannot be found.
    """
    if sys.platform == "win32":
        raise SetupError("bots outside need a system with process groups, which Windows lacks")
    command = read_command(spec)
    if shutil.which(command.words[0]) is None:
        raise SetupError(f"cannot find the program '{command.words[0]}'")
    return command


def read_command(spec: str) -> Command:
    """Read how a bot is named.

    Raises:
        SetupError: It is named otherwise.
    """
    found = _SPEC.fullmatch(spec)
    if found is None:
        raise SetupError(f"expected exec:COMMAND or exec[NAME=VALUE,...]:COMMAND, got {spec!r}")
    pairs = [part for part in (found["settings"] or "").split(",") if part.strip()]
    options = read_pairs(pairs, "exec[NAME=VALUE,...]:COMMAND")
    limits = Limits()
    if "memory" in options:
        limits = replace(limits, memory=_mebibytes(options.pop("memory")))
    return Command(_words(found["command"]), options, limits)


def _words(command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as fault:
        raise SetupError(f"cannot read the command {command!r}: {fault}") from None
    if not words:
        raise SetupError("expected a command after 'exec:'")
    return words


def _mebibytes(text: str) -> int:
    if not text.isdecimal() or not 16 <= int(text) <= 1_000_000:
        raise SetupError(f"expected memory in mebibytes, 16 to 1000000, got '{text}'")
    return int(text)
