"""``parlour replay``."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import (
    AsJson,
    GamePath,
    Language,
    LastRecordPath,
    Lines,
    Plain,
    SeatName,
    catalog_given,
    check_commands,
    game_in,
    settings_given,
)
from parlour.cli.playing.play import play_matches
from parlour.match import (
    header_of,
    is_finished,
    is_seat_record,
    open_record,
    open_seat_record,
    replayed,
)
from parlour.rules import MisuseError, Viewer, quoted
from parlour.table import HUMAN, RecordTable, Surface, names_in, seat_names
from parlour.table.opening.saved_matches import saved_paths
from parlour.table.opening.tables import Tables
from parlour.terminal.faces import Wish
from parlour.terminal.screen import Screen
from parlour.terminal.settings import PlayerSettings
from parlour.words import say
from parlour_analysis.commands.arguments import seat_given
from parlour_analysis.printed import ReplayForPrograms, ReplayScreen, show_record, show_seat_record
from parlour_analysis.seat_replay import SeatReplay


def replay(
    record: LastRecordPath = None,
    seat: SeatName = None,
    step: Annotated[
        bool,
        typer.Option("--step", help="In a pipe, show the table after every answer."),
    ] = False,
    lines: Lines = None,
    plain: Plain = None,
    language: Language = None,
    memory: Annotated[
        bool, typer.Option("--memory", help="Show also what a good memory would have kept.")
    ] = False,
    json: AsJson = False,
    game: GamePath = None,
) -> None:
    """Look back at a recorded match.

    Without RECORD, it is the newest saved match.

    A terminal shows one position after another, forward and back, as any seat saw it: answer
    by answer, turn by turn, your moves, or your mistakes. 'branch' plays on from a position.

    A pipe gets every move and outcome, then the table at the end. Without --seat nothing is
    hidden there, and the table is shown as every seat sees it, if that differs.

    With --json every answer has its sentences and events, and no table is shown.

    A record as one seat may have it, which parlour export writes, is shown as far as it
    goes.

    Examples:
      parlour replay
      parlour replay mine.jsonl
      parlour replay mine.jsonl --seat 1
      parlour replay mine.jsonl --step | less
      parlour replay mine.jsonl --json --seat 1
      parlour replay mine.jsonl --game ./my_game
    """
    catalog = catalog_given(game)
    settings = settings_given(plain=plain, lines=lines, language=language)
    path = record or newest_match()
    if is_seat_record(path):
        with (
            open_seat_record(path) as seat_reader,
            game_in(seat_reader, path, catalog) as chosen_game,
        ):
            header = seat_reader.header
            names = seat_names(header.players, header.names or ())
            if seat is not None and seat_given(seat, names) != header.seat:
                whose = f"seat {header.seat + 1}, {names[header.seat]}, whose record it is"
                raise MisuseError(f"expected {whose}; got {quoted(seat)}")
            plain = settings.screen == "plain"
            screen = Screen(chosen_game, Viewer(names, memory), plain=plain)
            if screen.terminal and not json:
                _look_back(SeatReplay(path, chosen_game, memory=memory), catalog, settings)
            else:
                show = shown_by(json=json)(screen, is_finished=is_finished(path))
                show_seat_record(seat_reader, show, step=step)
        return
    show_match(path, catalog, settings, seat=seat, step=step, memory=memory, json=json)


def newest_match() -> Path:
    """Return the path of the newest saved match.

    Raises:
        MisuseError: None was saved.
    """
    paths = saved_paths()
    if not paths:
        raise MisuseError(say("matches.none"))
    return paths[0]


def show_match(
    record: Path,
    catalog: Catalog,
    settings: PlayerSettings,
    *,
    seat: str | None = None,
    step: bool = False,
    memory: bool = False,
    json: bool = False,
) -> None:
    """Let the person at this terminal look back at a record, or print it into a pipe.

    Raises:
        ParlourError: It cannot be read, or has no such seat.
        typer.Exit: The person interrupted.
    """
    with open_record(record) as read, game_in(read, record, catalog) as chosen_game:
        names = names_in(read.header)
        looks_as = None if seat is None else seat_given(seat, names)
        plain = settings.screen == "plain"
        screen = Screen(chosen_game, Viewer(names, memory), plain=plain)
        if screen.terminal and not json:
            match = replayed(chosen_game, read, str(record))
            if looks_as is None:  # as the first person
                players = (*read.header.players, HUMAN)
                looks_as = players.index(HUMAN) % read.header.seats
            if read.truncated:
                screen.say(say("past.cut_short"))
            table = RecordTable(match, record, looks_as, memory=memory)
            _look_back(table, catalog, settings)
            return
        show = shown_by(json=json)(screen, is_finished=is_finished(record))
        show_record(read, show, looks_as, step=step)


def shown_by(*, json: bool) -> type[ReplayScreen]:
    """Return what prints a record: sentences and tables, or JSON."""
    return ReplayForPrograms if json else ReplayScreen


def _look_back(table: RecordTable, catalog: Catalog, settings: PlayerSettings) -> None:
    """Let the person at this terminal look back at a match, and play on from any position."""
    tables = Tables(
        surface=Surface.TERMINAL,
        catalog=catalog,
        check_commands=partial(check_commands, trusted=False),
        ask=settings.asks(),
    )
    game = table.game
    nobody = header_of(game, (HUMAN,) * table.seats, game.options(), "")
    play_matches(Wish(tables=tables, game=game, header=nobody, settings=settings, table=table))
