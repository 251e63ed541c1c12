"""Matches saved in the user's folder: their paths and numbers, and how each stands."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from glob import escape
from itertools import count, islice
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct
from platformdirs import user_data_path

from parlour.catalog.catalog import Catalog
from parlour.match import SUFFIX, Match, game_of, open_record, replayed
from parlour.rules import (
    MisuseError,
    ParlourError,
    RecordError,
    Result,
    close_to_others,
    lock_file,
    open_file,
    writing,
)
from parlour.table.seating import HUMAN, names_in


class SavedMatch(Struct, frozen=True):
    """One match in the user's folder."""

    number: int
    """Its place among them, from 1 for the newest."""
    path: str
    game: str
    when: str
    """When its last line was written: ``2026-01-31 20:15``."""
    who: str
    """The names of the seats, in order."""
    over: bool
    stands: str
    """Turn, or winner and points."""


def user_folder(find: Callable[..., Path]) -> Path:
    """Return a folder of this user that platformdirs finds.

    Raises:
        MisuseError: The user has no home.
    """
    try:
        return find("parlour", appauthor=False)
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
    return user_folder(user_data_path)


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


class MatchFilter(Struct, frozen=True):
    """Choice of the matches that are listed."""

    game: Annotated[
        str,
        Meta(
            description="List matches of this game only.",
            extra={"metavar": "GAME", "completes": "game"},
        ),
    ] = ""
    opponent: Annotated[
        str,
        Meta(
            description="List matches in which somebody of this name plays.",
            extra={"option": "--with", "metavar": "NAME"},
        ),
    ] = ""
    open: Annotated[
        bool,
        Meta(description="List matches that go on only.", extra={"option": "--unfinished"}),
    ] = False
    over: Annotated[
        bool,
        Meta(description="List matches that are over only.", extra={"option": "--finished"}),
    ] = False

    def fits(self, game: str, names: Sequence[str], *, is_over: bool) -> bool:
        """Return whether a match is to be listed."""
        has_opponent = any(self.opponent.casefold() in name.casefold() for name in names)
        wanted_end = not (self.open if is_over else self.over)
        return has_opponent and wanted_end and self.game in {"", game}


EVERY_MATCH = MatchFilter()


def saved_matches(
    most: int | None = None, chosen: MatchFilter = EVERY_MATCH
) -> Iterator[SavedMatch]:
    """Yield the newest matches that are chosen, at most ``most`` of them."""
    catalog = Catalog()
    numbered = enumerate(saved_paths(), 1)
    described = (_described(number, path, catalog, chosen) for number, path in numbered)
    yield from islice(filter(None, described), most)


def delete_match(path: Path) -> None:
    """Delete a record and the files beside it that belong to it.

    Raises:
        MisuseError: It is being played, or a file cannot be deleted.
    """
    with writing(path):
        if is_being_played(path):
            raise MisuseError(f"{path}: is being played elsewhere")
        stem = path.name.removesuffix(SUFFIX)
        for other in path.parent.iterdir():
            if other.name.startswith(f"{stem}."):
                other.unlink()


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


def _described(number: int, path: Path, catalog: Catalog, chosen: MatchFilter) -> SavedMatch | None:
    """Read a match and say how it stands, or why it cannot be read; None if it is not chosen."""
    when = f"{datetime.fromtimestamp(path.stat().st_mtime).astimezone():%Y-%m-%d %H:%M}"
    try:
        with open_record(path) as record:
            ends = (line.over or line.agreed for line in record.lines)
            result = next(filter(None, ends), None)
    except ParlourError as fault:
        if chosen != EVERY_MATCH:
            return None
        return SavedMatch(number, str(path), "?", when, "", over=False, stands=_reason(fault, path))
    names = names_in(record.header)
    if not chosen.fits(record.header.game, names, is_over=result is not None):
        return None
    return SavedMatch(
        number,
        str(path),
        record.header.game,
        when,
        ", ".join(names),
        over=result is not None,
        stands=_standing(path, result, names, catalog),
    )


def _standing(path: Path, result: Result | None, names: Sequence[str], catalog: Catalog) -> str:
    """Say whose turn it is, or who won; the match is replayed for the first."""
    where = str(path)
    try:
        if result is None:
            with open_record(path) as record:
                match = replayed(game_of(record, where, catalog.game_named), record, where)
            if not isinstance(match.awaited, Result):
                return _turn(match, names)
            result = match.awaited
    except Exception as fault:  # noqa: BLE001  a plugin may raise anything on an old record
        return _reason(fault, path)
    order = sorted(range(len(names)), key=lambda seat: (result.places[seat], seat))
    return "over: " + ", ".join(f"{names[seat]} {result.scores[seat]}" for seat in order)


def _turn(match: Match, names: Sequence[str]) -> str:
    """Name the awaited seats: ``2 moves, next: You``."""
    seats = match.awaited.seats
    played = sum(step.seat is not None for step in match.steps)
    moves = f"{played} move{'s' * (played != 1)}"
    if not seats:
        return f"{moves}, chance decides next"
    return f"{moves}, next: {', '.join(names[seat] for seat in seats)}"


def _reason(fault: Exception, path: Path) -> str:
    return str(fault).removeprefix(str(path)).lstrip(":, ")
