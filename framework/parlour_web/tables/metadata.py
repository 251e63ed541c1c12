"""The metadata of a table: all that is saved of it besides the record of its match."""

from collections.abc import Callable, Collection
from pathlib import Path
from threading import Lock
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from parlour.rules import RecordError, Seat, decoding, open_file, replaced, write_whole
from parlour.table import Advice
from parlour_web.options import MAX_MINUTES
from parlour_web.tables.keys import hash_of

Hold: TypeAlias = Literal["start", "pause", "end"]
"""Reasons why nobody moves: people are still to come, or the host has paused or ended the match."""

Forget: TypeAlias = Callable[[str], None]
"""Forgets an address of a seat, given that address."""

FORMAT = 1
"""The version of this file format; raised if older releases cannot read the change."""

SUFFIX = ".table.json"
"""Ending of the names of these files."""

Minutes: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_MINUTES)]
"""Minutes a move; 0 for no limit."""

MAX_METADATA_BYTES = 65_536
"""Maximum length of such a file."""


class TableSettings(Struct, frozen=True, kw_only=True):
    """The choices of a table's host, which hold for a rematch too."""

    watched: bool = True
    """Whether spectators may look on."""
    delay: int = 0
    """Number of answers that spectators are behind the match."""
    advice: Advice | UnsetType = UNSET
    """The help that its host lets everybody have; unset for what the server gives."""
    silent: bool | UnsetType = UNSET
    """Whether nobody may talk at the table; unset if everybody may."""
    minutes: int | UnsetType = UNSET
    """Minutes a move; then others may let a bot play. Unset if they never may."""


class TableMetadata(TableSettings, frozen=True, kw_only=True):
    """A table, without its match. Other fields of a file are ignored."""

    parlour_table: int = FORMAT
    host: str
    """Hash of the host's key."""
    seats: tuple[str, ...]
    """Hash of the key of each seat; empty for a bot, and if the key was revoked."""
    names: tuple[str, ...]
    """The name of the person at each seat; may be empty."""
    held: Hold | UnsetType = UNSET
    """The reason why nobody moves now; unset if everybody may."""
    rematch: str | UnsetType = UNSET
    """The name of the table of a rematch; unset if nobody has asked for one."""
    webhooks: tuple[str, ...] | UnsetType = UNSET
    """The address of each seat that is told of its turns; unset if nobody has given one."""

    @property
    def settings(self) -> TableSettings:
        """The choices of its host."""
        return TableSettings(**{one: getattr(self, one) for one in TableSettings.__struct_fields__})

    @property
    def is_silent(self) -> bool:
        """Whether nobody may talk at the table."""
        return self.silent is True

    def advice_within(self, given: Advice) -> Advice:
        """Return the help at the table: what its host lets everybody have and the server gives."""
        chosen = given if self.advice is UNSET else self.advice
        return max(given, chosen, key=get_args(Advice).index)

    def webhook(self, seat: Seat) -> str:
        """Return the address that a seat's person has given; may be empty."""
        return "" if self.webhooks is UNSET else self.webhooks[seat]


class TableFile:
    """The metadata of one table, in memory and in its file.

    Any thread may change them: a change reads what the last one has written.
    """

    def __init__(self, path: Path, metadata: TableMetadata) -> None:
        self.name = path.name.removesuffix(SUFFIX)
        """The name of the table."""
        self.metadata = metadata
        self._path = path
        self._changing = Lock()

    def change(self, field: Literal["names", "webhooks"], seat: Seat, text: str) -> None:
        """Change the name of a seat's person, or the address for its turns.

        Raises:
            RecordError: It cannot be written; nothing has changed.
        """

        def changed(now: TableMetadata) -> TableMetadata:
            texts = getattr(now, field)
            texts = ("",) * len(now.seats) if texts is UNSET else texts
            return replace(now, **{field: replaced(texts, seat, text)})

        self._save(changed)

    def forget(self, seat: Seat, address: str) -> None:
        """Forget the address of a seat, unless its person has given another meanwhile.

        Raises:
            RecordError: It cannot be written; nothing has changed.
        """

        def changed(now: TableMetadata) -> TableMetadata:
            if now.webhooks is UNSET or now.webhook(seat) != address:
                return now
            return replace(now, webhooks=replaced(now.webhooks, seat, ""))

        if self._path.exists():  # the table may be deleted meanwhile
            self._save(changed)

    def change_key(self, seat: Seat, key: str) -> None:
        """Give a seat another key, or none if it is empty, and forget the former person's address.

        Raises:
            RecordError: It cannot be written; nothing has changed.
        """

        def changed(now: TableMetadata) -> TableMetadata:
            webhooks = UNSET if now.webhooks is UNSET else replaced(now.webhooks, seat, "")
            hashes = replaced(now.seats, seat, hash_of(key) if key else "")
            return replace(now, seats=hashes, webhooks=webhooks)

        self._save(changed)

    def revoke(self, seats: Collection[Seat]) -> None:
        """Let no key open some seats; a negative one stands for the host of the table.

        Raises:
            RecordError: It cannot be written; nothing has changed.
        """

        def changed(now: TableMetadata) -> TableMetadata:
            hashes = ("" if seat in seats else key for seat, key in enumerate(now.seats))
            host = "" if any(seat < 0 for seat in seats) else now.host
            return replace(now, seats=tuple(hashes), host=host)

        self._save(changed)

    def lead_on(self, table: str) -> None:
        """Keep the name of the table of a rematch.

        Raises:
            RecordError: It cannot be written; nothing has changed.
        """
        self._save(lambda now: replace(now, rematch=table))

    def hold(self, why: Hold | None) -> None:
        """Let nobody move for a reason, or everybody.

        Raises:
            RecordError: It cannot be written; nothing has changed.
        """
        self._save(lambda now: replace(now, held=UNSET if why is None else why))

    def silence(self, is_silent: bool) -> None:  # noqa: FBT001  a thread calls it by position
        """Let nobody talk at the table, or everybody.

        Raises:
            RecordError: It cannot be written; nothing has changed.
        """
        self._save(lambda now: replace(now, silent=is_silent or UNSET))

    def limit(self, minutes: int) -> None:
        """Let others have a bot play after so many minutes; 0 for never.

        Raises:
            RecordError: It cannot be written; nothing has changed.
        """
        self._save(lambda now: replace(now, minutes=minutes or UNSET))

    def _save(self, change: Callable[[TableMetadata], TableMetadata]) -> None:
        with self._changing:
            changed = change(self.metadata)
            write(self._path, changed)
            self.metadata = changed


def path_of(folder: Path, table: str) -> Path:
    """Return the path of the metadata of a table."""
    return folder / f"{table}{SUFFIX}"


def write(path: Path, metadata: TableMetadata) -> None:
    """Write metadata, which only their owner may read.

    Raises:
        RecordError: They cannot be written; the file stays as it was.
    """
    write_whole(path, msgspec.json.encode(metadata), RecordError)


def read(path: Path) -> TableMetadata:
    """Read metadata.

    Raises:
        RecordError: It cannot be read, or is of a newer release.
    """
    with open_file(path, RecordError) as file:
        raw = file.read(MAX_METADATA_BYTES + 1)
    with decoding(f"{path}: expected the metadata of a table", RecordError):
        metadata = msgspec.json.decode(raw[:MAX_METADATA_BYTES], type=TableMetadata)
    if metadata.parlour_table > FORMAT:
        got = metadata.parlour_table
        raise RecordError(
            f"{path}: written by a newer parlour: expected format {FORMAT}, got {got}"
        )
    return metadata
