"""A backup of a folder of tables, while people play."""

import io
import os
import tarfile
from pathlib import Path

from parlour.match import SUFFIX
from parlour.rules import MisuseError, open_file, open_private, writing
from parlour_web.house.audit import AUDIT_FILE
from parlour_web.notices.push import KEY_FILE
from parlour_web.tables import metadata
from parlour_web.talk import said


def back_up(folder: Path, file: Path) -> int:
    """Write the tables of a folder into a new archive, and return how many they are.

    The metadata of a table are read before its record, which is older. A record only grows: a
    line that is being written is left out, and so is a table that is deleted meanwhile.

    Raises:
        MisuseError: The archive is there already, or something cannot be read or written.
    """
    with writing(file):
        descriptor = open_private(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        with (
            writing(file),
            os.fdopen(descriptor, "wb") as raw,
            tarfile.open(fileobj=raw, mode="w:gz") as archive,
        ):
            return _add_all(archive, folder)
    except BaseException:
        file.unlink()
        raise


def _add_all(archive: tarfile.TarFile, folder: Path) -> int:
    """Add all files of a folder, and return the number of tables."""
    tables = 0
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        saved = metadata.path_of(folder, path.name.removesuffix(SUFFIX))
        head = _content(saved)
        record = _content(path)
        if record is not None:
            _add(archive, path.name, _whole_lines(record))
        if record is not None and head is not None:
            _add(archive, saved.name, head)
            tables += 1
    for path in (*sorted(folder.glob(f"*{said.SUFFIX}")), folder / AUDIT_FILE, folder / KEY_FILE):
        lines = _content(path)
        if lines is not None:
            _add(archive, path.name, _whole_lines(lines))
    return tables


def _content(path: Path) -> bytes | None:
    """Return the content of a file, or None if it is there no more.

    Raises:
        MisuseError: It cannot be read.
    """
    try:
        with open_file(path) as file:
            return file.read()
    except MisuseError:
        if path.exists():
            raise
        return None


def _whole_lines(content: bytes) -> bytes:
    return content[: content.rfind(b"\n") + 1]


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    entry.mode = 0o600
    archive.addfile(entry, io.BytesIO(content))
