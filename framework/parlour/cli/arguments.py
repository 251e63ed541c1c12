"""Arguments that several commands take, with what a shell can complete of them."""

from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli.faults import Misuse

HUMAN = "human"
"""Who sits at this terminal."""


def complete_game(incomplete: str) -> list[str]:
    """Complete a game by the names of the plugins, importing none."""
    from parlour.catalog import Catalog

    return [name for name in Catalog().names() if name.startswith(incomplete)]


def complete_player(incomplete: str) -> list[str]:
    """Complete who takes a seat, and behind a bot's colon or comma its settings."""
    from parlour.bots import BOTS

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
    str, typer.Argument(metavar="GAME", help="A game's name.", autocompletion=complete_game)
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


def options_given(pairs: list[str] | None) -> dict[str, Any]:
    """Read ``NAME=VALUE`` pairs."""
    given: dict[str, Any] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise Misuse(f"expected --option NAME=VALUE, got '{pair}'")
        if name in given:
            raise Misuse(f"option '{name}' is given twice")
        given[name] = value
    return given
