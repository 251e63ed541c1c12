"""Records of tables: they are begun, opened with the bots at their seats, and downloaded."""

from collections.abc import Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from time import time

from msgspec import DecodeError
from msgspec.json import decode
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.match import (
    AWAY,
    BACK,
    Forfeit,
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
from parlour.players import Level, Player, TimeControl, level_bot, name_in
from parlour.rules import MisuseError, RecordError, Seat, open_file, replaced
from parlour.surroundings import can_isolate
from parlour.table import HUMAN, Advice, Surface, Table, public_players
from parlour.table.opening.answer_times import AnswerTime, times_path
from parlour.table.opening.tables import Tables, record_match
from parlour.table.seating import make_bots
from parlour_analysis.seat_replay import SeatReplay
from parlour_web.tables.quota import QUICK_BOTS, ServerQuota, demand_of

SITTING_IN: Level = "medium"
"""Level of bots that play for people who are away."""


class StandIns:
    """Bots that play for people who are away from one table."""

    def __init__(
        self,
        quota: ServerQuota,
        catalog: Catalog,
        times: TimeControl,
        *,
        name: str,
        game: Game,
        players: Sequence[str],
    ) -> None:
        """``name`` is that of the table, whose game has these ``players``."""
        self.away = set[Seat]()
        """The seats of people who are away: a bot plays for each until they are back."""
        self.waited = 0.0
        """Seconds since the last answer when the table was opened; 0 if they are not known."""
        self.spec = level_bot(game, SITTING_IN, len(players), catalog.bots)
        """The bot that plays for each."""
        self._quota = quota
        self._catalog = catalog
        self._times = times
        self._name = name
        self._players = tuple(players)

    def begin(self, table: Table) -> None:
        """Seat a bot for each person who is away, as the record of a table says.

        Raises:
            ParlourError: It cannot be made, or the record cannot be read.
        """
        self.waited = _seconds_since_answer(table.path)
        self.away.clear()
        for seat in () if table.is_over else sorted(_away_in(table.path)):
            table.sit_in(Forfeit(seat, AWAY, self.spec), self.make(table, seat), is_noted=True)
            self.away.add(seat)
        self.count()

    def check(self) -> None:
        """Check that the server has room for another one.

        Raises:
            Declined: There is no room.
        """
        self._quota.check_room(demand_of((self.spec,), self._times))

    def count(self) -> None:
        """Count them among the bots of the server."""
        every = self._players + (self.spec,) * len(self.away)
        self._quota.open(self._name, demand_of(every, self._times))

    def make(self, table: Table, seat: Seat) -> Player:
        """Make the bot of a seat; a slow one thinks in a process of its own.

        Raises:
            ParlourError: It cannot be made.
        """
        players = replaced((HUMAN,) * table.seats, seat, self.spec)
        isolate = self._catalog.sources if can_isolate() else None
        header = replace(table.new_header(), players=players)
        find_bots = self._catalog.bots
        bots = make_bots(table.game, header, find_bots, isolate=isolate, isolates=_is_isolated)
        (bot,) = filter(None, bots)
        return bot


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
    path: Path,
    game: Game,
    catalog: Catalog,
    times: TimeControl,
    *,
    advice: Advice = "all",
    stand_ins: StandIns | None = None,
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
        isolates=_is_isolated,
        # The host chose the commands of a record with --bot, and this server wrote it.
        check_commands=lambda *_: None,
    ).open(path, game)
    try:
        table.__enter__()
        if stand_ins is not None:
            stand_ins.begin(table)
    except BaseException:
        table.__exit__(None, None, None)
        raise
    return table


def _away_in(path: Path) -> set[Seat]:
    """Return the seats of people who are away, as a record says."""
    away = set[Seat]()
    with open_record(path) as record:
        for line in record.lines:
            if line.forfeit is not None and line.forfeit.cause == AWAY:
                away.add(line.forfeit.seat)
            elif line.forfeit is not None and line.forfeit.cause == BACK:
                away.discard(line.forfeit.seat)
    return away


def _seconds_since_answer(path: Path) -> float:
    """Return the seconds since the last answer of a record; 0 if its time is not known.

    A line that repeats the number of the one before says that the match was opened again.
    """
    latest = AnswerTime(0, inf)
    with suppress(OSError, MisuseError), open_file(times_path(path)) as file:
        for raw in file:
            with suppress(DecodeError):
                told = decode(raw, type=AnswerTime)
                latest = latest if told.line == latest.line else told
    return max(time() - latest.at, 0.0)


def _is_isolated(spec: str) -> bool:
    return name_in(spec) not in QUICK_BOTS


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
