"""Records of tables: they are begun, opened with the bots at their seats, and downloaded."""

from pathlib import Path

from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.match import (
    Game,
    Header,
    Line,
    Match,
    Record,
    is_seat_record,
    open_record,
    replayed,
    seat_record,
)
from parlour.match.record import encode, read
from parlour.players import TimeControl, name_in
from parlour.rules import RecordError, Seat, open_file
from parlour.surroundings import can_isolate
from parlour.table import Advice, Surface, Table, public_players
from parlour.table.opening.tables import Tables, record_match
from parlour_analysis.seat_replay import SeatReplay
from parlour_web.tables.quota import QUICK_BOTS


def begin_record(
    path: Path, header: Header, catalog: Catalog, lines: tuple[Line, ...] = ()
) -> None:
    """Write the record of a match that begins, or goes on from ``lines`` of another.

    Raises:
        ParlourError: The game does not take the players or options, or the record cannot be
            written.
    """
    game = catalog.game_named(header.game)
    match = (
        replayed(game, Record(header, lines), path.name)
        if lines
        else Match(game, header, dealing=False)
    )
    record_match(match, path).close()


def players_of(path: Path) -> tuple[str, ...]:
    """Return the players of a record.

    Raises:
        RecordError: It cannot be read.
    """
    with open_record(path) as record:
        return record.header.players


def undone_in(path: Path) -> int:
    """Return the number of moves that a record takes back.

    Raises:
        RecordError: It cannot be read.
    """
    with open_file(path, RecordError) as file:
        return sum(line.startswith(b'{"undo":') for line in file)


def open_table(
    path: Path, game: Game, catalog: Catalog, times: TimeControl, advice: Advice = "all"
) -> Table:
    """Return the table of a recorded match, with its bots at their seats.

    Quick bots think in a thread, all others in a separate process. Nobody plays at a seat's record.

    Raises:
        ParlourError: The record does not replay, or is being played elsewhere, or a bot cannot
            be made.
    """
    if is_seat_record(path):
        return SeatReplay(path, game)
    table = Tables(
        catalog=catalog,
        surface=Surface.PAGE,
        times=times,
        advice=advice,
        isolate=can_isolate(),
        isolates=lambda spec: name_in(spec) not in QUICK_BOTS,
        # The host chose the commands of a record with --bot, and this server wrote it.
        check_commands=lambda *_: None,
    ).open(path, game)
    try:
        return table.__enter__()
    except BaseException:
        table.__exit__(None, None, None)
        raise


def whole_record(path: Path) -> bytes:
    """Return a whole record, with titles instead of bots' commands."""
    record = read(path)
    public = public_players(record.header.players)
    players = record.header.players if not any("exec:" in one for one in public) else public
    header = replace(record.header, players=players)
    return b"".join(encode(line) + b"\n" for line in (header, *record.lines))


def record_of_seat(path: Path, game: Game, seat: Seat) -> bytes:
    """Return the record as a seat may have it, a line an answer."""
    with open_record(path) as record:
        players = public_players(record.header.players)
        lines = list(seat_record(game, record, path.name, seat, players))
    return b"".join(line + b"\n" for line in lines)
