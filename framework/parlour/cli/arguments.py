"""Arguments that several commands take, and the game that they name, whose faults are told."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.catalog.diagnose import first_bad_return
from parlour.catalog.local_plugins import is_path
from parlour.cli.completion import (
    complete_game,
    complete_language,
    complete_option,
    complete_record,
    complete_seat,
    complete_seats,
)
from parlour.cli.output import DEBUG
from parlour.cli.struct_options import Fields
from parlour.hooks.lookup import SCHEMES
from parlour.hooks.source_location import describe_error, error_location
from parlour.match import Game, begins_at_position, game_of
from parlour.match.replay import Named
from parlour.rules import (
    MAX_SEATS,
    FlowError,
    MisuseError,
    ParlourError,
    read_pairs,
    visible,
)
from parlour.terminal.settings import PlayerSettings, check_language, load_settings
from parlour.words import speak


def record_given(text: str) -> Path:
    """Return the path of a record that is named on the command line."""
    from parlour.table.opening.saved_matches import find_record  # noqa: PLC0415  not for each command

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
        "--game", metavar="GAME", help="Name of the game, or its path if it is not installed."
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
        max=MAX_SEATS,
        autocompletion=complete_seats,
    ),
]
Lines = Annotated[
    bool | None,
    typer.Option("--lines/--no-lines", help="Scrolling text instead of the full screen."),
]
Plain = Annotated[
    bool | None,
    typer.Option(
        "--plain/--no-plain", help="Plain lines: no boxes, no colour; for screen readers."
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="CODE",
        help="Code of the language at the table, such as de.",
        autocompletion=complete_language,
    ),
]
Trust = Annotated[
    bool,
    typer.Option("--trust", help="Start the commands that the file names, without asking."),
]
SeatName = Annotated[
    str | None,
    typer.Option(
        "--seat",
        metavar="SEAT",
        help="A seat of the match: a name, or a number from 1.",
        autocompletion=complete_seat,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def catalog_given(game: str | None) -> Catalog:
    """Return the catalog, with the plugin at a path if one is given.

    Raises:
        PluginError: There is no plugin at that path, or no game of that name.
    """
    if game is None or is_path(game) or Path(game).exists():
        return Catalog(() if game is None else (game,))
    catalog = Catalog()
    catalog.game_named(game)
    return catalog


def settings_given(
    *, plain: bool | None, lines: bool | None = None, language: str | None = None
) -> PlayerSettings:
    """Return the settings of the user, and speak their language; typed options come before them.

    Raises:
        MisuseError: The file of the settings cannot be read, or the language is not offered.
    """
    saved = load_settings()
    if language is not None:
        check_language(language)
        saved = replace(saved, language=language)
    speak(saved.language)
    if plain is None and lines is None:
        return saved
    screen = "plain" if plain else "lines" if lines else "full"
    return replace(saved, screen=screen)


def is_plain(*, plain: bool | None, language: str | None = None) -> bool:
    """Return whether to print plain lines: as typed, or as the settings say."""
    return settings_given(plain=plain, language=language).screen == "plain"


NEEDED_SCHEMES: Mapping[str, str] = {"sandbox": "confined", "isolate": "isolates"}
"""Settings of tables that have no effect without a scheme of bots, and the field that it needs."""


def table_settings(*names: str) -> Fields:
    """Return these settings of tables, as options of a command.

    A setting is left out if no scheme of bots here has the field that it needs.
    """
    from parlour.table.opening.tables import Tables  # noqa: PLC0415  not for each command

    schemes = SCHEMES.own().values()
    useless = {
        setting
        for setting, needed in NEEDED_SCHEMES.items()
        if not any(getattr(scheme, needed) for scheme in schemes)
    }
    return Fields(Tables, without={*Tables.__struct_fields__} - {*names} | useless)


def options_given(pairs: list[str] | None) -> dict[str, str]:
    """Read the options of a game."""
    return read_pairs(pairs or (), "--option NAME=VALUE")


def check_commands(where: Path, content: bytes, specs: Iterable[str], *, trusted: bool) -> None:
    """Check that commands of a file may be started; a user at a terminal is asked.

    Raises:
        MisuseError: They may not.
    """
    from parlour.table.opening import trust  # noqa: PLC0415  not for each command

    trust.check_commands(where, content, specs, trusted=trusted, ask=_agrees if can_ask() else None)


def _agrees(where: Path, commands: Sequence[str]) -> bool:
    print(f"{where} starts on this machine:")
    for command in commands:
        print(f"  {visible(command)}")
    return typer.confirm("Start that, with all your rights?")


def can_ask() -> bool:
    """Return whether somebody at a terminal can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


MEANT_FOR_USERS = (
    ParlourError,
    typer.TyperException,
    typer.Exit,
    typer.Abort,
    OSError,
    KeyboardInterrupt,
)
"""Errors that already read as one line, or that the command line answers itself."""


class GameFault(ParlourError):
    """A game or its plugin failed while it was at work."""


@contextmanager
def explain_game_fault(
    name: str, game: Game | None = None, *, installed: bool = True, position_in: Path | None = None
) -> Iterator[None]:
    """Explain an error that a game raises in one line: the game, the error and its place.

    If its plugin is ``installed``, the error says how to leave it out. The record ``position_in``
    begins with a given state, which is then named instead of the game.

    Raises:
        GameFault: The game failed.
    """
    at_position = ""
    if position_in is not None:
        at_position = f"{position_in}: the rules fail on the state that the record begins with"
    try:
        yield
    except FlowError as fault:
        place = error_location(fault)
        at = f" (at {place})" if place else ""
        who = at_position or f"game '{name}'"
        raise GameFault(f"{who}: {_bad_return(fault, game) or fault}{at}") from fault
    except BaseException as fault:
        if isinstance(fault, MEANT_FOR_USERS) or os.environ.get(DEBUG):
            raise
        # rich ends the program so if nobody reads its output any more.
        if isinstance(fault.__context__, BrokenPipeError):
            raise
        failed = f"game '{name}' failed"
        way_out = f"; PARLOUR_BLOCK={name} leaves its plugin out" if installed else ""
        raise GameFault(
            f"{at_position or failed}: {_bad_return(fault, game) or describe_error(fault)} "
            f"({DEBUG}=1 shows more{'' if at_position else way_out})"
        ) from fault


def explain_fault_of(game: Game, catalog: Catalog) -> AbstractContextManager[None]:
    """Explain an error that a game of a catalog raises."""
    return explain_game_fault(game.id, game, installed=not catalog.paths)


@contextmanager
def find_game(name: str) -> Iterator[Game]:
    """Find a game by its name or path to work with, and explain an error that it raises."""
    catalog = Catalog()
    game = catalog.game(name)
    with explain_fault_of(game, catalog):
        yield game


@contextmanager
def game_in(record: Named, path: Path, catalog: Catalog) -> Iterator[Game]:
    """Find the game of a record to work with, and explain an error that it or the record raises."""
    game = game_of(record, str(path), catalog.game_named)
    position_in = path if begins_at_position(record.header) else None
    with explain_game_fault(game.id, game, installed=not catalog.paths, position_in=position_in):
        yield game


def _bad_return(fault: BaseException, game: Game | None) -> str:
    """Describe a method of a game that returned something wrong; empty if none is found."""
    return "" if game is None else first_bad_return(game, located=bool(error_location(fault)))
