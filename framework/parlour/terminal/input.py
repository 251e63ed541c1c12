"""Input: the lines that people type, or that come through a pipe."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from getpass import getpass
from selectors import EVENT_READ, DefaultSelector
from threading import Thread
from typing import TypeAlias

from parlour.words import say

BYTE_ORDER_MARK = "\ufeff"
"""A letter that some programs write before the first line of a text."""


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
        return cls(say("leave.interrupted"), interrupted=True)


Completer: TypeAlias = Callable[[str], Sequence[str]]
"""Returns the lines that a line may grow into by one word."""

MAX_LINE_BYTES = 4096
"""Maximum number of bytes of a line that a terminal gives."""


class LineReader:
    """Reads lines from standard input; at a ``terminal`` they can be edited while typed."""

    def __init__(self, *, terminal: bool) -> None:
        self._terminal = terminal
        self._found: Sequence[str] = ()
        self._complete: Completer = lambda _: ()
        self._early: list[str] = []
        if terminal:
            with suppress(ImportError):
                import readline  # gives input() a line to edit and a history

                readline.set_completer_delims("")
                readline.set_completer(self._candidate)
                readline.parse_and_bind("tab: complete")

    def complete_by(self, complete: Completer) -> None:
        """Let Tab complete the lines to come by ``complete``."""
        self._complete = complete

    def next(self, prompt: str) -> str:
        """Return the next line.

        Raises:
            PlayerLeft: The input has ended, or the person interrupts.
        """
        if self._early:
            print(f"{prompt}{self._early[0]}")
            return self._early.pop(0)
        with _leaving():
            if self._terminal:
                return input(prompt).strip()
            print(prompt, end="", flush=True)
            line = sys.stdin.readline().removeprefix(BYTE_ORDER_MARK)
        if not line:
            raise PlayerLeft(say("leave.input"))
        print(line.strip())
        return line.strip()

    @contextmanager
    def listening(self, obey: Callable[[str], bool]) -> Iterator[None]:
        """Read meanwhile the lines typed at a terminal, in a thread.

        ``obey`` returns whether a line is done with; all others are kept for ``next``.
        """
        reads, writes = os.pipe()
        selector = DefaultSelector()
        for file in (sys.stdin.fileno(), reads):
            selector.register(file, EVENT_READ)

        def listen() -> None:
            while {key.fd for key, _ in selector.select()} == {sys.stdin.fileno()}:
                line = os.read(sys.stdin.fileno(), MAX_LINE_BYTES).decode(errors="replace")
                if not line:
                    break
                if not obey(line.strip()):
                    self._early.append(line.strip())

        thread = Thread(target=listen, daemon=True)
        thread.start()
        try:
            yield
        finally:
            os.write(writes, b"\n")
            thread.join()
            selector.close()
            os.close(reads)
            os.close(writes)

    def unseen(self, prompt: str) -> str:
        """Return the next line, which is not shown while it is typed.

        Raises:
            PlayerLeft: The input has ended, or the person interrupts.
        """
        with _leaving():
            return getpass(prompt).strip()

    def _candidate(self, text: str, number: int) -> str | None:
        """Return the completion of this number, as readline asks for them one by one."""
        if number == 0:
            self._found = self._complete(text)
        return self._found[number] if number < len(self._found) else None

    def forget(self) -> None:
        """Clear the history of typed lines, before somebody else sits down."""
        with suppress(ImportError, AttributeError):
            import readline

            readline.clear_history()


@contextmanager
def _leaving() -> Iterator[None]:
    """Make the end of input and Ctrl-C say that the person leaves."""
    try:
        yield
    except EOFError:
        raise PlayerLeft(say("leave.input")) from None
    except KeyboardInterrupt:
        raise PlayerLeft.by_interrupt() from None


def at_terminal() -> bool:
    """Return whether the keys of a terminal are read, which is still there."""
    return sys.__stdin__ is not None and sys.__stdin__.isatty()
