"""``parlour replay``."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arguments import (
    GamePath,
    Memory,
    Plain,
    RecordPath,
    catalog_given,
)
from parlour.cli.completion import complete_seat
from parlour.cli.game_faults import blame
from parlour.match import replay as library
from parlour.match.record import is_finished, open_record
from parlour.match.replay import game_of
from parlour.match.seat_record import is_seat_record, open_seat_record
from parlour.rules.errors import MisuseError
from parlour.rules.events import Event
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
    is hidden, and the table is shown as every seat sees it, where that differs. In a
    terminal --step goes forth and back, answer by answer or turn by turn; ? there
    lists how.

    A record as one seat may have it, which parlour export writes, is shown as far as it
    goes.
    """
    if is_seat_record(record):
        _replay_seat(record, seat, game, plain=plain, memory=memory, step=step)
        return
    catalog = catalog_given(game)
    with open_record(record) as read:
        if seat is not None and seat >= read.header.seats:
            raise MisuseError(f"expected a seat from 0 to {read.header.seats - 1}, got {seat}")
        found = game_of(read, str(record), catalog.game_named)
        with blame(found, catalog):
            witnessed: list[Event] = []
            match = library.open_replay(found, read, str(record), witnessed.append)
            screen = Screen(found, Viewer(names_in(read.header), memory), plain=plain)
            if step and screen.terminal:
                found_positions = positions(match, read, str(record), witnessed)
                go_on = partial(branch_command, record, game_paths=catalog.paths)
                ReplaySteps(match, found_positions, screen, seat, go_on).run()
                return
            finished = is_finished(record)
            view = ReplayView(match, screen, seat, witnessed, is_finished=finished)
            view.begin()
            for line in library.replay_steps(match, read, str(record)):
                view.answer(line)
                if step and line.over is None:
                    view.show(match.state)
            view.end(truncated=read.truncated)


def _replay_seat(
    path: Path, seat: int | None, game: str | None, *, plain: bool, memory: bool, step: bool
) -> None:
    """Show a record as one seat may have it."""
    catalog = catalog_given(game)
    with open_seat_record(path) as read:
        if seat is not None and seat != read.header.seat:
            raise MisuseError(f"expected seat {read.header.seat}, whose record it is, got {seat}")
        found = game_of(read, str(path), catalog.game_named)
        with blame(found, catalog):
            head = read.header
            screen = Screen(
                found, Viewer(seat_names(head.players, head.names or ()), memory), plain=plain
            )
            show_seat_record(found, read, screen, step=step, is_finished=is_finished(path))
