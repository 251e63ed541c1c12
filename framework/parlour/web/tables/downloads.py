"""Downloads: the record of a match, as whoever asks may have it."""

from pathlib import Path

from msgspec.structs import replace

from parlour.match.game import Game
from parlour.match.record import encode, open_record, read
from parlour.match.seat_record import seat_record
from parlour.rules.errors import MisuseError
from parlour.rules.seats import Seat
from parlour.table.seating import public_players
from parlour.web.tables.store import TableStore
from parlour.web.tables.table import Place


async def download(store: TableStore, name: str, place: Place) -> bytes:
    """Return the record of a table: whole after the end, before it as a seat may have it.

    Raises:
        ParlourError: It cannot be read, or a spectator asks before the end.
    """
    table = await store.live(name)
    path, game = store.record(name), table.table.game
    if table.table.is_over:
        return await store.in_thread(_whole, path)
    if place is None:
        raise MisuseError("the record is for the seats before the match is over")
    return await store.in_thread(_of_seat, path, game, place)


def _whole(path: Path) -> bytes:
    """Return a whole record; of a bot that is a command, only the title is handed out."""
    record = read(path)
    public = public_players(record.header.players)
    players = record.header.players if not any("exec:" in one for one in public) else public
    header = replace(record.header, players=players)
    return b"".join(encode(line) + b"\n" for line in (header, *record.lines))


def _of_seat(path: Path, game: Game, seat: Seat) -> bytes:
    with open_record(path) as record:
        players = public_players(record.header.players)
        lines = list(seat_record(game, record, path.name, seat, players))
    return b"".join(line + b"\n" for line in lines)
