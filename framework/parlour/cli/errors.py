"""Errors as a user reads them: one line on standard error, and an exit code.

0 done · 1 failed · 2 misused: wrong arguments, options, seats or paths · 130 interrupted
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec

from parlour.rules.errors import Interrupted, MisuseError, ParlourError, SetupError, UnknownGame
from parlour.rules.one_line import one_line

FAILED, MISUSED, INTERRUPTED = 1, 2, 130

DEBUG = "PARLOUR_DEBUG"
"""Set to anything, this environment variable lets tracebacks through."""

MAX_LETTERS = 2000
"""Maximum length of an error."""


def print_error(message: str) -> None:
    """Print one line on standard error."""
    with suppress(OSError):
        print("parlour:", one_line(message, MAX_LETTERS), file=sys.stderr)


def exit_code_of(fault: ParlourError) -> int:
    """Return the exit code of a command that ends with this error."""
    if isinstance(fault, Interrupted):
        return INTERRUPTED
    return MISUSED if isinstance(fault, UnknownGame | SetupError | MisuseError) else FAILED


def need(
    modules: Sequence[str], purpose: str = "ratings and reports", extra: str = "tournament"
) -> None:
    """Check that modules of an extra are installed; ``purpose`` names what needs them.

    Raises:
        MisuseError: One is missing.
    """
    if not all(map(find_spec, modules)):
        raise MisuseError(f"{purpose} need: python -m pip install 'parlour[{extra}]'")
