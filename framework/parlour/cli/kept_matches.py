"""Matches that were kept in the user's folder: how each stands, with its number."""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from parlour.cli.record_paths import kept_paths

if TYPE_CHECKING:
    from parlour.match.match import Match
    from parlour.plugins.catalog import Catalog
    from parlour.rules.answers import Result


class KeptMatch(Struct, frozen=True):
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
    """Whose turn it is, or who won with how many points."""


def kept_matches(most: int | None) -> Iterator[KeptMatch]:
    """Yield the newest matches, at most so many."""
    from parlour.plugins.catalog import Catalog

    catalog = Catalog()
    for number, path in enumerate(islice(kept_paths(), most), 1):
        yield _described(number, path, catalog)


def moved_in(path: Path) -> bool:
    """Return whether a person moved in a match; yes where that cannot be read."""
    from parlour.match.record import open_record
    from parlour.rules.errors import RecordError
    from parlour.table.seating import HUMAN

    try:
        with open_record(path) as record:
            people = {seat for seat, player in enumerate(record.header.players) if player == HUMAN}
            return any(line.over is not None or line.seat in people for line in record.lines)
    except RecordError:
        return True


def _described(number: int, path: Path, catalog: "Catalog") -> KeptMatch:
    """Read a match and say how it stands; where it cannot be read, why not."""
    from parlour.match.record import open_record
    from parlour.rules.errors import ParlourError
    from parlour.table.seating import names_in

    when = f"{datetime.fromtimestamp(path.stat().st_mtime).astimezone():%Y-%m-%d %H:%M}"
    try:
        with open_record(path) as record:
            result = next((line.over for line in record.lines if line.over), None)
    except ParlourError as fault:
        reason = str(fault).removeprefix(str(path)).lstrip(":, ")
        return KeptMatch(number, str(path), "?", when, "", over=False, stands=reason)
    header = record.header
    names = names_in(header)
    over = result is not None
    stands = _stands(path, result, names, catalog)
    who = ", ".join(names)
    return KeptMatch(number, str(path), header.game, when, who, over=over, stands=stands)


def _stands(path: Path, result: "Result | None", names: tuple[str, ...], catalog: "Catalog") -> str:
    """Say whose turn it is, or who won; the match is played again for the first."""
    from parlour.match.record import open_record
    from parlour.match.replay import game_of, replayed
    from parlour.rules.answers import Result

    where = str(path)
    try:
        if result is None:
            with open_record(path) as record:
                match = replayed(game_of(record, where, catalog.game_named), record, where)
            if not isinstance(match.awaited, Result):
                return _turn(match, names)
            result = match.awaited
    except Exception as fault:  # noqa: BLE001  a plugin may raise anything on an old record
        return str(fault).removeprefix(where).lstrip(":, ")
    order = sorted(range(len(names)), key=lambda seat: (result.places[seat], seat))
    return "over: " + ", ".join(f"{names[seat]} {result.scores[seat]}" for seat in order)


def _turn(match: "Match", names: tuple[str, ...]) -> str:
    """Say who is awaited: ``turn of You``."""
    seats = match.awaited.seats
    played = sum(step.seat is not None for step in match.steps)
    moves = f"{played} move{'s' * (played != 1)}"
    if not seats:
        return f"{moves}, chance decides next"
    return f"{moves}, next: {', '.join(names[seat] for seat in seats)}"
