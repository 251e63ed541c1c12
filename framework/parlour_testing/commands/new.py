"""``parlour new``."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import can_ask
from parlour.rules import MAX_SEATS, MisuseError, writing
from parlour_testing.templates import Shape, name_fault, written, written_file

QUESTIONS = {
    "seats": "How many can play (such as 2-4)?",
    "hidden": "Do seats know what others do not (cards in hand)?",
    "simultaneous": "Do all answer at once, in secret?",
    "chance": "Do dice or draws decide something?",
}


def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the game: small letters and _.")
    ],
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats", metavar="N or N-M", help="Number of seats, or the least and the most."
        ),
    ] = None,
    package: Annotated[
        bool,
        typer.Option("--package", help="A package that can be installed, in the shape you name."),
    ] = False,
    hidden: Annotated[
        bool | None,
        typer.Option("--hidden/--no-hidden", help="Whether seats know what others do not."),
    ] = None,
    simultaneous: Annotated[
        bool | None,
        typer.Option(
            "--simultaneous/--no-simultaneous", help="Whether all answer at once, in secret."
        ),
    ] = None,
    chance: Annotated[
        bool | None,
        typer.Option("--chance/--no-chance", help="Whether dice or draws decide something."),
    ] = None,
    small: Annotated[
        bool,
        typer.Option("--small", help="One file with an open game, without secrets and chance."),
    ] = False,
    into: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder of the game; NAME here unless given."),
    ] = None,
) -> None:
    """Write a new game, to be changed into yours.

    The game is one file with secret cards, and one with its tests; it plays and keeps every
    law. With --package, or an option of its shape, it is a distribution that installs. In a
    terminal, options that are not given are asked for; elsewhere the game has 2-4 seats, and a
    package nothing else. No file that exists is overwritten.

    Examples:
      parlour new liars
      parlour new stones --small --seats 2
      parlour new poker --package
      parlour new bidding --seats 3 --simultaneous --no-hidden --no-chance --into games/bidding
    """
    folder = into or Path(name)
    flags = {"hidden": hidden, "simultaneous": simultaneous, "chance": chance}
    fault = name_fault(name) or _taken(name, folder)
    if small and (asked := ["package"] * package + [flag for flag in flags if flags[flag]]):
        fault = f"expected --small without --{asked[0]}: it writes an open game in one file"
    if fault:
        raise MisuseError(fault)
    # Asked before anything is written: an interrupt leaves nothing half done.
    least, most = _range(_text("seats", seats, "2-4"))
    if small or (not package and set(flags.values()) == {None}):
        _put_all(folder, written_file(name, least, most, secrets=not small), "pytest")
        return
    shape = Shape(least, most, **{flag: _flag(flag, wanted) for flag, wanted in flags.items()})
    tests = "python -m pip install -e '.[test]' && pytest"
    _put_all(folder, written(name, shape), tests)


def _put_all(folder: Path, files: Iterable[tuple[str, str]], tests: str) -> None:
    """Write the files of a game, and say how to play and test it."""
    paths = [_put(folder / path, text) for path, text in files]
    steps = (f"cd {folder}", "parlour play .", "parlour check . --matches 20", tests)
    print(f"{len(paths)} files are in {folder}. Next:", *steps, sep="\n  ")


def _taken(name: str, folder: Path) -> str:
    """Return a sentence about what exists already; empty if nothing does."""
    if name in Catalog().names():
        return f"a game '{name}' is installed already"
    if folder.exists() or folder.is_symlink():
        return f"{folder}: is there already; expected the name of a new folder"
    return ""


def _text(what: str, given: str | None, otherwise: str) -> str:
    if given is None and can_ask():
        given = str(typer.prompt(QUESTIONS[what], default=otherwise))
    return otherwise if given is None else given


def _flag(what: str, given: bool | None) -> bool:  # noqa: FBT001  three-valued, as the option is
    if given is None and can_ask():
        return typer.confirm(QUESTIONS[what])
    return bool(given)


def _range(text: str) -> tuple[int, int]:
    """Read a number of seats, or the fewest and the most."""
    numbers = re.fullmatch(r"\s*(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s*", text)
    least, most = (int(numbers[1]), int(numbers[2] or numbers[1])) if numbers else (0, 0)
    if not 1 <= least <= most <= MAX_SEATS:
        expected = f"expected seats from 1 to {MAX_SEATS}, such as 3 or 2-4"
        raise MisuseError(f"{expected}, got '{text}'")
    return least, most


def _put(path: Path, text: str) -> Path:
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    return path
