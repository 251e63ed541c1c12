"""A room for a bot that sees its own files, the system's programs, and nothing else of the machine.

Bubblewrap (the program ``bwrap``) builds it of Linux's namespaces: no network, no other processes,
no folder but those named here, and none that can be written but the bot's own.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from parlour.rules import SetupError, cut

PROGRAM = "bwrap"
SYSTEM_FOLDERS = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
)
"""Folders with programs, which a bot may read."""
SETTINGS_FILES = (
    "/etc/alternatives",
    "/etc/group",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
)
"""Settings that programs need to start; a bot may read them."""
MEMORY_FOLDERS = ("/dev/shm", "/tmp")  # noqa: S108  names inside of the sandbox
"""Folders of a sandbox that lie in memory, are empty, and can be written to."""
SCRATCH_BYTES = 64 << 20
"""Bytes of each folder that lies in memory."""
WRAPPER_PROCESSES = 2
"""Number of bubblewrap's own processes around a bot."""
ISOLATION_OPTIONS = ("--unshare-all", "--die-with-parent", "--cap-drop", "ALL")
"""Options: separate namespaces of every kind, and no rights of root."""


def check_sandbox() -> None:
    """Check that bots can be put into a sandbox on this machine.

    Raises:
        SetupError: Bubblewrap is missing, or the system does not let this user run it.
    """
    fault = _fault()
    if fault:
        raise SetupError(f"cannot make a sandbox: {fault}")


@cache
def _fault() -> str | None:
    program = shutil.which(PROGRAM)
    if program is None:
        return f"expected bubblewrap, but there is no program '{PROGRAM}' (apt install bubblewrap)"
    trial = [program, *ISOLATION_OPTIONS, "--ro-bind", "/", "/", "true"]
    done = subprocess.run(trial, capture_output=True, text=True, check=False)  # noqa: S603  fixed
    return cut(" ".join(done.stderr.split()), 200) if done.returncode else None


def sandboxed(words: Sequence[str], folder: Path, readable: Sequence[Path]) -> tuple[str, ...]:
    """Return the command that runs a command in a sandbox.

    Its first word is the program's absolute path. It may write into ``folder``, and read
    ``readable`` beside what the command names.
    """
    seen = _outermost([*_named(words), *(path.absolute() for path in readable)])
    binds = [word for path in seen for word in ("--ro-bind-try", str(path), str(path))]
    in_memory = ("--size", str(SCRATCH_BYTES), "--tmpfs")
    return (
        shutil.which(PROGRAM) or PROGRAM,
        *ISOLATION_OPTIONS,
        *_system(),
        *(
            "--proc",
            "/proc",
            "--dev",
            "/dev",
            *in_memory,
            MEMORY_FOLDERS[0],
            *in_memory,
            MEMORY_FOLDERS[1],
        ),
        *binds,
        *("--bind", str(folder), str(folder), "--remount-ro", "/dev", "--remount-ro", "/", "--"),
        *words,
    )


def _outermost(paths: Iterable[Path]) -> list[Path]:
    """Return the paths that lie in none of the others.

    Nothing can be bound inside a bound folder: a link there leads out of it.
    """
    outermost: list[Path] = []
    for path in sorted(set(paths)):
        if not any(path.is_relative_to(folder) for folder in outermost):
            outermost.append(path)
    return outermost


def _system() -> Iterator[str]:
    for name in SYSTEM_FOLDERS:
        if Path(name).is_symlink():
            yield from ("--symlink", os.fspath(Path(name).readlink()), name)
        else:
            yield from ("--ro-bind-try", name, name)
    for name in SETTINGS_FILES:
        yield from ("--ro-bind-try", name, name)


def _named(words: Sequence[str]) -> Iterator[Path]:
    """Yield what a command needs: the installation of its program, and the files it names.

    A file comes with its folder, so that a bot can consist of several files.
    """
    for link in _links(Path(words[0])):
        yield link
        above = link.parent.parent
        if link.parent.name in {"bin", "shims"} and above.name != ".local" and _may_be_seen(above):
            yield above
    for word in words:
        path = Path(word)
        if path.is_absolute() and path.exists():
            yield path
            if not path.is_dir() and _may_be_seen(path.parent):
                yield path.parent


def _links(program: Path) -> Iterator[Path]:
    """Yield a program's path, the paths that its symbolic links lead to, and the last one's own."""
    link = program
    while link.is_symlink():
        yield link
        link = link.parent / link.readlink()
    yield link
    yield link.resolve()


def _may_be_seen(folder: Path) -> bool:
    """Return whether a folder holds neither the host's working folder nor the user's home."""
    whole = folder.resolve()
    return not any(place.resolve().is_relative_to(whole) for place in (Path.cwd(), Path.home()))
