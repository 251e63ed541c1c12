"""Lines that people type, or that come through a pipe."""

import sys
from contextlib import suppress

from parlour.cli.errors import INTERRUPTED


class Left(Exception):
    """A person left the table; the match can be resumed."""

    def __init__(self, why: str, code: int = 0) -> None:
        self.why = why
        self.code = code
        super().__init__(why)


class Lines:
    """Reads lines from standard input; with ``terminal`` they can be edited while typed."""

    def __init__(self, *, terminal: bool) -> None:
        self._terminal = terminal
        if terminal:
            with suppress(ImportError):
                import readline  # noqa: F401  gives input() a line to edit and a history

    def next(self, prompt: str) -> str:
        """Return the next line.

        Raises:
            Left: There is none, or the person interrupts.
        """
        try:
            if self._terminal:
                return input(prompt).strip()
            print(prompt, end="", flush=True)
            line = sys.stdin.readline()
        except EOFError:
            raise Left("end of input") from None
        except KeyboardInterrupt:
            raise Left("interrupted", INTERRUPTED) from None
        if not line:
            raise Left("end of input")
        print(line.strip())
        return line.strip()

    def forget(self) -> None:
        """Forget what was typed, before somebody else sits down."""
        with suppress(ImportError, AttributeError):
            import readline

            readline.clear_history()
