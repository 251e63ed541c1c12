"""The audit log of a house: a line for each act that lets somebody in or out, without keys."""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import time
from typing import IO, Literal, TypeAlias

import msgspec
from msgspec import Struct

from parlour.rules import Seat, lock_file, open_file, open_private

log = logging.getLogger("parlour_web")

AUDIT_FILE = ".parlour-house.log"
"""Name of the log in the folder of a server."""
APPEND = os.O_WRONLY | os.O_CREAT | os.O_APPEND
"""Flags of a file that grows only."""
FORMER = ".1"
"""Ending of the log before this one."""
MAX_BYTES = 4 << 20
"""Length of a log until the next one begins; the one before is kept, and no other."""

LetIn: TypeAlias = Literal["laid", "sat", "refused", "new link", "revoked", "deleted"]
"""Acts that let somebody in or out."""


class AuditLine(Struct, frozen=True, omit_defaults=True):
    """An act."""

    at: float
    """Seconds since 1970."""
    act: LetIn
    table: str
    seat: Seat | None = None
    address: str = ""
    """Address of the person who did it; empty if it came from this machine."""


class AuditLog:
    """Writes the audit log of a folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / AUDIT_FILE

    def note(self, act: LetIn, table: str, seat: Seat | None = None, address: str = "") -> None:
        """Write a line; people play on if that fails."""
        line = msgspec.json.encode(AuditLine(round(time(), 3), act, table, seat, address)) + b"\n"
        try:
            with os.fdopen(open_private(self._path, APPEND), "ab", 0) as file:
                file.write(line)
                if os.fstat(file.fileno()).st_size >= MAX_BYTES:
                    self._begin_another(file)
        except OSError as fault:
            log.warning("the audit log is not written: %s", fault.strerror)

    def _begin_another(self, file: IO[bytes]) -> None:
        """Let another log begin, unless another server that shares the folder has done so."""
        if lock_file(file) and os.path.samestat(os.fstat(file.fileno()), self._path.stat()):
            if sys.platform == "win32":
                file.close()  # it renames no open file
            self._path.replace(f"{self._path}{FORMER}")


def audit_lines(folder: Path) -> Iterator[AuditLine]:
    """Yield the lines of a folder's audit log, the oldest first."""
    for name in (f"{AUDIT_FILE}{FORMER}", AUDIT_FILE):
        if (folder / name).is_file():
            with open_file(folder / name) as file:
                for line in file:
                    with suppress(msgspec.DecodeError):  # one that a power failure has cut
                        yield msgspec.json.decode(line, type=AuditLine)
