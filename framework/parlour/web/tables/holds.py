"""Holds: a table where nobody moves, since people are still to come or the host says so."""

from collections.abc import Collection

from msgspec import UNSET

from parlour.rules.seats import Seat
from parlour.table.acts import Ask, Unreadable
from parlour.table.reader import Reading
from parlour.table.table import Table
from parlour.web.tables.metadata import TableFile
from parlour.words.framework import say


def why_held(file: TableFile, table: Table, present: Collection[Seat | None]) -> str:
    """Return why nobody may move, in a sentence; empty if everybody may."""
    held = file.metadata.held
    if held is UNSET or table.is_over:
        return ""
    missing = sorted(table.people.difference(present))
    names = ", ".join(table.viewer.names[seat] for seat in missing) or "-"
    return say("held.start", names=names) if held == "start" else say(f"held.{held}")


def waits_for_nobody(file: TableFile, table: Table, present: Collection[Seat | None]) -> bool:
    """Return whether a match that waits for its people can begin."""
    return file.metadata.held == "start" and table.people.issubset(present)


def is_held_back(reading: Reading) -> bool:
    """Return whether a line does what nobody may do at such a table: one may only ask."""
    return not isinstance(reading.act, Ask | Unreadable | None)
