"""A record as one seat may have it: the views and events of the seat, and nothing else.

It can be handed over while the match goes on. It holds no seed, and of every answer only what the
match told the seat of it. So the match cannot be resumed from it: it is shown, not played again.
"""

from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from parlour.match.game import Game
from parlour.match.record import MAX_LINE_BYTES, SEAT_FORMAT, RecordReader, encode, read_object
from parlour.match.replay import (
    AnyRecord,
    check_header,
    open_replay,
    replay_steps,
)
from parlour.rules import (
    UNREADABLE,
    ChanceResolved,
    Forfeited,
    ParlourError,
    Played,
    RecordError,
    Result,
    Seat,
    Undone,
    decode_once,
    decoding,
    open_file,
)

E = TypeVar("E")
V = TypeVar("V")


class SeatHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """First line of a seat's record."""

    parlour: int = SEAT_FORMAT
    seat: Seat
    """Seat that may have it."""
    game: str
    rules_version: int
    seats: int
    options: dict[str, Any] = {}  # a schema is made of it, which knows no object
    players: tuple[str, ...]
    """Name of the player at each seat: without settings, and without commands."""
    names: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Names of the people, as in the whole record."""


class SeatLine(Struct, Generic[E, V], frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Any later line: one for the beginning of the match, and one for each line of its record."""

    events: tuple[E, ...] = msgspec.field(name="told", default=())
    """Events that the seat was told: the answer in the form for the seat, and the later events."""
    reason: str = ""
    """Reason why the seat's own bot forfeited."""
    view: V | None = None
    """All that the seat may know since; left out if it is as before."""
    over: Result | None = None
    """Result of the match."""


AnySeatLine: TypeAlias = SeatLine[Any, Any]


def told_by(game: Game) -> object:
    """Return the type of every event that a seat can be told in a match of ``game``."""
    events = Played | ChanceResolved | Undone | Forfeited
    return events if game.events is None else events | game.events


def seat_record(
    game: Game, record: AnyRecord, where: str, seat: Seat, players: Sequence[str]
) -> Iterator[bytes]:
    """Yield the lines of a seat's record; ``players`` are the names that the seat knows.

    Raises:
        RecordError: The record does not replay, or has no such seat.
    """
    head = record.header
    if not 0 <= seat < head.seats:
        raise RecordError(f"{where}: expected a seat from 0 to {head.seats - 1}, got {seat}")
    match = open_replay(game, record, where)
    yield encode(
        SeatHeader(
            seat=seat,
            game=game.id,
            rules_version=head.rules_version,
            seats=head.seats,
            options=head.options,
            players=tuple(players),
            names=head.names,
        )
    )
    view = match.view(seat)
    events = match.events(seat)
    heard = len(events)
    yield encode(SeatLine(events=events, view=view))
    for line in replay_steps(match, record, where):
        if (end := line.over or line.agreed) is not None:
            yield encode(SeatLine(over=end))
            continue
        before = view
        view = match.view(seat)
        events = match.events(seat, heard)
        heard += len(events)
        is_own = line.forfeit is not None and line.forfeit.seat == seat
        reason = line.forfeit.reason if is_own and line.forfeit else ""
        yield encode(SeatLine(events, reason, None if view == before else view))


class SeatRecordReader(RecordReader):
    """A seat's record that is read line by line, once."""

    header: SeatHeader  # type: ignore[assignment]  # it stands in the place of the other header

    def _read_header(self, line: bytes) -> SeatHeader:  # type: ignore[override]  # likewise
        with decoding(f"{self.where}, line 1: expected the header of a seat's record", RecordError):
            return decode_once(msgspec.json.Decoder(SeatHeader), line)

    def steps(self, game: Game) -> Iterator[AnySeatLine]:
        """Yield the lines, each with the view as it then was.

        Raises:
            RecordError: The header does not fit the game, or a line is of another shape.
        """
        header = self.header
        check_header(game, header, self.where)
        try:
            options = game.recorded_options(header.rules_version, header.options)
            game.check_setup(header.seats, options)
        except ParlourError as fault:
            raise RecordError(f"{self.where}: {fault}") from None
        if not 0 <= header.seat < header.seats:
            expected = f"expected a seat from 0 to {header.seats - 1}"
            raise RecordError(f"{self.where}: {expected}, got {header.seat}")
        kind: Any = SeatLine
        decoder = msgspec.json.Decoder(kind[told_by(game), game.view])
        view = None
        while (raw := self._next()) is not None:
            place = f"{self.where}, line {self.count}"
            with decoding(f"{place}: expected what a seat was told", RecordError):
                line = decoder.decode(raw)
            view = view if line.view is None else line.view
            if view is None:
                raise RecordError(f"{place}: expected a view, got none")
            yield msgspec.structs.replace(line, view=view)


def version_in(line: bytes) -> object:
    """Return the format that a header names; None if it names none."""
    try:
        return read_object(line.removeprefix(BOM_UTF8)).get("parlour")
    except UNREADABLE:
        return None


def is_seat_record(path: Path) -> bool:
    """Return whether a file begins as a seat's record does.

    Raises:
        RecordError: The file cannot be read.
    """
    with open_file(path, RecordError) as file:
        return version_in(file.readline(MAX_LINE_BYTES)) == SEAT_FORMAT


@contextmanager
def open_seat_record(path: Path) -> Iterator[SeatRecordReader]:
    """Open a seat's record, to be read line by line.

    Raises:
        RecordError: The file cannot be read, or is not such a record.
    """
    with open_file(path, RecordError) as file:
        yield SeatRecordReader(file, str(path))
