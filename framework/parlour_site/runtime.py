"""The Python of browsers: files that somebody has brought, each checked by its digest."""

import shlex
import tarfile
from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import msgspec
from msgspec import Struct

from parlour.rules import MisuseError

WASM = "pyodide.asm.wasm"
"""Python itself among the files of Pyodide."""
LOADED = ("pyodide.mjs", "pyodide.asm.mjs", WASM)
"""Files of Pyodide that a page loads."""
LIBRARY = "python_stdlib.zip"
"""Python's library among the files of Pyodide."""
LOCK = "pyodide-lock.json"
"""The list of packages that Pyodide knows."""


class PinnedFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of the runtime."""

    file: str
    """Its name."""
    sha256: str
    release: str = ""
    """The release on the package index whose wheel it is; empty for Pyodide."""


class LibraryParts(Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of Python's library, and of packages, that a site has."""

    also: tuple[str, ...]
    """Modules of packages that are imported by a name made at run time."""
    unused: tuple[str, ...]
    """The beginnings of the names of modules of packages that a site has not."""
    left_out: frozenset[str]
    """Modules and packages of Python's library that it has not."""
    encodings: frozenset[str]
    """The only encodings that it has."""

    def has(self, path: str) -> bool:
        """Return whether a site has a file of the library."""
        parts = path.removesuffix(".py").removesuffix("/__init__").split("/")
        if parts[0] == "encodings" and len(parts) > 1 and parts[1] not in self.encodings:
            return False
        return not any(".".join(parts[:end]) in self.left_out for end in range(1, len(parts) + 1))


class Pins(Struct, frozen=True, forbid_unknown_fields=True):
    """The releases that belong together, with the digest of each file."""

    python: str
    """The version of the Python in it: ``3.14``."""
    npm: str
    """The release of Pyodide on the package index of Node."""
    platform: str
    """The platform of its wheels, as pip names it."""
    pyodide: PinnedFile
    wheels: tuple[PinnedFile, ...]
    library: LibraryParts

    @property
    def files(self) -> tuple[PinnedFile, ...]:
        """All files."""
        return (self.pyodide, *self.wheels)

    def commands(self, folder: Path, missing: set[str]) -> str:
        """Return the commands that bring the missing files into a folder, in one line."""
        place = shlex.quote(str(folder))
        commands = [f"mkdir -p {place}"] if not folder.is_dir() else []
        if self.pyodide.file in missing:
            commands.append(f"npm pack --pack-destination {place} {self.npm}")
        releases = [wheel.release for wheel in self.wheels if wheel.file in missing]
        if releases:
            only = f"--no-deps --only-binary=:all: --python-version {self.python}"
            where = f"--implementation cp --platform {self.platform} --dest {place}"
            what = " ".join(releases)
            commands.append(f"python -m pip download {only} {where} {what}")
        return " && ".join(commands)


def read_pins() -> Pins:
    """Return the releases that this release of Parlour was tested with."""
    text = (files("parlour_site") / "runtime.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=Pins)


class Runtime:
    """The files of the runtime, which have their digests."""

    def __init__(self, folder: Path, pins: Pins) -> None:
        """Check the files in a folder.

        Raises:
            MisuseError: One is missing, or is another.
        """
        self.pins = pins
        self._folder = folder
        missing = {one.file for one in pins.files if not (folder / one.file).is_file()}
        if missing:
            first = next(one.file for one in pins.files if one.file in missing)
            raise MisuseError(
                f"{folder}: expected '{first}' there; this brings what is missing: "
                f"{pins.commands(folder, missing)}"
            )
        for one in pins.files:
            got = sha256((folder / one.file).read_bytes()).hexdigest()
            if got != one.sha256:
                raise MisuseError(
                    f"{folder / one.file}: expected the sha256 {one.sha256}, got {got}; "
                    f"remove it, and this brings the right one: {pins.commands(folder, {one.file})}"
                )

    @property
    def wheels(self) -> Iterator[Path]:
        """The wheels of packages."""
        return (self._folder / wheel.file for wheel in self.pins.wheels)

    @cached_property
    def lock(self) -> bytes:
        """The list of packages that Pyodide loads, without any."""
        info = msgspec.json.decode(self.pyodide[LOCK])["info"]
        return msgspec.json.encode({"info": info, "packages": {}})

    @cached_property
    def pyodide(self) -> dict[str, bytes]:
        """The files of Pyodide that are used, by name."""
        packed = (self._folder / self.pins.pyodide.file).read_bytes()
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            members = {
                name: archive.extractfile(f"package/{name}") for name in (*LOADED, LIBRARY, LOCK)
            }
            return {name: member.read() for name, member in members.items() if member}
