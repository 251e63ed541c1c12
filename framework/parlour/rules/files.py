"""Files: written whole, locked, and read only if they are files; errors name the path."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import IO

import msgspec

from parlour.rules.errors import MisuseError, ParlourError
from parlour.rules.one_line import decoder_problem
from parlour.surroundings import HERE

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Errors of a decoder that gets something else than it expects."""

PRIVATE = 0o600
"""Permissions of a file for its owner alone: records hold seeds and what seats keep secret."""
FOR_OTHERS = 0o666
"""Permissions of a file that is made to be handed on; the umask takes some of them."""
PRIVATE_FOLDER = 0o700
"""Permissions of a folder for its owner alone."""
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""Flag for opening: a link is refused."""

_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Flags for opening: a pipe that nobody writes is not waited for; bytes stay as they are."""


@contextmanager
def writing(path: Path, error: type[ParlourError] = MisuseError) -> Iterator[None]:
    """Raise ``error`` with the path instead of the system's error while a file is written."""
    try:
        yield
    except FileExistsError:
        raise error(f"{path}: is there already; expected the name of a new file") from None
    except (OSError, UnicodeEncodeError) as fault:
        raise error(f"{path}: cannot be written: {_reason(fault)}") from None


def open_private(path: Path | str, flags: int) -> int:
    """Open a file and return its descriptor; if it is new, it is for its owner alone."""
    return os.open(path, flags | getattr(os, "O_BINARY", 0), PRIVATE)


def write_private(
    path: Path,
    raw: bytes,
    error: type[ParlourError] = MisuseError,
    flags: int = os.O_TRUNC,
) -> None:
    """Write a file by its path, which may be a device; if it is new, it is for its owner alone.

    Raises:
        ParlourError: It cannot be written; of the type ``error``.
    """
    with writing(path, error):
        descriptor = open_private(path, os.O_WRONLY | os.O_CREAT | flags)
        with os.fdopen(descriptor, "wb") as file:
            file.write(raw)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, for their owner alone.

    A folder that is there already stays as it is.
    """
    missing = takewhile(lambda place: not place.exists(), folder.parents)
    for place in (*reversed([*missing]), folder):
        place.mkdir(PRIVATE_FOLDER, exist_ok=True)


def close_to_others(folder: Path) -> None:
    """Take the rights of others from a folder that this program has made, if it is there."""
    with suppress(OSError):
        state = folder.lstat()
        is_mine = sys.platform != "win32" and state.st_uid == os.geteuid()
        if is_mine and stat.S_ISDIR(state.st_mode) and state.st_mode & 0o077:
            folder.chmod(PRIVATE_FOLDER)


def write_whole(
    path: Path, raw: bytes, error: type[ParlourError] = MisuseError, mode: int = PRIVATE
) -> None:
    """Write a file beside its place, and put it there in one step; the old file stays till then.

    Where that fails, nothing is left beside it. ``mode`` are the permissions of a new file, as far
    as the umask leaves them.

    Raises:
        ParlourError: It cannot be written; of the type ``error``.
    """
    beside = path.with_name(f".{path.name}.new")
    with writing(path, error):
        beside.unlink(missing_ok=True)  # what a crash has left, or a link of somebody else
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        descriptor = os.open(beside, flags, mode)
        try:
            # Buffered: an unbuffered file may take a part of the bytes, and says so by a number.
            with os.fdopen(descriptor, "wb") as file:
                file.write(raw)
                file.flush()
                sync(descriptor)
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def put_new(draft: Path, path: Path) -> None:
    """Give a finished file its name, unless another file has taken it in the meantime.

    Raises:
        FileExistsError: The name is taken.
    """
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except (NotImplementedError, OSError):
        # On a system without links, two files created at once might meet here.
        draft.rename(path)


def sync(descriptor: int) -> None:
    """Have an open file on the disk."""
    os.fsync(descriptor)
    HERE.saved()


def sync_folder(folder: Path) -> None:
    """Have the names of the files in a folder on the disk, where the system can do that."""
    with suppress(OSError):  # Windows opens no folder
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            sync(descriptor)
        finally:
            os.close(descriptor)


def lock_file(file: IO[bytes], *, shared: bool = False) -> bool:
    """Lock a file for this process, or for all that share it; return False if another one has it.

    Where files cannot be locked, people are trusted.
    """
    try:
        import fcntl  # noqa: PLC0415  Windows has none

        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        pass  # a system, or a file system, without locks
    return True


@contextmanager
def reading(path: Path | str, error: type[ParlourError] = MisuseError) -> Iterator[None]:
    """Raise ``error`` with the path instead of the system's error while a file is read."""
    try:
        yield
    except (OSError, UnicodeEncodeError) as fault:
        raise error(f"{path}: cannot be read: {_reason(fault)}") from None


def _reason(fault: OSError | UnicodeEncodeError) -> str:
    return fault.strerror or str(fault) if isinstance(fault, OSError) else "its name is no text"


@contextmanager
def open_file(path: Path | str, error: type[ParlourError] = MisuseError) -> Iterator[IO[bytes]]:
    """Open a file for reading. Pipes and devices are refused: they may never end, nor begin.

    Raises:
        ParlourError: It cannot be read; of the type ``error``.
    """
    with reading(path, error):
        file = os.fdopen(os.open(path, os.O_RDONLY | _AT_ONCE), "rb")
    with file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise error(f"{path}: expected a file, got a folder, pipe or device")
        yield file


@contextmanager
def decoding(what: str, error: type[ParlourError] = MisuseError) -> Iterator[None]:
    """Raise ``error`` with ``what`` instead of a decoder's error while something is decoded."""
    try:
        yield
    except UNREADABLE as fault:
        raise error(f"{what}: {decoder_problem(fault)}") from None
