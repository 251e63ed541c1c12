"""Validating records: whether each still replays, and where it first diverges."""

from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from parlour.match import record, replay
from parlour.match.game import Game
from parlour.rules.awaited import Result
from parlour.rules.errors import ParlourError, RecordError

SUFFIX = ".jsonl"
"""Ending of the names of records; a folder is searched for these."""


class Verdict(Struct, frozen=True):
    """Findings about one record."""

    path: str
    fault: str = ""
    """The first divergence in one line; empty where it replays."""
    game: str = ""
    answers: int = 0
    ended: bool = False
    truncated: bool = False
    """Whether the last line was cut short."""


def records(paths: list[Path]) -> Iterator[Path]:
    """Yield the files among ``paths`` and every record in the folders among them, by name."""
    for path in paths:
        if path.is_dir():
            yield from sorted(found for found in path.rglob(f"*{SUFFIX}") if found.is_file())
        else:
            yield path


def validated(path: Path, find: Callable[[str], Game]) -> Verdict:
    """Replay one record with the game that ``find`` returns for its header."""
    try:
        read = record.read(path)
        match = replay.replayed(game_of(read, str(path), find), read, str(path))
    except ParlourError as fault:
        return Verdict(str(path), str(fault).removeprefix(str(path)).lstrip(":, "))
    except Exception as fault:  # noqa: BLE001  a plugin may raise anything on an old record
        return Verdict(str(path), f"the game failed on it: {type(fault).__name__}: {fault}")
    ended = isinstance(match.awaited, Result)
    return Verdict(str(path), "", read.header.game, len(read.lines), ended, read.truncated)


def game_of(read: record.Record, where: str, find: Callable[[str], Game]) -> Game:
    """Return the game that a record is of.

    Raises:
        RecordError: It cannot be had.
    """
    try:
        return find(read.header.game)
    except ParlourError as fault:
        raise RecordError(f"{where}: {fault}") from None
