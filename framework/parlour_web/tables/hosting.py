"""The page of a table's host: the people who came, links and holds."""

import re

from msgspec import UNSET, Struct

from parlour.rules import MisuseError, Seat
from parlour_web.tables import keys
from parlour_web.tables.metadata import Hold
from parlour_web.tables.store import TableStore

MAX_LINK_LETTERS = 300
"""Maximum number of letters of a link that is drawn."""
KEY = re.compile("[A-Za-z0-9_,-]*")
"""The keys behind a link; people who share a page have several."""
QUIET_ZONE = 4
"""Modules of empty margin that readers of a QR code need (ISO/IEC 18004)."""


class HostedSeat(Struct, frozen=True):
    """A seat, as the host sees it."""

    seat: Seat
    name: str
    is_bot: bool
    pages: int
    """Number of pages that are open there."""
    has_link: bool
    """Whether a key opens it."""


class HostedTable(Struct, frozen=True):
    """A table, as its host sees it."""

    title: str
    seats: tuple[HostedSeat, ...]
    held: str
    """The reason why nobody moves: ``start``, ``pause`` or ``end``; may be empty."""
    is_over: bool
    watched: bool
    """Whether spectators may look on."""
    spectators: int
    """Number of their pages."""
    talk: bool | None = None
    """Whether people may talk; None if the server lets nobody talk."""


class HoldOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish of a host that nobody moves, or that everybody does."""

    held: Hold | None


class TalkOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish of a host that people may talk, or may not."""

    talk: bool


class QrCode(Struct, frozen=True):
    """A QR code as a page draws it."""

    size: int
    """Modules of a side, with the quiet zone."""
    path: str
    """The path of its dark modules."""


async def hosted(store: TableStore, name: str) -> HostedTable:
    """Return a table as its host sees it.

    Raises:
        ParlourError: It cannot be opened.
    """
    live = await store.live(name)
    table = live.table
    saved = live.file.metadata
    present = live.present
    seats = tuple(
        HostedSeat(
            seat, title, seat not in table.people, present.count(seat), bool(saved.seats[seat])
        )
        for seat, title in enumerate(table.viewer.names)
    )
    return HostedTable(
        table.game.title,
        seats,
        "" if saved.held is UNSET else saved.held,
        table.is_over,
        saved.watched,
        present.count(None),
        None if store.settings.no_talk else not saved.is_silent,
    )


def qr_code(link: str, table: str, bases: tuple[str, ...]) -> QrCode:
    """Return the QR code of a link to a table, which begins with one of the server's addresses.

    Raises:
        MisuseError: The link leads elsewhere, or the library is missing.
    """
    try:
        import segno  # noqa: PLC0415  slow to import, and seldom needed
    except ImportError:
        raise MisuseError("codes need segno: pip install 'parlour[web]'") from None
    addresses = {f"{keys.link(base, table)}{page}" for base in bases for page in ("", "/host")}
    address, _, key = link.partition("#")
    is_key = KEY.fullmatch(key) is not None
    if address not in addresses or not is_key or len(link) > MAX_LINK_LETTERS:
        raise MisuseError("expected a link to this table")
    rows = [bytes(row) for row in segno.make(link, error="m", micro=False).matrix]
    runs = (
        f"M{run.start() + QUIET_ZONE} {y}h{run.end() - run.start()}v1H{run.start() + QUIET_ZONE}z"
        for y, row in enumerate(rows, QUIET_ZONE)
        for run in re.finditer(b"\x01+", row)
    )
    return QrCode(len(rows) + 2 * QUIET_ZONE, "".join(runs))
