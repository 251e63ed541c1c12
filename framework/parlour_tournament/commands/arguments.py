"""Arguments of the commands for tournaments."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Meta, Struct

FILE_THAT_EXISTS: Mapping[str, Any] = {"exists": True, "dir_okay": False, "readable": True}
"""Checks that typer makes of a file that is read."""

TournamentFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The file of a tournament.", **FILE_THAT_EXISTS)
]
TournamentFiles = Annotated[
    list[Path],
    typer.Argument(metavar="FILE…", help="Files of tournaments.", **FILE_THAT_EXISTS),
]
PlanOrFile = Annotated[
    Path | None,
    typer.Argument(
        metavar="[PLAN | FILE]",
        help="A plan in TOML, or the file of a tournament to go on with.",
        **FILE_THAT_EXISTS,
    ),
]
FileOption = Annotated[
    Path | None, typer.Option("--file", metavar="PATH", help="Where to keep the tournament.")
]


class Output(Struct, frozen=True):
    """Choices of what a run shows."""

    quiet: Annotated[
        bool, Meta(description="Print nothing but errors.", extra={"option": "--quiet -q"})
    ] = False
    json: Annotated[bool, Meta(description="Print all figures as JSON at the end.")] = False
