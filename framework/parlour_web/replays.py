"""Replays: matches from links and files, which everybody may step through and nobody plays on.

A whole record is played again, with people at all seats. The record of one seat holds no moves of
others, so that its table is made of what the seat was told (``SeatReplay``).
"""

from collections.abc import Sequence
from io import BytesIO

from msgspec import UNSET
from msgspec.structs import replace

from parlour.match import Header, Record, SeatRecordReader
from parlour.match.record import SEAT_FORMAT, parse
from parlour.match.seat_record import version_in
from parlour.table import HUMAN

RECORD = "the record"
"""The name of a record from a page in errors."""
MAX_REPLAY_BYTES = 2_000_000
"""Maximum length of a record that becomes a replay."""


def replay_in(raw: bytes) -> Record | SeatRecordReader:
    """Return the record in some bytes: a whole one, or the reader of a seat's record.

    Raises:
        RecordError: They are no record.
    """
    if version_in(raw.partition(b"\n")[0]) == SEAT_FORMAT:
        return SeatRecordReader(BytesIO(raw), RECORD)
    return parse(raw, RECORD)


def header_of(record: Record, names: Sequence[str]) -> Header:
    """Return the header of a replay: no bot is started for it, and no lesson goes on."""
    people = (HUMAN,) * record.header.seats
    return replace(record.header, players=people, names=tuple(names), lesson=UNSET)
