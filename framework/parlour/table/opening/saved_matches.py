"""Matches saved in the user's folder: their paths and numbers, and how each stands."""

import shlex
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from functools import partial
from glob import escape
from itertools import count
from pathlib import Path

from platformdirs import user_data_path

from parlour.match import SUFFIX, open_record
from parlour.rules import (
    MisuseError,
    RecordError,
    close_to_others,
    lock_file,
    open_file,
)
from parlour.table.seating import HUMAN


def user_folder(find: Callable[[], Path]) -> Path:
    """Return a folder of this user.

    Raises:
        MisuseError: The user has no home.
    """
    try:
        return find()
    except RuntimeError:
        raise MisuseError(
            "expected a folder to keep matches and settings in; set HOME, or XDG_DATA_HOME and "
            "XDG_CONFIG_HOME"
        ) from None


def data_folder() -> Path:
    """Return the folder for what this user keeps: matches, and files that may be started.

    Raises:
        MisuseError: The user has no home.
    """
    return user_folder(partial(user_data_path, "parlour", appauthor=False))


def folder() -> Path:
    """Return the folder for the records of matches that are given no path.

    Earlier releases let all users of the machine look into it; now it is closed to them.

    Raises:
        MisuseError: The user has no home.
    """
    data = data_folder()
    matches = data / "matches"
    close_to_others(data)
    close_to_others(matches)
    return matches


def saved_paths() -> list[Path]:
    """Return the paths of the records in the folder, the newest first.

    A match that no person has moved in is left out until it is over.
    """
    return newest_first(filter(_counts, kept(f"*{SUFFIX}")))


def kept(pattern: str) -> list[Path]:
    """Return the files in the folder whose names match; without a home there are none."""
    with suppress(MisuseError):
        return [*folder().glob(pattern)]
    return []


def newest_first(paths: Iterable[Path]) -> list[Path]:
    """Return those paths that are there, the one that was last written to first."""
    dated = []
    for path in paths:
        with suppress(OSError):  # deleted meanwhile
            dated.append((path.stat().st_mtime, path.name, path))
    return [path for _, _, path in sorted(dated, reverse=True)]


def find_record(text: str) -> Path:
    """Return the path of a record, given as a path or as the name or number of a saved match.

    Saved matches are numbered from 1 for the newest, as ``parlour matches`` lists them.

    Raises:
        MisuseError: There is no such file or match.
    """
    path = Path(text)
    if text.isdecimal() and not path.exists():
        paths = saved_paths()
        if not 1 <= int(text) <= len(paths):
            known = f"1 to {len(paths)}" if paths else "none was saved"
            raise MisuseError(f"there is no match {text} ({known}); see: parlour matches")
        return paths[int(text) - 1]
    if path.name == text and not path.exists():
        path = next(iter(kept(escape(text))), path)
    if not path.exists():
        raise MisuseError(f"File '{text}' does not exist.")
    if path.is_dir():
        raise MisuseError(f"File '{text}' is a directory.")
    return path


def newest_unfinished() -> Path:
    """Return the path of the newest saved match that is not over, nor being played elsewhere.

    Raises:
        MisuseError: There is no such match.
    """
    free = (path for path in saved_paths() if not (_is_over(path) or is_being_played(path)))
    path = next(free, None)
    if path is None:
        raise MisuseError("there is no unfinished match to resume; see: parlour matches")
    return path


def has_saved(game: str) -> bool:
    """Return whether the folder has a record of a game, which its name tells."""
    return bool(kept(f"{game}-*{SUFFIX}"))


def new_path(game: str) -> Path:
    """Return a path in the folder for the record of a new match."""
    stem = f"{game}-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    names = (stem if n == 1 else f"{stem}-{n}" for n in count(1))
    paths = (folder() / f"{name}{SUFFIX}" for name in names)
    return next(path for path in paths if not path.exists())


def resume_command(path: Path, game_path: str = "") -> str:
    """Return the command that resumes a match; it names the path of the game, if it has one."""
    game = f" --game {shlex.quote(game_path)}" if game_path else ""
    return f"parlour resume {shlex.quote(str(path))}{game}"


def _counts(path: Path) -> bool:
    """Return whether a person moved in a match or it is over; yes if it cannot be read."""
    try:
        with open_record(path) as record:
            people = {seat for seat, player in enumerate(record.header.players) if player == HUMAN}
            return any(line.over is not None or line.seat in people for line in record.lines)
    except RecordError:
        return True


def _is_over(path: Path) -> bool:
    """Return whether nobody can play on: the match is over, or its record cannot be read."""
    try:
        with open_record(path) as record:
            return any(line.over or line.agreed for line in record.lines)
    except RecordError:
        return True


def is_being_played(path: Path) -> bool:
    """Return whether another program has a record open, to play on."""
    with open_file(path) as file:
        return not lock_file(file)
