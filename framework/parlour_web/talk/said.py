"""Lines that people said at a table, in a file beside the record of the match."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from unicodedata import category, normalize

import msgspec
from msgspec import Struct

from parlour.rules import (
    NO_LINK,
    UNREADABLE,
    MisuseError,
    Seat,
    open_file,
    write_private,
    write_whole,
)
from parlour.table.seating import FILLERS
from parlour_web.messages import Reaction

SUFFIX = ".talk"
"""Ending of the names of these files."""
MAX_LETTERS = 300
"""Maximum number of letters of a line."""
MAX_LINES = 200
"""Maximum number of lines of each room that are kept; the oldest goes."""
MAX_MARKS = 3
"""Maximum number of marks on a letter; more would cover other lines."""
MAX_FILE_BYTES = 4 << 20
"""Maximum number of bytes of a file that are read: more than such a file has."""


class SaidLine(Struct, frozen=True, omit_defaults=True):
    """A line that somebody said, as it is kept."""

    at: tuple[int, ...]
    """The position of each seat at that time; in the room of spectators, one number."""
    seat: Seat | None = None
    """The seat of the person; None is a spectator."""
    guest: int = 0
    """The number of the spectator."""
    name: str = ""
    """The name of the person at that time; may be empty."""
    text: str = ""
    reaction: Reaction | None = None
    """A reaction, which has no text."""

    @property
    def is_at_seat(self) -> bool:
        """Whether the room of seats heard it, and not the room of spectators."""
        return self.seat is not None


def path_of(folder: Path, table: str) -> Path:
    """Return the path of what was said at a table."""
    return folder / f"{table}{SUFFIX}"


def shown_text(text: str) -> str:
    """Return a line as it is shown: nothing in it is unseen, breaks it or covers other lines."""
    seen = "".join(
        letter if letter.isprintable() else " " * letter.isspace()
        for letter in FILLERS.sub("", normalize("NFKC", text))
    )
    return normalize("NFKC", " ".join(_few_marks(seen).split()))


def _few_marks(text: str) -> str:
    kept = list[str]()
    marks = 0
    for letter in normalize("NFD", text):
        marks = marks + 1 if category(letter).startswith("M") else 0
        if marks <= MAX_MARKS:
            kept.append(letter)
    return "".join(kept)


def newest(lines: Iterable[SaidLine]) -> list[SaidLine]:
    """Return the lines that are kept: so many of each room."""
    every = list(lines)
    seats = [line for line in every if line.is_at_seat]
    spectators = [line for line in every if not line.is_at_seat]
    return seats[-MAX_LINES:] + spectators[-MAX_LINES:]


def read(path: Path) -> list[SaidLine]:
    """Return what was said; a line that cannot be read is left out."""
    lines = list[SaidLine]()
    with suppress(MisuseError), open_file(path) as file:
        for raw in file.read(MAX_FILE_BYTES).splitlines():
            with suppress(*UNREADABLE):
                lines.append(msgspec.json.decode(raw, type=SaidLine))
    return newest(lines)


def append(path: Path, line: SaidLine) -> None:
    """Write a line at the end of a file.

    Raises:
        MisuseError: It cannot be written.
    """
    write_private(path, _raw([line]), flags=os.O_APPEND | NO_LINK)


def write(path: Path, lines: Sequence[SaidLine]) -> None:
    """Write a file again, with these lines alone.

    Raises:
        MisuseError: It cannot be written; the file stays as it was.
    """
    write_whole(path, _raw(lines))


def _raw(lines: Sequence[SaidLine]) -> bytes:
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
