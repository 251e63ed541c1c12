"""Playing a match at this terminal and keeping its record, for ``play`` and ``resume``."""

import typer

from parlour.cli.arguments import HUMAN
from parlour.cli.lines import Left, Lines
from parlour.cli.matches import resume_command
from parlour.cli.prompt import Prompt
from parlour.cli.screen import Screen
from parlour.cli.seating import names, players
from parlour.cli.sitting import sit
from parlour.cli.tidings import result
from parlour.game import Look
from parlour.record import RecordFile
from parlour.table import Table


def keep_playing(table: Table, file: RecordFile, *, plain: bool, memory: bool) -> None:
    """Play on at ``table`` until the match is over or somebody leaves; then say how it stands.

    Raises:
        typer.Exit: Somebody interrupted it.
    """
    who = table.header.players
    look = Look(names(who), memory)
    screen = Screen(table.game, look, plain=plain)
    people = {seat for seat, player in enumerate(who) if player == HUMAN}
    prompt = Prompt(table, people, screen, Lines(terminal=screen.terminal), file.path)
    try:
        ended = sit(table, players(table), prompt)
    except Left as left:
        screen.say("", f"Stopped ({left.why}). The match is saved; to go on with it:")
        # Not through the console, which would fold a long path.
        print(f"  {resume_command(file.path)}")
        raise typer.Exit(left.code) from None
    finally:
        file.close()
    prompt.close()
    screen.say("", *result(ended, look.names))
    print(f"Record: {file.path}")
