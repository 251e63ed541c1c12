"""``parlour replay``."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arguments import (
    GamePath,
    Plain,
    RecordPath,
    catalog_given,
)
from parlour.cli.completion import complete_seat
from parlour.cli.game_faults import game_in
from parlour.match.record import RecordReader, is_finished, open_record
from parlour.match.replay import open_replay, replay_steps
from parlour.match.seat_record import is_seat_record, open_seat_record
from parlour.rules.errors import MisuseError
from parlour.rules.events import Event
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.table.opening.saved_matches import branch_command
from parlour.table.seating import names_in, seat_names
from parlour.terminal.replay_steps import ReplaySteps, positions
from parlour.terminal.replay_view import ReplayView
from parlour.terminal.screen import Screen
from parlour.terminal.seat_replay import show_seat_record

EXAMPLES = (
    "parlour replay mine.jsonl",
    "parlour replay mine.jsonl --seat 1",
    "parlour replay mine.jsonl --step",
    "parlour replay mine.jsonl --game ./my_game",
)

SeatNumber = Annotated[
    int | None,
    typer.Option(
        "--seat",
        metavar="N",
        help="Show what this seat saw; seats of a record count from 0.",
        min=0,
        autocompletion=complete_seat,
    ),
]
Step = Annotated[
    bool,
    typer.Option(
        "--step", help="Step through the match; in a pipe, show the table after every answer."
    ),
]
Memory = Annotated[
    bool, typer.Option("--memory", help="Show also what a good memory would have kept.")
]


def replay(
    record: RecordPath,
    seat: SeatNumber = None,
    step: Step = False,
    plain: Plain = False,
    memory: Memory = False,
    game: GamePath = None,
) -> None:
    """Show a recorded match again.

    Every move and outcome is shown, then the table at the end. Without --seat nothing
    is hidden, and the table is shown as every seat sees it, if that differs. In a
    terminal --step goes forward and back, answer by answer or turn by turn; ? there
    lists how.

    A record as one seat may have it, which parlour export writes, is shown as far as it
    goes.
    """
    catalog = catalog_given(game)
    if is_seat_record(record):
        with open_seat_record(record) as own, game_in(own, record, catalog) as found:
            header = own.header
            if seat not in {None, header.seat}:
                raise MisuseError(f"expected seat {header.seat}, whose record it is, got {seat}")
            names = seat_names(header.players, header.names or ())
            screen = Screen(found, Viewer(names, memory), plain=plain)
            show_seat_record(found, own, screen, step=step, is_finished=is_finished(record))
        return
    with open_record(record) as read, game_in(read, record, catalog) as found:
        if seat is not None and seat >= read.header.seats:
            raise MisuseError(f"expected a seat from 0 to {read.header.seats - 1}, got {seat}")
        screen = Screen(found, Viewer(names_in(read.header), memory), plain=plain)
        go_on = partial(branch_command, record, game_paths=catalog.paths)
        _replay(read, screen, seat, go_on, step=step)


def _replay(
    record: RecordReader,
    screen: Screen,
    seat: Seat | None,
    go_on: Callable[[int], str],
    *,
    step: bool,
) -> None:
    """Show a whole record, or step through it in a terminal."""
    witnessed: list[Event] = []
    match = open_replay(screen.game, record, record.where, witnessed.append)
    if step and screen.terminal:
        found = positions(match, record, record.where, witnessed)
        ReplaySteps(match, found, screen, seat, go_on).run()
        return
    finished = is_finished(Path(record.where))
    view = ReplayView(match, screen, seat, witnessed, is_finished=finished)
    view.begin()
    for line in replay_steps(match, record, record.where):
        view.answer(line)
        if step and line.over is None:
            view.show(match.view)
    view.end(truncated=record.truncated)
