"""Names of bots in other processes: ``exec:COMMAND``, or ``exec[NAME=VALUE,…]:COMMAND``."""

import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path, PurePath

from msgspec import Struct

from parlour.rules import SetupError, read_pairs
from parlour_process.sandbox import check_sandbox

_SPEC = re.compile(r"exec(?:\[(?P<settings>[^\]]*)\])?:(?P<command>.+)", re.DOTALL)

MIN_MEMORY_MEBIBYTES, MAX_MEMORY_MEBIBYTES = 16, 1_000_000
"""Minimum and maximum of the setting ``memory``."""


MAX_PROCESSES = 100_000
"""Maximum of the setting ``processes``."""


class ProcessLimits(Struct, frozen=True):
    """Limits of a bot's processes, beside its clock."""

    memory: int = 1024
    """Mebibytes of memory that all its processes may hold together, and each may write to."""
    processes: int = 64
    """Number of processes."""
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
    environment: tuple[str, ...] = ()
    """Names of the host's environment variables that it gets beside the usual ones."""
    folder: str = ""
    """Working folder; its own empty folder unless given."""
    readable: tuple[str, ...] = ()
    """Files and folders that it may read in a sandbox, beside those its command names."""
    sandbox: bool = False
    """Whether it runs without network, and sees no files but those it needs."""

    @property
    def title(self) -> str:
        """Name of the bot for people: the file name of its script, or of its program."""
        scripts = [argument for argument in self.argv[1:] if not argument.startswith("-")]
        return PurePath(scripts[0] if scripts else self.argv[0]).name


def title(spec: str) -> str:
    """Return the name of a bot for people.

    Raises:
        SetupError: ``spec`` cannot be read.
    """
    return read_command(spec).title


def findable_command(spec: str) -> BotCommand:
    """Return the command that ``spec`` names, if it can be started on this system.

    Raises:
        SetupError: ``spec`` cannot be read, or its program cannot be found.
    """
    if sys.platform == "win32":
        raise SetupError("bots in other processes need process groups, which Windows lacks")
    command = read_command(spec)
    if command.sandbox:
        check_sandbox()
    if command.folder and not Path(command.folder).is_dir():
        raise SetupError(f"cwd: cannot find the folder '{command.folder}'")
    if shutil.which(command.argv[0]) is None:
        raise SetupError(f"cannot find the program '{command.argv[0]}'")
    return command


def read_command(spec: str) -> BotCommand:
    """Return the command that ``spec`` names.

    Raises:
        SetupError: ``spec`` cannot be read.
    """
    parts = _SPEC.fullmatch(spec)
    if parts is None:
        raise SetupError(f"expected exec:COMMAND or exec[NAME=VALUE,...]:COMMAND, got {spec!r}")
    pairs = [part for part in (parts["settings"] or "").split(",") if part.strip()]
    options = read_pairs(pairs, "exec[NAME=VALUE,...]:COMMAND")
    usual = ProcessLimits()
    limits = ProcessLimits(
        memory=_number(options, "memory", usual.memory, MIN_MEMORY_MEBIBYTES, MAX_MEMORY_MEBIBYTES),
        processes=_number(options, "processes", usual.processes, 1, MAX_PROCESSES),
    )
    return BotCommand(
        _argv(parts["command"]),
        limits=limits,
        environment=_listed(options.pop("env", "")),
        folder=options.pop("cwd", ""),
        readable=_listed(options.pop("read", "")),
        sandbox=_yes_or_no(options.pop("sandbox", "no")),
        options=options,
    )


def in_sandbox(spec: str) -> str:
    """Return the name of a bot with ``sandbox=yes``; bots that run in this process stay.

    Raises:
        SetupError: ``spec`` cannot be read.
    """
    if _SPEC.fullmatch(spec) is None or read_command(spec).sandbox:
        return spec
    return with_settings(spec, {"sandbox": "yes"})


def typed_settings(spec: str) -> dict[str, str]:
    """Return the settings in the name of a bot, outside or here, as they are typed.

    Raises:
        SetupError: They cannot be read.
    """
    outside = _SPEC.fullmatch(spec)
    text = (outside["settings"] or "") if outside else spec.partition(":")[2]
    return read_pairs(filter(str.strip, text.split(",")), "NAME=VALUE,...")


def with_settings(spec: str, values: Mapping[str, str]) -> str:
    """Return the name of a bot with other values of some settings, which come last.

    Raises:
        SetupError: Its settings cannot be read.
    """
    kept = {name: value for name, value in typed_settings(spec).items() if name not in values}
    text = ",".join(f"{name}={value}" for name, value in (*kept.items(), *values.items()))
    outside = _SPEC.fullmatch(spec)
    return f"exec[{text}]:{outside['command']}" if outside else f"{spec.partition(':')[0]}:{text}"


def _argv(command: str) -> tuple[str, ...]:
    try:
        argv = tuple(shlex.split(command))
    except ValueError as fault:
        raise SetupError(f"cannot read the command {command!r}: {fault}") from None
    if not argv:
        raise SetupError("expected a command after 'exec:'")
    return argv


def _number(options: dict[str, str], name: str, default: int, least: int, most: int) -> int:
    """Take a setting of the host's out of ``options``."""
    text = options.pop(name, str(default))
    if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
        unit = " in mebibytes" if name == "memory" else ""
        raise SetupError(f"expected {name}{unit}, {least} to {most}, got '{text}'")
    return int(text)


def _listed(text: str) -> tuple[str, ...]:
    """Read names divided by colons, as in ``PATH``."""
    return tuple(filter(None, text.split(":")))


def _yes_or_no(text: str) -> bool:
    if text not in {"yes", "no"}:
        raise SetupError(f"expected sandbox=yes or sandbox=no, got '{text}'")
    return text == "yes"
