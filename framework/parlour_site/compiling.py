"""Compiling the modules of an archive: a page starts in a third of the time.

The Python that compiles must be of the version that runs in the browser: this one, or the browser's
own in Node. So the module imports nothing but Python's library.
"""

import io
from collections.abc import Callable
from importlib import import_module
from types import CodeType
from typing import Any, TypeAlias
from zipfile import ZipFile, ZipInfo

KEPT = "kept/"
"""The beginning of the paths of files that stay as they are, which leave it behind."""
LEAN = "lean/"
"""Likewise, of modules that lose their docstrings and assertions."""
NO_COLUMNS = 13
"""The kind of an entry of a table of lines, as Python's own Objects/locations.md has it."""
SITE = "/site"
"""The folder of the modules in a browser."""

Change: TypeAlias = Callable[[str, bytes], tuple[str, bytes]]


def compiled(archive: bytes) -> bytes:
    """Return an archive with its modules compiled."""
    return _changed(archive, _compiled)


def plain(archive: bytes) -> bytes:
    """Return an archive with its modules as they are, each in its place."""
    return _changed(archive, lambda path, raw: (_place(path), raw))


def zip_info(path: str) -> ZipInfo:
    """Return an entry of an archive without a date, so that the same files make the same bytes."""
    return ZipInfo(path, (1980, 1, 1, 0, 0, 0))


def _changed(archive: bytes, change: Change) -> bytes:
    made = io.BytesIO()
    # It is compressed as a whole, which makes it smaller than its parts would be.
    with ZipFile(io.BytesIO(archive)) as sources, ZipFile(made, "w") as out:
        for path in sources.namelist():
            name, raw = change(path, sources.read(path))
            out.writestr(zip_info(name), raw)
    return made.getvalue()


def _place(path: str) -> str:
    return path.removeprefix(KEPT).removeprefix(LEAN)


def _compiled(path: str, raw: bytes) -> tuple[str, bytes]:
    if path.startswith(KEPT) or not path.endswith(".py"):
        return _place(path), raw
    name = f"{_place(path)}c"
    # A module without a source has the file of its code as its '__file__'.
    optimize = 2 if path.startswith(LEAN) else 0
    whole = compile(raw, f"{SITE}/{name}", "exec", dont_inherit=True, optimize=optimize)
    code = _short(whole) if path.startswith(LEAN) else whole
    importing: Any = import_module("importlib._bootstrap_external")
    return name, bytes(importing._code_to_hash_pyc(code, bytes(8), checked=False))  # noqa: SLF001


def _short(code: CodeType) -> CodeType:
    """Return code whose instructions all have the first line of their function.

    The lines are a tenth of what a page loads, and nobody reads them in a browser.
    """
    parts = (_short(it) if isinstance(it, CodeType) else it for it in code.co_consts)
    eights, rest = divmod(len(code.co_code) // 2, 8)
    lines = _same_line(8) * eights + (_same_line(rest) if rest else b"")
    return code.replace(co_consts=tuple(parts), co_linetable=lines)


def _same_line(instructions: int) -> bytes:
    """Return the entry of up to 8 instructions without columns, on the line before."""
    return bytes([0x80 | NO_COLUMNS << 3 | instructions - 1, 0])
