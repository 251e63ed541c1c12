"""``parlour replay``."""

from functools import partial
from typing import Annotated

import typer

from parlour.cli.arguments import (
    GamePath,
    Language,
    Plain,
    RecordPath,
    catalog_given,
    game_in,
    is_plain,
)
from parlour.cli.completion import complete_seat
from parlour.match import is_finished, is_seat_record, open_record, open_seat_record
from parlour.rules import MisuseError, Viewer
from parlour.table import names_in, seat_names
from parlour.table.opening.saved_matches import branch_command
from parlour.terminal.replay import ReplayScreen, show_record, show_seat_record
from parlour.terminal.screen import Screen


def replay(
    record: RecordPath,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            metavar="N",
            help="Show what this seat saw; seats of a record count from 0.",
            min=0,
            autocompletion=complete_seat,
        ),
    ] = None,
    step: Annotated[
        bool,
        typer.Option(
            "--step", help="Step through the match; in a pipe, show the table after every answer."
        ),
    ] = False,
    plain: Plain = None,
    language: Language = None,
    memory: Annotated[
        bool, typer.Option("--memory", help="Show also what a good memory would have kept.")
    ] = False,
    game: GamePath = None,
) -> None:
    """Show a recorded match again.

    Every move and outcome is shown, then the table at the end. Without --seat nothing
    is hidden, and the table is shown as every seat sees it, if that differs. In a
    terminal --step goes forward and back, answer by answer or turn by turn; ? there
    lists how.

    A record as one seat may have it, which parlour export writes, is shown as far as it
    goes.

    Examples:
      parlour replay mine.jsonl
      parlour replay mine.jsonl --seat 1
      parlour replay mine.jsonl --step
      parlour replay mine.jsonl --game ./my_game
    """
    catalog = catalog_given(game)
    plain = is_plain(plain=plain, language=language)
    if is_seat_record(record):
        with (
            open_seat_record(record) as seat_reader,
            game_in(seat_reader, record, catalog) as chosen_game,
        ):
            header = seat_reader.header
            if seat not in {None, header.seat}:
                raise MisuseError(f"expected seat {header.seat}, whose record it is, got {seat}")
            names = seat_names(header.players, header.names or ())
            screen = Screen(chosen_game, Viewer(names, memory), plain=plain)
            show = ReplayScreen(screen, is_finished=is_finished(record))
            show_seat_record(seat_reader, show, step=step)
        return
    with open_record(record) as read, game_in(read, record, catalog) as chosen_game:
        if seat is not None and seat >= read.header.seats:
            raise MisuseError(f"expected a seat from 0 to {read.header.seats - 1}, got {seat}")
        screen = Screen(chosen_game, Viewer(names_in(read.header), memory), plain=plain)
        go_on = partial(branch_command, record, game_path=catalog.path_of(chosen_game))
        show = ReplayScreen(screen, is_finished=is_finished(record))
        show_record(read, show, seat, go_on, step=step)
