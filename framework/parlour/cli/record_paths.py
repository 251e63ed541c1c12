"""Paths of records: where they are kept, and the command that resumes one."""

import shlex
from collections.abc import Sequence
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from parlour.rules.errors import MisuseError, RecordError

if TYPE_CHECKING:  # --help shows arguments and reads no record
    from parlour.match.record import RecordFile


def folder() -> Path:
    """Return the folder in which matches are kept unless a path is given."""
    from platformdirs import user_data_path

    return user_data_path("parlour", appauthor=False) / "matches"


def record_given(text: str) -> Path:
    """Return the path of a record; a bare name or a number may be that of a match that was kept.

    Matches that were kept are numbered from 1 for the newest, as ``parlour matches`` lists them.
    """
    path = Path(text)
    if text.isdecimal() and not path.exists():
        return _numbered(int(text))
    if path.name == text and not path.exists() and (folder() / text).exists():
        path = folder() / text
    if not path.exists():
        raise typer.BadParameter(f"File '{text}' does not exist.")
    if path.is_dir():
        raise typer.BadParameter(f"File '{text}' is a directory.")
    return path


def kept_paths() -> list[Path]:
    """Return the paths of the records in the folder, the newest first."""
    from parlour.match.record import SUFFIX

    dated = []
    for path in folder().glob(f"*{SUFFIX}"):
        try:
            dated.append((path.stat().st_mtime, path.name, path))
        except OSError:
            continue  # it was deleted meanwhile
    return [path for _, _, path in sorted(dated, reverse=True)]


def last_record() -> Path:
    """Return the path of the newest match that was kept and is not over.

    Raises:
        MisuseError: There is none.
    """
    path = next((path for path in kept_paths() if not _is_over(path)), None)
    if path is None:
        raise MisuseError("expected a match to resume, but none was kept that is not over")
    return path


def _numbered(number: int) -> Path:
    paths = kept_paths()
    if not 1 <= number <= len(paths):
        count = f"1 to {len(paths)}" if paths else "none was kept"
        raise typer.BadParameter(f"there is no match {number} ({count}); see: parlour matches")
    return paths[number - 1]


def _is_over(path: Path) -> bool:
    from parlour.match.record import open_record
    from parlour.rules.errors import RecordError

    try:
        with open_record(path) as record:
            return any(line.over for line in record.lines)
    except RecordError:
        return True  # it cannot be resumed


def create_record(path: Path | None, game: str) -> "RecordFile":
    """Create a new record, at ``path`` or under a new name in the folder.

    Raises:
        MisuseError: It is there already, or cannot be written.
    """
    from parlour.match.record import RecordFile

    try:
        return RecordFile(path or _new_path(game))
    except RecordError as fault:
        raise MisuseError(str(fault)) from None


def resume_command(path: Path, game_paths: Sequence[str] = ()) -> str:
    """Return the command that resumes a match; it names the first path of a game, if any."""
    game = "".join(f" --game {shlex.quote(place)}" for place in game_paths[:1])
    return f"parlour resume {shlex.quote(str(path))}{game}"


def branch_command(path: Path, answer: int, game_paths: Sequence[str] = ()) -> str:
    """Return the command that goes on from an answer of a match, in a match of its own."""
    game = f"{shlex.quote(game_paths[0])} " if game_paths else ""
    return f"parlour play {game}--from {shlex.quote(f'{path}:{answer}')}"


def _new_path(game: str) -> Path:
    from parlour.match.record import SUFFIX

    stem = f"{game}-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    names = (stem if n == 1 else f"{stem}-{n}" for n in count(1))
    paths = (folder() / f"{name}{SUFFIX}" for name in names)
    return next(path for path in paths if not path.exists())
