"""``parlour resume``."""

from parlour.cli.arguments import (
    Clocks,
    GamePath,
    LastRecordPath,
    Lines,
    Memory,
    Plain,
    Yes,
    catalog_given,
    times_given,
)
from parlour.cli.game_faults import blame
from parlour.cli.playing.play import play_matches
from parlour.cli.trust import Trust, command_check
from parlour.table.opening.saved_matches import newest_unfinished
from parlour.table.opening.tables import Tables

EXAMPLES = (
    "parlour resume",
    "parlour resume 2",
    "parlour resume maori-2026-01-31-201500.jsonl",
    "parlour resume mine.jsonl --plain",
)


def resume(
    record: LastRecordPath = None,
    clock: Clocks = None,
    lines: Lines = False,
    plain: Plain = False,
    memory: Memory = False,
    yes: Yes = False,
    game: GamePath = None,
    trust: Trust = False,
) -> None:
    """Resume a recorded match.

    Without RECORD, it is the newest saved match that is not over. Every player keeps
    their seat, and the record grows on. A last line that was cut
    short is left out.

    A record may name commands that start bots. Those of a match that you began in this
    folder start at once; any others are shown, and you are asked.
    """
    path = newest_unfinished() if record is None else record
    tables = Tables(
        catalog=catalog_given(game),
        times=times_given(clock),
        check_commands=command_check(trusted=trust),
        memory=memory,
        says_yes=yes,
    )
    found = tables.game_of(path)
    with blame(found, tables.catalog):
        cut_short = not path.read_bytes().endswith(b"\n")
        session = tables.open(path, found)
        if cut_short:
            print("The last line was cut short and is left out.")
        play_matches(tables, session, plain=plain, lines=lines)
