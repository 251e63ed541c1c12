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
from parlour.cli.commands.play import play_sessions
from parlour.cli.errors import blame_game
from parlour.cli.trust import Trust, check_commands

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

    Without RECORD, it is the newest that was kept and is not over. Every player keeps
    their seat, and the record grows on. A last line that was cut
    short is left out.

    A record may name commands that start bots. Those of a match that you began in this
    folder start at once; any others are shown, and you are asked.
    """
    from functools import partial

    from parlour.cli.begin import Begun, rematch
    from parlour.cli.record_paths import last_record, resume_command
    from parlour.match import record as records
    from parlour.match import replay
    from parlour.match.replay import game_of
    from parlour.rules.answers import Result
    from parlour.table.seating import make_bots
    from parlour.table.session import Session

    record = last_record() if record is None else record
    times = times_given(clock)
    catalog = catalog_given(game)
    with records.open_record(record) as read:
        found = game_of(read, str(record), catalog.game_named)
        with blame_game(found.id, found, installed=not catalog.paths):
            match = replay.replayed(found, read, str(record))
    with blame_game(found.id, found, installed=not catalog.paths):
        check_commands(record, records.encode(read.header), read.header.players, trusted=trust)
        players = make_bots(found, match.header, catalog.bots, steps=len(match.steps))
        if read.truncated:
            print("The last line was cut short and is left out.")
        file = records.RecordFile(record, keep=read.size)
        match.resume(file)
        if isinstance(match.awaited, Result) and len(match.lines) == read.count:
            file(records.encode(match.lines[-1]))
        sit_down = partial(
            Session,
            times=times,
            resume_command=partial(resume_command, game_paths=catalog.paths),
            memory=memory,
            says_yes=yes,
        )
        seat_bots = partial(make_bots, find_bots=catalog.bots)
        begin_again = partial(rematch, found, match.header, seat_bots)
        begun = Begun(match, players, file)
        play_sessions(sit_down, begun, begin_again, plain=plain, lines=lines)
