"""The audit log of a house: a line for each act that lets somebody in or out, without keys."""

import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from parlour.rules import Seat, open_file, open_private

log = logging.getLogger("parlour_web")

AUDIT_FILE = ".parlour-house.log"
"""Name of the log in the folder of a server."""
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
            descriptor = open_private(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            try:
                os.write(descriptor, line)
                is_long = os.fstat(descriptor).st_size >= MAX_BYTES
            finally:
                os.close(descriptor)
            if is_long:
                self._path.replace(f"{self._path}{FORMER}")
        except OSError as fault:
            log.warning("the audit log is not written: %s", fault.strerror)


def audit_lines(folder: Path) -> Iterator[AuditLine]:
    """Yield the lines of a folder's audit log, the oldest first."""
    for name in (f"{AUDIT_FILE}{FORMER}", AUDIT_FILE):
        if (folder / name).is_file():
            with open_file(folder / name) as file:
                for line in file:
                    with suppress(msgspec.DecodeError):  # one that a power failure has cut
                        yield msgspec.json.decode(line, type=AuditLine)
