"""``parlour replay``."""

from functools import partial
from typing import Annotated

import typer

from parlour.cli.arguments import (
    GamePath,
    Language,
    Plain,
    RecordPath,
    SeatName,
    catalog_given,
    game_in,
    is_plain,
    seat_given,
)
from parlour.match import is_finished, is_seat_record, open_record, open_seat_record
from parlour.rules import MisuseError, Viewer, quoted
from parlour.table import names_in, seat_names
from parlour.table.opening.saved_matches import branch_command
from parlour.terminal.replay import ReplayScreen, show_record, show_seat_record
from parlour.terminal.screen import Screen


def replay(
    record: RecordPath,
    seat: SeatName = None,
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
      parlour replay mine.jsonl --seat Anna
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
            names = seat_names(header.players, header.names or ())
            if seat is not None and seat_given(seat, names) != header.seat:
                whose = f"seat {header.seat + 1}, {names[header.seat]}, whose record it is"
                raise MisuseError(f"expected {whose}; got {quoted(seat)}")
            screen = Screen(chosen_game, Viewer(names, memory), plain=plain)
            show = ReplayScreen(screen, is_finished=is_finished(record))
            show_seat_record(seat_reader, show, step=step)
        return
    with open_record(record) as read, game_in(read, record, catalog) as chosen_game:
        names = names_in(read.header)
        looks = None if seat is None else seat_given(seat, names)
        screen = Screen(chosen_game, Viewer(names, memory), plain=plain)
        go_on = partial(branch_command, record, game_path=catalog.path_of(chosen_game))
        show = ReplayScreen(screen, is_finished=is_finished(record))
        show_record(read, show, looks, go_on, step=step)
