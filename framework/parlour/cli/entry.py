"""The way in to the command line: a command is run, and what goes wrong becomes an exit code."""

import atexit
import gc
import os
import sys
from contextlib import suppress
from functools import partial

# Modules leave no garbage. To look for some takes a twentieth of a command.
gc.set_threshold(50_000, 20, 20)

import typer

from parlour.cli.app import app, is_without_plugins, leave_out_plugins
from parlour.cli.output import (
    DEBUG,
    FAILED,
    INTERRUPTED,
    PrintableStream,
    exit_code_of,
    print_error,
)
from parlour.cli.shells import ASKED, INSTALL, answer, complete_at_first_tab
from parlour.rules import ParlourError, lower_first

gc.freeze()

# At its end Python looks for cycles among all objects, a quarter of a short command's time.
atexit.register(gc.freeze)


def main() -> None:
    """Run the command line, and exit."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # may be replaced
    sys.stdout, sys.stderr = PrintableStream(sys.stdout), PrintableStream(sys.stderr)
    code = _run()
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    sys.exit(code)


def _run() -> int:
    """Run the command line; return the exit code."""
    try:
        code = _run_app()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough: no failure. What is flushed at exit must go somewhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BaseException as fault:
        if os.environ.get(DEBUG):
            raise
        message, code = _explained(fault)
        print_error(message)
        return code
    if code == INTERRUPTED:
        print_error("interrupted")
    return code if isinstance(code, int) else 0


def _run_app() -> object:
    """Run a command, or answer a shell that completes one; return the exit code, if there is one.

    Raises:
        BrokenPipeError: Nobody reads the output; typer and rich make a ``SystemExit`` of it.
    """
    leave_out_plugins(wanted=is_without_plugins(sys.argv[1:]))
    run = partial(app, prog_name="parlour", standalone_mode=False)
    try:
        return answer(run) if ASKED in os.environ else run()
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):
            raise end.__context__ from None
        if INSTALL in sys.argv:
            complete_at_first_tab()
        return end.code


def _explained(fault: BaseException) -> tuple[str, int]:
    """Return one line about what went wrong, and the exit code."""
    if isinstance(fault, typer.Abort):
        return "interrupted", INTERRUPTED
    if isinstance(fault, typer.TyperException):
        return _with_hint(fault), fault.exit_code
    if isinstance(fault, ParlourError):
        return str(fault), exit_code_of(fault)
    if isinstance(fault, OSError) and fault.strerror:
        return f"{fault.filename}: {fault.strerror}" if fault.filename else fault.strerror, FAILED
    from parlour.hooks.source_location import error_location  # noqa: PLC0415  rarely needed

    place = error_location(fault)
    where = f"at {place}" if place else f"{DEBUG}=1 shows where"
    return f"{type(fault).__name__}: {fault} ({where})", FAILED


def _with_hint(fault: typer.TyperException) -> str:
    """Return the message of an error in the arguments, and where to read about them."""
    context = getattr(fault, "ctx", None)
    message = fault.format_message().rstrip(".").replace(": Value error, ", ": ")
    command = context.command_path if context else "parlour"
    return f"{lower_first(message)} (see: {command} --help)"
