"""Games at work: found by their names, and named in an error that is their own fault."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from parlour.cli.output import DEBUG
from parlour.match.game import Game
from parlour.match.replay import Named, game_of
from parlour.plugins.catalog import Catalog
from parlour.plugins.diagnose import first_bad_return
from parlour.plugins.source_location import describe_error, error_location
from parlour.rules.errors import FlowError, ParlourError

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
def blame_game(name: str, game: Game | None = None, *, installed: bool = True) -> Iterator[None]:
    """Name a game in an error that it raises and that is not meant for a user, with its place.

    If its plugin is ``installed``, the error says how to leave it out.

    Raises:
        GameFault: The game failed.
    """
    try:
        yield
    except FlowError as fault:
        place = error_location(fault)
        at = f" (at {place})" if place else ""
        raise GameFault(f"game '{name}': {_bad_return(fault, game) or fault}{at}") from fault
    except BaseException as fault:
        if isinstance(fault, MEANT_FOR_USERS) or os.environ.get(DEBUG):
            raise
        # rich ends the program so if nobody reads its output any more.
        if isinstance(fault.__context__, BrokenPipeError):
            raise
        way_out = f"; PARLOUR_BLOCK={name} leaves its plugin out" if installed else ""
        raise GameFault(
            f"game '{name}' failed: {_bad_return(fault, game) or describe_error(fault)} "
            f"({DEBUG}=1 shows more{way_out})"
        ) from fault


@contextmanager
def blame(game: Game, catalog: Catalog) -> Iterator[None]:
    """Blame a game of a catalog for its own faults."""
    with blame_game(game.id, game, installed=not catalog.paths):
        yield


@contextmanager
def find_game(name: str) -> Iterator[Game]:
    """Find a game by its name or path to work with, and blame it for its own faults."""
    catalog = Catalog()
    game = catalog.game(name)
    with blame(game, catalog):
        yield game


@contextmanager
def game_in(record: Named, path: Path, catalog: Catalog) -> Iterator[Game]:
    """Find the game of a record to work with, and blame it for its own faults."""
    game = game_of(record, str(path), catalog.game_named)
    with blame(game, catalog):
        yield game


def _bad_return(fault: BaseException, game: Game | None) -> str:
    """Describe a method of a game that returned something wrong; empty if none is found."""
    return "" if game is None else first_bad_return(game, located=bool(error_location(fault)))
