"""Arguments that several commands take, with what a shell can complete of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.rules.errors import MisuseError

if TYPE_CHECKING:
    from parlour.players.time_control import TimeControl
    from parlour.plugins.catalog import Catalog


def complete_game(incomplete: str) -> list[str]:
    """Complete a game by the names of the plugins, importing none."""
    from parlour.plugins.catalog import Catalog

    return [name for name in Catalog().names() if name.startswith(incomplete)]


def complete_player(incomplete: str) -> list[str]:
    """Complete who takes a seat, and behind a bot's colon or comma its settings."""
    from parlour.players.included import BOTS
    from parlour.terminal.seating import HUMAN

    name, colon, given = incomplete.partition(":")
    if not colon:
        return [known for known in (HUMAN, *BOTS) if known.startswith(incomplete)]
    if name not in BOTS:
        return []
    before, comma, begun = given.rpartition(",")
    head = f"{name}:{before}{comma}"
    fields = BOTS[name].settings.__struct_fields__
    return [f"{head}{field}=" for field in fields if field.startswith(begun)]


def complete_seat_number(incomplete: str) -> list[str]:
    """Complete the number of a seat."""
    return [str(seat) for seat in range(6) if str(seat).startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's name, or the path of one that is not installed.",
        autocompletion=complete_game,
    ),
]
GamePath = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="PATH", help="Where the game is, if it is not installed: ./my_game."
    ),
]
RecordPath = Annotated[
    Path,
    typer.Argument(
        metavar="RECORD", help="The file of a match.", exists=True, dir_okay=False, readable=True
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="One of the game's options."),
]
Seats = Annotated[
    int | None, typer.Option("--seats", metavar="N", help="How many play.", min=1, max=16)
]
Plain = Annotated[
    bool, typer.Option("--plain", help="Plain lines: no boxes, no colour; for screen readers.")
]
Memory = Annotated[
    bool, typer.Option("--memory", help="Show also what a good memory would have kept.")
]
Clocks = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="TIMES",
        help="How long bots may take, in seconds: start=10,move=60,reserve=60.",
    ),
]


def catalog_given(path: str | None) -> "Catalog":
    """Return the catalog, with the plugin at a path if one is given.

    Raises:
        PluginError: There is no plugin at that path.
    """
    from parlour.plugins.catalog import Catalog

    return Catalog(() if path is None else (path,))


def times_given(text: str | None) -> "TimeControl":
    """Read the times of bots' clocks."""
    from parlour.players.time_control import TimeControl
    from parlour.rules.errors import SetupError
    from parlour.rules.options import parse_settings, read_pairs

    pairs = [part for part in (text or "").split(",") if part.strip()]
    given = read_pairs(pairs, "--clock NAME=VALUE,…")
    try:
        times = parse_settings(TimeControl, given, "time")
    except SetupError as fault:
        raise MisuseError(f"--clock: {fault}") from None
    wrong = times.fault()
    if wrong:
        raise MisuseError(f"--clock: {wrong}")
    return times


def options_given(pairs: list[str] | None) -> dict[str, str]:
    """Read the options of a game."""
    from parlour.rules.options import read_pairs

    return read_pairs(pairs or (), "--option NAME=VALUE")
