"""Provenance: the release, machine and bots of each run of a tournament."""

import os
import platform
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import file_digest, sha256
from importlib.metadata import version
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from parlour.players.process.command import BotCommand
from parlour.players.time_control import TimeControl
from parlour.rules.errors import SetupError
from parlour.rules.one_line import quoted

ENVIRONMENTS = frozenset({"venv", "env", "node_modules", "site-packages", "__pycache__"})
"""Names of folders that hold what others wrote."""
DIGEST_DIGITS = 12
"""Digits of a digest that an error shows."""


class BotIdentity(Struct, frozen=True):
    """A bot as it was found before a run."""

    name: str
    """Name of the entrant."""
    bot: str
    """Name and settings as typed."""
    hello: str = ""
    """Name that it says in its greeting; empty for a bot inside this process."""
    version: str = ""
    """Version that it says in its greeting; empty where it says none."""
    digest: str = ""
    """SHA-256 of the files that its command names, or of its plugin's package; empty for a bot
    included in Parlour, which the release identifies."""
    folder_digest: str = ""
    """SHA-256 of the sources beside its script, and of the files that the plan names; empty in
    files of older releases."""

    def difference(self, other: "BotIdentity") -> str:
        """Return what tells another bot of this name from this one, in a clause; empty if nothing.

        A greeting that one of them lacks tells nothing.
        """
        if self.bot != other.bot:
            return f"was {quoted(self.bot)}, and is {quoted(other.bot)}"
        pairs = [(self.digest, other.digest), (self.folder_digest, other.folder_digest)]
        # Older releases noted no digest of the folder.
        for had, has in pairs if self.folder_digest and other.folder_digest else pairs[:1]:
            if had != has:
                return f"had files of digest {had[:DIGEST_DIGITS]}, and has {has[:DIGEST_DIGITS]}"
        mine, its = (f"{one.hello} {one.version}".strip() for one in (self, other))
        return f"was {quoted(mine)}, and is {quoted(its)}" if mine and its and mine != its else ""


class Provenance(Struct, frozen=True):
    """All that a run was played with, beside its plan."""

    release: str
    """Version of Parlour."""
    python: str
    """Version and kind of Python."""
    machine: str
    """System and processor of the machine that ran the tournament."""
    date: str
    """Time of the beginning, in UTC, as ISO 8601 writes it."""
    clock: TimeControl
    """Time that bots had."""
    rules: dict[str, int]
    """Version of the rules of each game, by its id."""
    bots: tuple[BotIdentity, ...]
    """Bots that took part."""

    def same_setting(self, other: "Provenance") -> bool:
        """Return whether another run differs in its date at most."""
        return replace(self, date=other.date) == other


def provenance(
    clock: TimeControl, rules: dict[str, int], bots: Iterable[BotIdentity]
) -> Provenance:
    """Return the provenance of a run that begins now, on this machine."""
    return Provenance(
        release=version("parlour"),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        clock=clock,
        rules=rules,
        bots=tuple(bots),
    )


def check_same_bots(runs: Sequence[Provenance], now: Sequence[BotIdentity]) -> None:
    """Check that no bot has changed under its name since the first of ``runs`` with it.

    Raises:
        SetupError: One has.
    """
    known: dict[str, BotIdentity] = {}
    for run in runs:
        for bot in run.bots:
            if bot.name not in known or not known[bot.name].folder_digest:
                known[bot.name] = bot
    for bot in now:
        change = known[bot.name].difference(bot) if bot.name in known else ""
        if change:
            raise SetupError(
                f"{bot.name}: expected the bot that has played under this name; it {change}. "
                "'parlour tournament extend FILE --without' takes it out, and --bot lets it take "
                "part anew under another name"
            )


def command_digest(command: BotCommand) -> str:
    """Return the digest of the files that a command names, or of its program if it names none."""
    files = _named_files(command)
    if not files:
        found = shutil.which(command.argv[0])
        files = [Path(found)] if found else []
    return digest_of(files)


def _named_files(command: BotCommand) -> list[Path]:
    folder = Path(command.folder or ".")
    program, *words = command.argv
    named = [*([program] if os.sep in program else []), *words]
    return [path for word in named if (path := folder / word).is_file()]


def folder_digest(command: BotCommand | None, files: Sequence[str]) -> str:
    """Return the digest of the sources beside a command's script, and of ``files`` of a plan.

    Sources are files with the script's suffix in its folder and below it, so that a bot may write
    logs there; folders with a hidden name, or of a virtual environment, are left out.

    Raises:
        SetupError: One of the files is not there.
    """
    found: list[Path] = []
    for script in () if command is None else _named_files(command):
        found += _sources_beside(script)
    for name in map(Path, files):
        if not name.exists():
            raise SetupError(f"files: cannot find {name}")
        found += name.rglob("*") if name.is_dir() else [name]
    return digest_of(sorted(filter(Path.is_file, set(found))))


def _sources_beside(script: Path) -> Iterator[Path]:
    """Yield the files with a script's suffix in its folder and below it; none for a program."""
    if not script.suffix:
        return
    yield from (path for path in files_below(script.parent) if path.suffix == script.suffix)


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder; folders that are hidden or of others' code are left out."""
    for place, inside, names in os.walk(folder):
        inside[:] = [name for name in inside if name[0] != "." and name not in ENVIRONMENTS]
        yield from (Path(place, name) for name in names)


def module_digest(module: str) -> str:
    """Return the digest of the Python files of a module's package, or of a module by itself."""
    source = getattr(sys.modules.get(module), "__file__", None)
    if source is None:
        return ""
    path = Path(source)
    alone = "." not in module and path.name != "__init__.py"
    package = sorted(filter(Path.is_file, path.parent.rglob("*.py")))  # links may lead nowhere
    return digest_of([path] if alone else package)


def digest_of(files: Sequence[Path]) -> str:
    """Return one digest of the contents of files, in their order."""
    whole = sha256()
    for path in files:
        with path.open("rb") as file:
            whole.update(file_digest(file, "sha256").digest())
    return whole.hexdigest() if files else ""
