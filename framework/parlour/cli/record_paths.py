"""Paths of records: where they are kept, and the command that resumes one."""

import shlex
from collections.abc import Sequence
from datetime import datetime
from itertools import count
from pathlib import Path

from parlour.match.record import SUFFIX, RecordFile
from parlour.rules.errors import MisuseError, RecordError


def folder() -> Path:
    """Return the folder in which matches are kept unless a path is given."""
    from platformdirs import user_data_path

    return user_data_path("parlour", appauthor=False) / "matches"


def create_record(path: Path | None, game: str) -> RecordFile:
    """Create a new record, at ``path`` or under a new name in the folder.

    Raises:
        MisuseError: It is there already, or cannot be written.
    """
    try:
        return RecordFile(path or _new_path(game))
    except RecordError as fault:
        raise MisuseError(str(fault)) from None


def resume_command(path: Path, game_paths: Sequence[str] = ()) -> str:
    """Return the command that resumes a match; it names the first path of a game, if any."""
    game = "".join(f" --game {shlex.quote(place)}" for place in game_paths[:1])
    return f"parlour resume {shlex.quote(str(path))}{game}"


def _new_path(game: str) -> Path:
    stem = f"{game}-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    names = (stem if n == 1 else f"{stem}-{n}" for n in count(1))
    paths = (folder() / f"{name}{SUFFIX}" for name in names)
    return next(path for path in paths if not path.exists())
