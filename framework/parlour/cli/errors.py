"""Errors as a user reads them: one line on standard error, and an exit code.

0 done · 1 failed · 2 misused: wrong arguments, options, seats or paths · 130 interrupted
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import typer

from parlour.rules.errors import (
    FlowError,
    Interrupted,
    MisuseError,
    ParlourError,
    SetupError,
    UnknownGame,
)
from parlour.rules.one_line import one_line

if TYPE_CHECKING:  # a command that plays no game imports none
    from parlour.match.game import Game

FAILED, MISUSED, INTERRUPTED = 1, 2, 130

DEBUG = "PARLOUR_DEBUG"
"""Set to anything, this environment variable lets tracebacks through."""

MEANT_FOR_USERS = (
    ParlourError,
    typer.TyperException,
    typer.Exit,
    typer.Abort,
    OSError,
    KeyboardInterrupt,
)
"""Errors that already read as one line, or that the command line answers itself."""


LONGEST = 2000
"""Letters of an error, at most."""


class GameFault(ParlourError):
    """A game or its plugin failed while it was at work."""


def print_error(message: str) -> None:
    """Print one line on standard error."""
    with suppress(OSError):
        print("parlour:", one_line(message, LONGEST), file=sys.stderr)


def exit_code_of(fault: ParlourError) -> int:
    """Return the exit code of a command that ends with this error."""
    if isinstance(fault, Interrupted):
        return INTERRUPTED
    return MISUSED if isinstance(fault, UnknownGame | SetupError | MisuseError) else FAILED


@contextmanager
def blame_game(game: str, found: "Game | None" = None, *, installed: bool = True) -> Iterator[None]:
    """Name ``game`` in an error that it raises and that is not meant for a user, with its place.

    Where its plugin is ``installed``, the error says how to leave it out.

    Raises:
        GameFault: The game failed.
    """
    try:
        yield
    except FlowError as fault:
        from parlour.plugins.source_location import raised_at

        place = raised_at(fault)
        at = f" (at {place})" if place else ""
        raise GameFault(f"game '{game}': {_bad_return(fault, found) or fault}{at}") from fault
    except BaseException as fault:
        if isinstance(fault, MEANT_FOR_USERS) or os.environ.get(DEBUG):
            raise
        # rich ends the program so where nobody reads its output any more.
        if isinstance(fault.__context__, BrokenPipeError):
            raise
        from parlour.plugins.source_location import describe_error

        way_out = f"; PARLOUR_BLOCK={game} leaves its plugin out" if installed else ""
        raise GameFault(
            f"game '{game}' failed: {_bad_return(fault, found) or describe_error(fault)} "
            f"({DEBUG}=1 shows more{way_out})"
        ) from fault


def _bad_return(fault: BaseException, game: "Game | None") -> str:
    """Describe a method of a game that returned something wrong; empty if none is found."""
    if game is None:
        return ""
    from parlour.plugins.diagnose import first_bad_return
    from parlour.plugins.source_location import raised_at

    return first_bad_return(game, located=bool(raised_at(fault)))


@contextmanager
def find_game(name: str) -> "Iterator[Game]":
    """Find a game by its name or path to work with, and blame it for its own faults."""
    from parlour.plugins.catalog import Catalog

    catalog = Catalog()
    game = catalog.game(name)
    with blame_game(game.id, game, installed=not catalog.paths):
        yield game


def need(
    modules: Sequence[str], purpose: str = "ratings and reports", extra: str = "tournament"
) -> None:
    """Check that modules of an extra are installed; ``purpose`` names what needs them.

    Raises:
        MisuseError: One is missing.
    """
    from importlib.util import find_spec

    if not all(map(find_spec, modules)):
        raise MisuseError(f"{purpose} need: python -m pip install 'parlour[{extra}]'")
