"""Input: the lines that people type, or that come through a pipe."""

import sys
from contextlib import suppress


class PlayerLeft(Exception):
    """A person left the match, which can be resumed."""

    def __init__(self, why: str, *, interrupted: bool = False) -> None:
        self.why = why
        """The reason in a few words."""
        self.interrupted = interrupted
        """Whether it was Ctrl-C."""
        super().__init__(why)

    @classmethod
    def by_interrupt(cls) -> "PlayerLeft":
        """Return the exception for Ctrl-C."""
        return cls("interrupted", interrupted=True)


class LineReader:
    """Reads lines from standard input; at a ``terminal`` they can be edited while typed."""

    def __init__(self, *, terminal: bool) -> None:
        self._terminal = terminal
        if terminal:
            with suppress(ImportError):
                import readline  # noqa: F401  gives input() a line to edit and a history

    def next(self, prompt: str) -> str:
        """Return the next line.

        Raises:
            PlayerLeft: There is none, or the person interrupts.
        """
        try:
            if self._terminal:
                return input(prompt).strip()
            print(prompt, end="", flush=True)
            line = sys.stdin.readline()
        except EOFError:
            raise PlayerLeft("end of input") from None
        except KeyboardInterrupt:
            raise PlayerLeft.by_interrupt() from None
        if not line:
            raise PlayerLeft("end of input")
        print(line.strip())
        return line.strip()

    def forget(self) -> None:
        """Clear the history of typed lines, before somebody else sits down."""
        with suppress(ImportError, AttributeError):
            import readline

            readline.clear_history()
