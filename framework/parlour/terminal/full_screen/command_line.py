"""The line to type in: its history, and completion by Tab."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input


class CommandLine(Input):
    """A line to type moves and commands in.

    Up and down go through what was typed before; Tab completes.
    """

    DEFAULT_CSS = """
    CommandLine, CommandLine:focus {
        position: absolute;
        border: none;
        padding: 0;
        height: 1;
        background: ansi_default;
        color: ansi_default;
        background-tint: ansi_default 0%;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "older", show=False),
        Binding("down", "newer", show=False),
        Binding("tab", "complete", show=False),
    ]

    class Emptied(Message):
        """The person wants to leave: end of input on an empty line."""

    def __init__(self) -> None:
        super().__init__(id="command-line", select_on_focus=False)
        self.candidates: tuple[str, ...] = ()
        """Every line that Tab may complete to."""
        self._typed: list[str] = []
        self._place = 0

    def put(self, line: str) -> None:
        """Put a line in, with the cursor behind it."""
        self.value = line
        self.cursor_position = len(line)

    def remember(self, line: str) -> None:
        """Note a line that was entered."""
        if line and self._typed[-1:] != [line]:
            self._typed.append(line)
        self._place = len(self._typed)

    def forget(self) -> None:
        """Forget everything that was typed, before somebody else sits down."""
        self._typed.clear()
        self._place = 0
        self.put("")

    def action_older(self) -> None:
        """Show the line entered before."""
        self._show(self._place - 1)

    def action_newer(self) -> None:
        """Show the line entered after it; behind the last one, an empty line."""
        self._show(self._place + 1)

    def action_complete(self) -> None:
        """Complete what is typed as far as all that it may become agree."""
        self.put(completed(self.value, self.candidates))

    def _show(self, place: int) -> None:
        if 0 <= place <= len(self._typed):
            self._place = place
            self.put([*self._typed, ""][place])


def completed(line: str, candidates: Iterable[str]) -> str:
    """Return the longest beginning that all candidates share which begin with ``line``.

    It ends with a whole word, unless ``line`` itself is longer. A line that cannot be completed
    is returned as it is.
    """
    wanted = " ".join(line.split()).casefold()
    found = [text for text in candidates if text.casefold().startswith(wanted)]
    shared = _beginning(found)
    if any(text[len(shared) :][:1] not in {"", " "} for text in found):
        whole = shared[: shared.rfind(" ") + 1]
        shared = whole if len(whole) > len(wanted) else shared
    return shared if len(shared) >= len(line.strip()) else line


def _beginning(texts: Sequence[str]) -> str:
    """Return the longest beginning that all texts share."""
    if not texts:
        return ""
    least, most = min(texts), max(texts)  # all others stand between these two
    shared = takewhile(lambda pair: pair[0] == pair[1], zip(least, most, strict=False))
    return "".join(letter for letter, _ in shared)
