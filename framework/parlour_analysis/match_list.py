"""The list of the saved matches: how each stands, and which are chosen."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from parlour.catalog.catalog import Catalog
from parlour.match import SUFFIX, Match, game_of, open_record, replayed
from parlour.rules import MisuseError, ParlourError, Result, Viewer, writing
from parlour.table import names_in
from parlour.table.opening.saved_matches import is_being_played, saved_paths
from parlour.words import say


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
    names = Viewer(names_in(record.header)).names
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
    points = ", ".join(f"{names[seat]} {result.scores[seat]}" for seat in order)
    return say("matches.over", points=points)


def _turn(match: Match, names: Sequence[str]) -> str:
    """Name the awaited seats: ``2 moves, next: You``."""
    seats = match.awaited.seats
    played = sum(step.seat is not None for step in match.steps)
    count = say("matches.moves", number=played)
    if not seats:
        return say("matches.chance", count=count)
    return say("matches.next", count=count, names=", ".join(names[seat] for seat in seats))


def _reason(fault: Exception, path: Path) -> str:
    return str(fault).removeprefix(str(path)).lstrip(":, ")
