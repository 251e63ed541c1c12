"""The page of a table's host: the people who came, links and holds."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from msgspec import UNSET, Struct

from parlour.rules import MisuseError, Seat
from parlour_web.messages import RematchMessage
from parlour_web.tables import keys
from parlour_web.tables.metadata import Hold, Minutes
from parlour_web.tables.store import TableStore
from parlour_web.tables.table import LiveTable

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
    is_away: bool = False
    """Whether a bot plays for its person until they are back."""


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
    wishes: tuple[str, ...] = ()
    """The names of the people who wish a rematch."""
    minutes: int = 0
    """Minutes a move; then others may let a bot play. 0 for never."""
    may_play_again: bool = False
    """Whether the host can have a rematch, or its links."""


class HoldOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish of a host that nobody moves, or that everybody does."""

    held: Hold | None


class TalkOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish of a host that people may talk, or may not."""

    talk: bool


class MinutesOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish of a host that others may let a bot play after some minutes a move; 0 for never."""

    minutes: Minutes


class RematchOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish of a host for a rematch."""

    key: str = ""
    """The key of the server's host, unless everybody may create tables."""
    own: tuple[str, ...] = ()
    """The keys of the seats of the host, who has a seat there too."""


class LaidRematch(NamedTuple):
    """The table of a rematch."""

    name: str
    links: Mapping[Seat, str]
    """The link to a person's seat, by the seat that the person has had before."""
    host: str
    """The link of its host."""
    is_new: bool
    """Whether it was laid just now."""

    def messages(self, but: Seat | None = None) -> dict[Seat, RematchMessage]:
        """Return what the page at each seat is told, but one."""
        return {seat: RematchMessage(url) for seat, url in self.links.items() if seat != but}


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
            seat,
            title,
            seat not in table.people,
            present.count(seat),
            bool(saved.seats[seat]),
            seat in live.away,
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
        tuple(table.viewer.name(seat) for seat in sorted(live.wishes)),
        saved.minutes or 0,
        table.is_over and not kept_rematch(store, live),
    )


def kept_rematch(store: TableStore, live: LiveTable) -> str:
    """Return the table of a rematch from before the server was started again; else empty.

    Its keys are gone, and its seats are not.
    """
    kept = live.file.metadata.rematch
    is_forgotten = live.rematch is None and kept is not UNSET and store.has(kept)
    return str(kept) if is_forgotten else ""


async def lay_rematch(
    store: TableStore, base: str, live: LiveTable, key: str, address: str
) -> LaidRematch:
    """Lay the table of a rematch unless it is there, and return its links, which begin with a base.

    Raises:
        ParlourError: The match is not over, or the holder of the key may create no table.
    """
    async with live.deciding:
        is_first = live.rematch is None
        if live.rematch is None:
            store.quota.check_new_table(key, address)
            live.rematch = await store.rematch(live.name)
            store.audit.note("laid", live.rematch[0], None, address)
            await store.in_thread(live.file.lead_on, live.rematch[0])
    name, made = live.rematch
    seats = live.table.seats
    links = {(seat + 1) % seats: keys.link(base, name, key) for seat, key in made.seats.items()}
    return LaidRematch(name, links, keys.link(base, f"{name}/host", made.host), is_first)


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
