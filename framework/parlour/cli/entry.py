"""The way in to the command line: a command is run, and what goes wrong becomes an exit code."""

import os
import sys
from contextlib import suppress

import typer

from parlour.cli.errors import (
    DEBUG,
    FAILED,
    INTERRUPTED,
    MISUSED,
    Complaint,
    Misuse,
    Usage,
    complain,
)
from parlour.rules.errors import ParlourError, SetupError, UnknownGame

UNREAD = "nobody reads the output any more"


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
    if isinstance(fault, Complaint):
        complain(_with_hint(fault))
        return MISUSED if isinstance(fault, Usage) else FAILED
    if isinstance(fault, ParlourError):
        complain(str(fault))
        return MISUSED if isinstance(fault, UnknownGame | SetupError | Misuse) else FAILED
    complain(f"{type(fault).__name__}: {fault} ({DEBUG}=1 shows where)")
    return FAILED


def _with_hint(fault: Exception) -> str:
    """Write a complaint about arguments, and where to read about them."""
    message = fault.format_message().rstrip(".")  # type: ignore[attr-defined]  # see Complaint
    context = getattr(fault, "ctx", None)
    command = context.command_path if context else "parlour"
    return f"{message[:1].lower()}{message[1:]} (see: {command} --help)"
