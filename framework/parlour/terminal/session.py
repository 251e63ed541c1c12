"""Playing a match at this terminal and keeping its record, for ``play`` and ``resume``."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import typer

from parlour.cli.arguments import HUMAN
from parlour.cli.record_paths import resume_command
from parlour.match.match import Match
from parlour.match.record import RecordFile
from parlour.players.referee import RefereedPlayer, refereed
from parlour.players.time_control import TimeControl
from parlour.rules.words import Viewer
from parlour.terminal.input import Left, Lines
from parlour.terminal.prompt import Prompt
from parlour.terminal.screen import Screen
from parlour.terminal.seating import makers, names
from parlour.terminal.sentences import result
from parlour.terminal.sitting import sit

ERRORS = "{}.seat-{}.stderr.txt"
"""Where standard error of a bot outside is kept: the record's name, and the seat."""


def keep_playing(
    match: Match, file: RecordFile, times: TimeControl, *, plain: bool, memory: bool
) -> None:
    """Play on at ``table`` until the match is over or somebody leaves; then say how it stands.

    Raises:
        typer.Exit: Somebody interrupted it.
    """
    who = match.header.players
    viewer = Viewer(names(who), memory)
    screen = Screen(match.game, viewer, plain=plain)
    people = {seat for seat, player in enumerate(who) if player == HUMAN}
    prompt = Prompt(match, people, screen, Lines(terminal=screen.terminal), file.path)
    players: Sequence[RefereedPlayer | None] = ()
    try:
        with refereed(match, makers(match), times) as players:
            ended = sit(match, players, prompt)
    except Left as left:
        screen.say("", f"Stopped ({left.why}). The match is saved; to go on with it:")
        # Not through the console, which would fold a long path.
        print(f"  {resume_command(file.path)}")
        raise typer.Exit(left.code) from None
    finally:
        file.close()
        for seat, player in enumerate(players):
            if player is not None and player.errors:
                _keep_errors(file.path, seat, player.errors)
    prompt.close()
    screen.say("", *result(ended, viewer.names))
    for forfeit in match.forfeits.values():
        print(f"{viewer.names[forfeit.seat]} forfeited ({forfeit.cause}): {forfeit.reason}")
    print(f"Record: {file.path}")


def _keep_errors(record: Path, seat: int, errors: str) -> None:
    """Put what a bot wrote on standard error beside the record; a match is not lost over it."""
    with suppress(OSError):
        Path(ERRORS.format(record, seat)).write_text(errors, encoding="utf-8", errors="replace")
