"""``parlour resume``."""

from functools import partial
from os import SEEK_END
from typing import Annotated

from parlour.cli.arguments import (
    GamePath,
    Language,
    LastRecordPath,
    Lines,
    Plain,
    Trust,
    catalog_given,
    check_commands,
    game_in,
    settings_given,
    table_settings,
)
from parlour.cli.playing.play import FaceName, play_matches
from parlour.cli.struct_options import Typed, with_options
from parlour.match import open_record
from parlour.table import Surface
from parlour.table.opening.saved_matches import newest_unfinished
from parlour.table.opening.tables import Tables
from parlour.terminal.faces import Wish
from parlour.words import say


@with_options
def resume(
    record: LastRecordPath = None,
    lines: Lines = None,
    plain: Plain = None,
    language: Language = None,
    game: GamePath = None,
    trust: Trust = False,
    face: FaceName = "",
    *,
    settings: Annotated[Typed, table_settings("times", "memory", "ask", "advice")],
) -> None:
    """Resume a recorded match.

    Without RECORD, it is the newest saved match that is not over. Every player keeps
    their seat, and the record grows on. A last line that was cut short is left out.

    A record may name commands that start bots. Those of a match that you began in this
    folder start at once; any others are shown, and you are asked.

    Examples:
      parlour resume
      parlour resume 2
      parlour resume maori-2026-01-31-201500.jsonl
      parlour resume mine.jsonl --plain
    """
    path = newest_unfinished() if record is None else record
    chosen = settings_given(plain=plain, lines=lines, language=language)
    settings.setdefault("ask", chosen.asks())
    tables = Tables(
        surface=Surface.TERMINAL,
        catalog=catalog_given(game),
        check_commands=partial(check_commands, trusted=trust),
        **settings,
    )
    with open_record(path) as kept:
        named = kept
    with game_in(named, path, tables.catalog) as chosen_game:
        with path.open("rb") as file:
            file.seek(-1, SEEK_END)
            is_cut_short = file.read() != b"\n"
        table = tables.open(path, chosen_game)
        if is_cut_short:
            print(say("past.cut_short"))
        header = table.new_header()
        play_matches(
            Wish(tables=tables, game=chosen_game, header=header, settings=chosen, table=table),
            face,
        )
