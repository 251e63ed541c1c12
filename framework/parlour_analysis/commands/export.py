"""``parlour export``."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arguments import GamePath, RecordPath, catalog_given, game_in
from parlour.cli.completion import complete_seat
from parlour.match import create_record, open_record, seat_record
from parlour.rules import FOR_OTHERS, MisuseError, RecordError, printable_json
from parlour.table import names_in, public_players
from parlour_analysis.commands.arguments import seat_given


def export(
    record: RecordPath,
    seat: Annotated[
        str,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="The seat that may have it: a name, or a number from 1.",
            autocompletion=complete_seat,
        ),
    ],
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="PATH", help="A new file for it; printed unless given."),
    ] = None,
    game: GamePath = None,
) -> None:
    """Write a record as one seat may have it.

    It holds what the seat saw and was told of every answer, and neither the seed nor
    what others know: a match can be handed over while it goes on. parlour replay shows
    it; it cannot be resumed.

    Examples:
      parlour export mine.jsonl --seat 1 > for_anna.jsonl
      parlour export mine.jsonl --seat 2 --to for_ben.jsonl
    """
    with open_record(record) as read, game_in(read, record, catalog_given(game)) as chosen_game:
        players = public_players(read.header.players)
        chosen_seat = seat_given(seat, names_in(read.header))
        lines = list(seat_record(chosen_game, read, str(record), chosen_seat, players))
    whole = printable_json("".join(f"{line.decode()}\n" for line in lines))
    if to is None:
        print(whole, end="")
        return
    try:
        create_record(to, whole.encode(), FOR_OTHERS)
    except RecordError as fault:
        raise MisuseError(str(fault)) from None
