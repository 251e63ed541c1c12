"""A backup of a folder of tables, while people play."""

import io
import os
import tarfile
from pathlib import Path

from parlour.match import SUFFIX
from parlour.rules import open_file, open_private, writing
from parlour_web.house.audit import AUDIT_FILE
from parlour_web.tables import metadata
from parlour_web.talk import said


def back_up(folder: Path, file: Path) -> int:
    """Write the tables of a folder into a new archive, and return how many they are.

    The metadata of a table are read before its record, which is older. A record only grows: a
    line that is being written is left out.

    Raises:
        MisuseError: The archive is there already, or something cannot be read or written.
    """
    tables = sorted(folder.glob(f"*{metadata.SUFFIX}"))
    whole = {path.name: _content(path) for path in tables}
    with writing(file):
        descriptor = open_private(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    with (
        writing(file),
        os.fdopen(descriptor, "wb") as raw,
        tarfile.open(fileobj=raw, mode="w:gz") as archive,
    ):
        for name, content in whole.items():
            _add(archive, name, content)
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            _add(archive, path.name, _whole_lines(_content(path)))
        for path in sorted(folder.glob(f"*{said.SUFFIX}")):
            _add(archive, path.name, _whole_lines(_content(path)))
        if (folder / AUDIT_FILE).is_file():
            _add(archive, AUDIT_FILE, _whole_lines(_content(folder / AUDIT_FILE)))
    return len(tables)


def _content(path: Path) -> bytes:
    with open_file(path) as file:
        return file.read()


def _whole_lines(content: bytes) -> bytes:
    return content[: content.rfind(b"\n") + 1]


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    entry.mode = 0o600
    archive.addfile(entry, io.BytesIO(content))
