"""Arguments that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.completion import complete_game, complete_option, complete_record, complete_seats
from parlour.players.time_control import TimeControl
from parlour.plugins.catalog import Catalog
from parlour.rules.errors import MisuseError, SetupError
from parlour.rules.options import parse_settings, read_pairs
from parlour.rules.seats import MOST_SEATS
from parlour.table.opening.saved_matches import find_record


def record_given(text: str) -> Path:
    """Return the path of a record that is named on the command line."""
    try:
        return find_record(text)
    except MisuseError as fault:
        raise typer.BadParameter(str(fault)) from None


_GAME = typer.Argument(
    metavar="GAME",
    help="A game's name, or the path of one that is not installed.",
    autocompletion=complete_game,
)
GameName = Annotated[str, _GAME]
GameNameOrNone = Annotated[str | None, _GAME]
GamePath = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="PATH", help="Path of the game, if it is not installed: ./my_game."
    ),
]
RecordPath = Annotated[
    Path,
    typer.Argument(
        metavar="RECORD",
        help="The file of a match, or the name or number of one that was saved.",
        parser=record_given,
        autocompletion=complete_record,
    ),
]
LastRecordPath = Annotated[
    Path | None,
    typer.Argument(
        metavar="[RECORD]",
        help="The file of a match, or the name or number of one that was saved.",
        parser=record_given,
        autocompletion=complete_record,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="One of the game's options.",
        autocompletion=complete_option,
    ),
]
Seats = Annotated[
    int | None,
    typer.Option(
        "--seats",
        metavar="N",
        help="How many play.",
        min=1,
        max=MOST_SEATS,
        autocompletion=complete_seats,
    ),
]
Lines = Annotated[
    bool, typer.Option("--lines", help="Lines that come and go, instead of the full screen.")
]
Plain = Annotated[
    bool, typer.Option("--plain", help="Plain lines: no boxes, no colour; for screen readers.")
]
Sandbox = Annotated[
    bool,
    typer.Option(
        "--sandbox",
        help="Start bots that are commands without network, and away from your files; "
        "it needs bubblewrap.",
    ),
]
Clocks = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="TIMES",
        help="How long bots may take, in seconds: start=10,move=60,reserve=60.",
    ),
]


def catalog_given(path: str | None) -> Catalog:
    """Return the catalog, with the plugin at a path if one is given.

    Raises:
        PluginError: There is no plugin at that path.
    """
    return Catalog(() if path is None else (path,))


def times_given(text: str | None) -> TimeControl:
    """Read the times of bots' clocks."""
    pairs = [part for part in (text or "").split(",") if part.strip()]
    given = read_pairs(pairs, "--clock NAME=VALUE,…")
    try:
        times = parse_settings(TimeControl, given, "time")
    except SetupError as fault:
        raise MisuseError(f"--clock: {fault}") from None
    if wrong := times.fault():
        raise MisuseError(f"--clock: {wrong}")
    return times


def options_given(pairs: list[str] | None) -> dict[str, str]:
    """Read the options of a game."""
    return read_pairs(pairs or (), "--option NAME=VALUE")
