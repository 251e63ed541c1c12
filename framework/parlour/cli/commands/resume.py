"""``parlour resume``."""

from parlour.cli.arguments import (
    Clocks,
    GamePath,
    Memory,
    Plain,
    RecordPath,
    find_game_at,
    times_given,
)
from parlour.cli.errors import blaming

EXAMPLES = ("parlour resume maori-2026-01-31-201500.jsonl", "parlour resume mine.jsonl --plain")


def resume(
    record: RecordPath,
    clock: Clocks = None,
    plain: Plain = False,
    memory: Memory = False,
    game: GamePath = None,
) -> None:
    """Go on with a recorded match.

    Everybody sits where they sat. The record grows on. Where its last line was cut
    short, that line is left out.
    """
    from parlour.match import record as records
    from parlour.match import replay
    from parlour.match.validation import game_of
    from parlour.plugins.catalog import Catalog
    from parlour.rules.awaited import Result
    from parlour.terminal.seating import players
    from parlour.terminal.session import keep_playing

    times = times_given(clock)
    find_game_at(game)
    read = records.read(record)
    found = game_of(read, str(record), Catalog().game)
    with blaming(found.id, found):
        match = replay.replayed(found, read, str(record))
        players(match)
        if read.truncated:
            print("The last line was cut short and is left out.")
        file = records.RecordFile(record, keep=read.size)
        match.resume(file)
        if isinstance(match.awaited, Result) and not any(line.over for line in read.lines):
            file(records.encode(records.Line(over=match.awaited)))
        keep_playing(match, file, times, plain=plain, memory=memory)
