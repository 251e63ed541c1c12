"""Opening a table of the browser: its record is written, or its match opened."""

import sys
from pathlib import Path

from parlour.match.game import Match
from parlour.match.record import Header, Line, Record
from parlour.match.replay import replayed
from parlour.players.included import name_in
from parlour.players.time_control import TimeControl
from parlour.plugins.catalog import Catalog
from parlour.table.acts import Face
from parlour.table.opening.tables import Tables, record_match
from parlour.table.table import Table

QUICK = frozenset({"greedy", "uniform"})
"""Bots that answer in a moment: a process for each would cost more than it spares."""


def begin(path: Path, header: Header, catalog: Catalog, lines: tuple[Line, ...] = ()) -> None:
    """Write the record of a match that begins, or goes on from ``lines`` of another.

    Raises:
        ParlourError: The game does not take the players or options, or the record cannot be
            written.
    """
    game = catalog.game_named(header.game)
    match = (
        replayed(game, Record(header, lines), str(path))
        if lines
        else Match(game, header, dealing=False)
    )
    record_match(match, path).close()


def open_table(path: Path, catalog: Catalog, times: TimeControl, names: tuple[str, ...]) -> Table:
    """Return the table of a recorded match, with its bots at their seats.

    Quick bots think in a thread, all others in a process of their own.

    Raises:
        ParlourError: The record does not replay, or is being played elsewhere, or a bot cannot
            be made.
    """
    table = Tables(
        catalog=catalog,
        face=Face.PAGE,
        times=times,
        isolate=sys.platform != "win32",
        isolates=lambda spec: name_in(spec) not in QUICK,
        check_commands=_trust_host,
    ).open(path)
    table.call_people(names)
    try:
        return table.__enter__()
    except BaseException:
        table.__exit__(None, None, None)
        raise


def _trust_host(*_: object) -> None:
    """Allow the commands of a record: the host chose them with --bot, and this server wrote it."""
