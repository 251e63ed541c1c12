"""Opening a table: its match is begun, or played again from its record, and people are seated."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from parlour.match.match import Match
from parlour.match.record import Header, RecordFile, encode, read
from parlour.match.replay import game_of, replayed
from parlour.players.time_control import TimeControl
from parlour.plugins.catalog import Catalog
from parlour.rules.errors import RecordError
from parlour.rules.words import Viewer
from parlour.table.seating import seat_names
from parlour.table.session import Session
from parlour.web.tables.players import seat_bots


def begin(path: Path, header: Header, catalog: Catalog, lines: tuple[Any, ...] = ()) -> None:
    """Write the record of a match that begins, or goes on from ``lines`` of another.

    Raises:
        ParlourError: The game does not take the players or options, or the record cannot be
            written.
    """
    game = catalog.game_named(header.game)
    file = RecordFile(path)
    try:
        match = Match(game, header, file if not lines else None, dealing=not lines)
        if lines:
            file(encode(header))
            for line in lines:
                match.apply(line)
                file(encode(line))
            match.resume(file)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    finally:
        file.close()


def open_session(
    path: Path, catalog: Catalog, times: TimeControl, names: tuple[str, ...]
) -> Session:
    """Return the session of a recorded match, with its bots at their seats.

    Raises:
        ParlourError: The record does not replay, or is being played elsewhere, or a bot cannot
            be made.
    """
    where = str(path)
    record = read(path)
    game = game_of(record, where, catalog.game_named)
    match = replayed(game, record, where)
    bots = seat_bots(game, match.header, catalog, steps=len(match.steps))
    file = RecordFile(path, keep=record.size)
    try:
        if len(match.lines) > len(record.lines):  # killed between the last answer and the end
            with suppress(RecordError):  # without it the record still replays to the end
                file(encode(match.lines[-1]))
        match.resume(file)
        session = Session(match, bots, file, times, resume_command=_resume)
        call_by(session, names)
        session.__enter__()
    except BaseException:
        file.close()
        raise
    return session


def call_by(session: Session, names: tuple[str, ...]) -> None:
    """Call the people at a match by ``names``."""
    header = session.match.header
    session.viewer = Viewer(seat_names(header.players, names), session.viewer.memory)


def _resume(path: Path) -> str:
    return f"parlour resume {path.name}"
