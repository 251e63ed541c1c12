"""Submissions to a league: folders of bots, and each version of them as it came."""

import errno
import os
import re
import shlex
import shutil
import stat
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, time
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from parlour.players import BOTS
from parlour.rules import SetupError, make_folder, one_line, quoted
from parlour_process.command import (
    MAX_MEMORY_MEBIBYTES,
    MAX_PROCESSES,
    MIN_MEMORY_MEBIBYTES,
    ProcessLimits,
)
from parlour_tournament.plan import (
    ENVIRONMENTS,
    BotSetting,
    as_settings,
    files_below,
    read_toml,
)
from parlour_tournament.schedules import hashed

BOT_FILE = "bot.toml"
"""Name of the file that makes a folder a submission."""
MAX_FOLDER_BYTES = 1 << 28
"""Maximum number of bytes of a bot's files together."""
MAX_DEPTH = 32
"""Maximum number of folders in each other below a bot's folder."""
CHUNK_BYTES = 1 << 20
"""Number of bytes that are copied at once."""
MAX_AUTHORS = 10
"""Maximum number of authors of a bot whose names are shown."""
MAX_AUTHOR_LETTERS = 40
"""Maximum number of letters of such a name."""
MAX_COMMAND_LETTERS = 1_000
"""Maximum number of letters of the command of a bot."""
DAY_SECONDS = 86_400
"""Seconds of a day."""
LOOK_SECONDS = 2.0
"""Seconds until the folders are looked at again."""
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,29}")
"""Name of a bot's folder."""
UNREADABLE = re.compile(r"[:,\]]")
"""Characters that the path of a league may not have: in the name of a bot they mean something."""


class BotFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``bot.toml``."""

    command: Annotated[str, Meta(max_length=MAX_COMMAND_LETTERS)]
    """Command that starts the bot, as typed in its folder."""
    authors: tuple[str, ...] = ()
    """Names of its authors."""
    memory: Annotated[int, Meta(ge=MIN_MEMORY_MEBIBYTES, le=MAX_MEMORY_MEBIBYTES)] = (
        ProcessLimits().memory
    )
    """Mebibytes of memory that all its processes may hold together."""
    processes: Annotated[int, Meta(ge=1, le=MAX_PROCESSES)] = ProcessLimits().processes
    """Number of processes."""


class SubmissionLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of a league on what strangers submit: the table ``limits`` of its settings."""

    memory: Annotated[int, Meta(ge=MIN_MEMORY_MEBIBYTES, le=MAX_MEMORY_MEBIBYTES)] = (
        ProcessLimits().memory
    )
    """Maximum mebibytes of memory that a bot may ask for."""
    processes: Annotated[int, Meta(ge=1, le=MAX_PROCESSES)] = ProcessLimits().processes
    """Maximum number of processes that a bot may ask for."""
    bots: Annotated[int, Meta(ge=1)] = 200
    """Maximum number of bots."""
    versions: Annotated[int, Meta(ge=1)] = 5
    """Number of versions of a bot whose files are kept, beside the version that takes part."""
    submissions: Annotated[int, Meta(ge=1)] = 20
    """Maximum number of versions of a bot in a day."""

    def check(self, asked: BotFile, folder: Path) -> None:
        """Check what a bot asks for.

        Raises:
            SetupError: It is too much.
        """
        for name in ("memory", "processes"):
            most = getattr(self, name)
            got = getattr(asked, name)
            if got > most:
                where = f"{folder / BOT_FILE}: {name}"
                raise SetupError(
                    f"{where}: expected at most {most}, as the league allows, got {got}"
                )


class Version(Struct, frozen=True):
    """A version of a bot: its files as they were submitted."""

    folder: Path
    """Folder of its files, which nobody changes: ``…/mine-2``."""

    @property
    def name(self) -> str:
        """Name of the version as it takes part: ``mine-2``."""
        return self.folder.name

    @property
    def number(self) -> int:
        """Number of the version, from 1."""
        return int(self.name.rpartition("-")[2])

    @property
    def file(self) -> BotFile:
        """Settings that its authors gave it.

        Raises:
            SetupError: Its file cannot be read.
        """
        return read_bot_file(self.folder)

    def setting(self) -> BotSetting:
        """Return the version as a tournament takes it: in a sandbox, where it sees its folder.

        Raises:
            SetupError: Its command names files that are not in its folder.
        """
        given = self.file
        limits = f"memory={given.memory},processes={given.processes}"
        settings = f"sandbox=yes,{limits},read={self.folder}"
        command = shlex.join(_words(given.command, self.folder))
        return BotSetting(f"exec[{settings}]:{command}", self.name, [str(self.folder)])


def bot_of(name: str) -> str:
    """Return the bot of a version's name: ``mine`` of ``mine-2``; empty for any other name."""
    bot, _, number = name.rpartition("-")
    return bot if number.isdecimal() else ""


def read_bot_file(folder: Path) -> BotFile:
    """Read the file ``bot.toml`` of a folder.

    Raises:
        SetupError: It cannot be read, or its command is not one.
    """
    path = folder / BOT_FILE
    known = {"": BotFile.__struct_fields__}
    found = as_settings(read_toml(path), BotFile, str(path), known, {})
    _words(found.command, folder)
    shown = (one_line(name, MAX_AUTHOR_LETTERS) for name in found.authors[:MAX_AUTHORS])
    return replace(found, authors=tuple(shown))


def _words(command: str, folder: Path) -> list[str]:
    """Return a command whose words name files of a folder by their absolute paths.

    Raises:
        SetupError: A word names a file elsewhere, which the bot could then read in its sandbox.
    """
    if not command.isprintable():
        expected = "expected a command in one line of letters that are seen"
        raise SetupError(f"{folder / BOT_FILE}: {expected}, got {quoted(command)}")
    try:
        words = shlex.split(command)
    except ValueError as fault:
        raise SetupError(f"{folder / BOT_FILE}: cannot read the command: {fault}") from None
    whole = folder.resolve()
    for number, word in enumerate(words):
        path = folder / word
        if _is_there(path) and path.resolve().is_relative_to(whole):
            words[number] = str(path)
        elif os.sep in word or _is_there(Path(word)):
            expected = "expected a program, and files of this folder"
            raise SetupError(f"{folder / BOT_FILE}: command: {expected}, got {quoted(word)}")
    if not words:
        raise SetupError(f"{folder / BOT_FILE}: expected a command")
    return words


def _is_there(path: Path) -> bool:
    with suppress(OSError):  # no file has so long a name
        return path.exists()
    return False


class Submissions:
    """The bots' folders in the folder of a league, and the versions that are kept of them."""

    def __init__(
        self,
        folder: Path,
        versions: Path,
        limits: SubmissionLimits = SubmissionLimits(),  # noqa: B008  it cannot change
        taken: Iterable[str] = (),
    ) -> None:
        """``taken`` are names that no bot of a stranger may have, or one that looks the same."""
        self._folder = folder
        self._versions = versions
        self._limits = limits
        self._names = frozenset(map(_look_of, (*taken, *BOTS)))
        self._taken: Mapping[Path, tuple[int, int]] = {}
        self._seen: Mapping[Path, tuple[int, int]] = {}
        self._due = 0.0

    def versions(self) -> list[Version]:
        """Return all versions: bot by bot, the oldest first."""
        found = [Version(path) for path in self._versions.glob("*-*") if bot_of(path.name)]
        return sorted(found, key=lambda version: (bot_of(version.name), version.number))

    def take(self) -> dict[str, str]:
        """Keep a new version of each bot that has changed; return why some cannot be taken.

        A version appears whole or not at all, whenever the process is killed.
        """
        make_folder(self._versions)
        for left in self._versions.glob(".new-*"):
            shutil.rmtree(left, ignore_errors=True)
        self._taken = self._stamps()
        problems: dict[str, str] = {}
        newest = {bot_of(version.name): version for version in self.versions()}
        for folder in self._folders():
            try:
                known = newest.get(folder.name)
                if known is None or digest_of_bot(folder) != digest_of_bot(known.folder):
                    self._check(folder.name, len(newest) + (known is None))
                    name = f"{folder.name}-{1 if known is None else known.number + 1}"
                    with TemporaryDirectory(prefix=".new-", dir=self._versions) as draft:
                        whole = copy_bot(folder, Path(draft, name), self._limits).folder
                        whole.rename(self._versions / name)
                    newest[folder.name] = Version(self._versions / name)
            except (OSError, SetupError) as fault:
                problems[folder.name] = str(fault)
        return problems

    def forget(self, left: Collection[str]) -> None:
        """Delete the files of versions that have left, but for the newest of each bot.

        Their settings stay, since pages name their authors.
        """
        kept = Counter[str]()
        for version in reversed(self.versions()):
            bot = bot_of(version.name)
            kept[bot] += 1
            if kept[bot] > self._limits.versions and version.name in left:
                for path in version.folder.iterdir():
                    if path.name != BOT_FILE and path.is_dir():
                        shutil.rmtree(path)
                    elif path.name != BOT_FILE:
                        path.unlink()

    def _check(self, bot: str, bots: int) -> None:
        """Check that another version of a bot may be taken.

        Raises:
            SetupError: It is called like a bot of the house, or there are too many.
        """
        if _look_of(bot) in self._names:
            raise SetupError(f"expected a name unlike those of the house's bots, got {quoted(bot)}")
        if bots > self._limits.bots:
            raise SetupError(f"expected at most {self._limits.bots} bots in this league")
        times = (
            (version.folder / BOT_FILE).stat().st_mtime
            for version in self.versions()
            if bot_of(version.name) == bot
        )
        if sum(abs(time() - made) < DAY_SECONDS for made in times) >= self._limits.submissions:
            most = self._limits.submissions
            raise SetupError(f"expected at most {most} versions a day; the next is taken tomorrow")

    def has_news(self) -> bool:
        """Return whether a folder has changed since ``take``, and is not being written to."""
        if monotonic() >= self._due:
            self._due = monotonic() + LOOK_SECONDS
            before = self._seen
            self._seen = self._stamps()
            return self._seen == before != self._taken
        return False

    def _folders(self) -> Iterator[Path]:
        for path in sorted(self._folder.glob(f"*/{BOT_FILE}")):
            if path.parent.name[0] != ".":
                yield path.parent

    def _stamps(self) -> Mapping[Path, tuple[int, int]]:
        """Return when each file of a bot was last changed, and its size."""
        stamps: dict[Path, tuple[int, int]] = {}
        for path in (path for folder in self._folders() for path in files_below(folder)):
            with suppress(OSError):  # its authors may delete it at any moment
                state = path.lstat()
                stamps[path] = state.st_mtime_ns, state.st_size
        return stamps


def _look_of(name: str) -> str:
    """Return how the name of a bot looks, without the number of a version."""
    letters = re.sub("[_-]", "", name.casefold()).rstrip("0123456789") or name
    return letters.translate(str.maketrans("01i", "oll"))


def copy_bot(
    source: Path,
    target: Path,
    limits: SubmissionLimits = SubmissionLimits(),  # noqa: B008  it cannot change
) -> Version:
    """Copy the files of a bot into a new folder, and return that as a version.

    Raises:
        SetupError: It is no submission: a file is missing, is a link, or too large, or it asks for
            more than the limits allow.
    """
    if not NAME.fullmatch(source.name):
        raise SetupError(f"expected a name of letters, digits, - and _, got {quoted(source.name)}")
    read_bot_file(source)
    for file in _files_of(source):
        path = target / file.name
        make_folder(path.parent)
        mode = 0o700 if file.is_program else 0o600
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as copy:
            copy.writelines(file.chunks)
    # What was read before may have been another file.
    limits.check(read_bot_file(target), source)
    return Version(target)


def digest_of_bot(folder: Path) -> str:
    """Return a digest of all files of a bot, with their names.

    Raises:
        SetupError: One is a link, or they are too large.
    """
    texts: list[str] = []
    for file in _files_of(folder):
        whole = sha256()
        for chunk in file.chunks:
            whole.update(chunk)
        texts += [file.name, whole.hexdigest()]
    return hashed(texts)


@dataclass(frozen=True)
class _BotSource:
    """A file of a bot while it is open."""

    name: str
    """Path in the bot's folder."""
    is_program: bool
    """Whether its owner may run it."""
    chunks: Iterator[bytes]
    """Its content, part by part."""


def _files_of(folder: Path) -> Iterator[_BotSource]:
    """Yield the files of a bot in order; each is open until the next one.

    A link could show the bot a file of this machine, and its authors may put one there at any
    moment. So no path is looked up twice: each file is opened by its name in an open folder, and
    the open file is judged.

    Raises:
        SetupError: One is a link or something else than a file, or they are too large.
    """
    sizes = _Sizes(folder)
    with _opened(folder) as descriptor:
        yield from _files_in(descriptor, folder, Path(), sizes)


def _files_in(descriptor: int, folder: Path, below: Path, sizes: "_Sizes") -> Iterator[_BotSource]:
    if len(below.parts) > MAX_DEPTH:
        raise SetupError(f"{folder}: expected at most {MAX_DEPTH} folders in each other")
    for name in sorted(set(os.listdir(descriptor)) - ENVIRONMENTS):
        path = below / name
        with _opened(folder / path, descriptor) as inside:
            state = os.fstat(inside)
            if stat.S_ISREG(state.st_mode):
                is_program = bool(state.st_mode & stat.S_IXUSR)
                sizes.add(state.st_size)
                yield _BotSource(str(path), is_program, _chunks(inside, state.st_size))
            elif not stat.S_ISDIR(state.st_mode):
                raise _odd(folder / path)
            elif name[0] != ".":
                yield from _files_in(inside, folder, path, sizes)


class _Sizes:
    """The bytes of a bot's files together, up to ``MAX_FOLDER_BYTES``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._bytes = 0

    def add(self, size: int) -> None:
        """Add a file.

        Raises:
            SetupError: They are too large.
        """
        self._bytes += size
        if self._bytes > MAX_FOLDER_BYTES:
            most = f"expected at most {MAX_FOLDER_BYTES:,} bytes"
            raise SetupError(f"{self._folder}: {most}, got {self._bytes:,} or more")


def _chunks(descriptor: int, size: int) -> Iterator[bytes]:
    """Yield at most ``size`` bytes of a file: it may grow while it is read."""
    while size > 0 and (chunk := os.read(descriptor, min(size, CHUNK_BYTES))):
        size -= len(chunk)
        yield chunk


@contextmanager
def _opened(path: Path, folder: int | None = None) -> Iterator[int]:
    """Open a file or folder, by its name in the open ``folder`` if there is one.

    Raises:
        SetupError: It is a link.
    """
    try:
        # A pipe that nobody writes is not waited for.
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
        descriptor = os.open(path if folder is None else path.name, flags, dir_fd=folder)
    except OSError as fault:
        if fault.errno == errno.ELOOP:
            raise _odd(path) from None
        raise
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _odd(path: Path) -> SetupError:
    return SetupError(f"{path}: expected a file, got a link or something else")
