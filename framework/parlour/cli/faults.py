"""The way in, and the way out of everything that goes wrong: one line and an exit code.

0 done · 1 it failed · 2 misused: wrong arguments, options, seats or paths · 130 interrupted
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import typer

from parlour.errors import FlowError, ParlourError, SetupError, UnknownGame
from parlour.folders import named
from parlour.game import Game
from parlour.origin import raised_at, sentence

FAILED, MISUSED, INTERRUPTED = 1, 2, 130

UNREAD = "nobody reads the output any more"

DEBUG = "PARLOUR_DEBUG"
"""Set to anything, this environment variable lets tracebacks through."""

# typer has no public name for these two, and has them from click in older releases.
_Usage, _Complaint = typer.BadParameter.__mro__[1:3]


class GameFault(ParlourError):
    """A game or its plugin failed while it was at work."""


class Misuse(ParlourError):
    """Arguments that do not go together, or a path that will not do."""


def main() -> None:
    """Run the command line, and exit."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # may be replaced
    code = _run()
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    sys.exit(code)


def _run() -> int:
    """Run a command; return the exit code."""
    try:
        from parlour.cli.app import app

        code = app(prog_name="parlour", standalone_mode=False)
        sys.stdout.flush()
    except Exception as fault:
        if os.environ.get(DEBUG):
            raise
        return _told(fault)
    except SystemExit:
        # typer's answer to a broken pipe.
        complain(UNREAD)
        return FAILED
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        complain("interrupted")
    return code if isinstance(code, int) else 0


def _told(fault: Exception) -> int:
    """Say in one line what went wrong; return the exit code."""
    if isinstance(fault, BrokenPipeError):
        # What is still to be flushed at exit must go somewhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        complain(UNREAD)
        return FAILED
    if isinstance(fault, typer.Abort):
        complain("interrupted")
        return INTERRUPTED
    if isinstance(fault, _Complaint):
        complain(_with_hint(fault))
        return MISUSED if isinstance(fault, _Usage) else FAILED
    if isinstance(fault, ParlourError):
        complain(str(fault))
        return MISUSED if isinstance(fault, UnknownGame | SetupError | Misuse) else FAILED
    complain(f"{type(fault).__name__}: {fault} ({DEBUG}=1 shows where)")
    return FAILED


def _with_hint(fault: Exception) -> str:
    """Write a complaint about arguments, and where to read about them."""
    message = fault.format_message().rstrip(".")  # type: ignore[attr-defined]  # see _Complaint
    context = getattr(fault, "ctx", None)
    command = context.command_path if context else "parlour"
    return f"{message[:1].lower()}{message[1:]} (see: {command} --help)"


def complain(message: str) -> None:
    """Write one line to standard error."""
    with suppress(OSError):
        print("parlour:", " ".join(message.split()), file=sys.stderr)


@contextmanager
def blaming(game: str, found: Game | None = None) -> Iterator[None]:
    """Name ``game`` in whatever it raises that is not meant for a user, and the place if known."""
    try:
        yield
    except FlowError as fault:
        place = raised_at(fault)
        at = f" (at {place})" if place else ""
        raise GameFault(f"game '{game}': {_finer(fault, found) or fault}{at}") from fault
    except Exception as fault:
        meant = isinstance(fault, (ParlourError, typer.Exit, typer.Abort, _Complaint, OSError))
        if meant or os.environ.get(DEBUG):
            raise
        raise GameFault(
            f"game '{game}' failed: {_finer(fault, found) or sentence(fault)} "
            f"({DEBUG}=1 shows more{_way_out(game)})"
        ) from fault


def _way_out(game: str) -> str:
    """Say how to do without a plugin; not to those who are working on it."""
    return "" if named() else f"; PARLOUR_BLOCK={game} leaves its plugin out"


def _finer(fault: Exception, game: Game | None) -> str:
    """Say which method of a game gave what it should not; empty if the fault says it all."""
    if game is None:
        return ""
    from parlour.inspection import rehearsed

    return rehearsed(game, located=bool(raised_at(fault)))


@contextmanager
def game_named(name: str) -> Iterator[Game]:
    """Find a game to work with, and blame it for its own faults."""
    from parlour.catalog import Catalog

    game = Catalog().game(name)
    with blaming(game.id, game):
        yield game
