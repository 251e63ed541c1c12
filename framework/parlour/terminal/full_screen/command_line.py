"""The line to type in: its history, and completion by Tab."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Paste
from textual.message import Message
from textual.widgets import Input

from parlour.rules.one_line import visible


class CommandLine(Input):
    """A line to type moves and commands in.

    Up and down go through what was typed before; Tab completes. On an empty line left and right
    turn pages, and Ctrl-D ends the input.
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
        Binding("left", "left", show=False),
        Binding("right", "right", show=False),
        Binding("ctrl+d", "end_or_delete", show=False),
    ]

    class InputEnd(Message):
        """The person ended the input, on an empty line."""

    @dataclass
    class Completes(Message):
        """The person asks for a line to be completed."""

        line: str
        """The line up to the cursor."""

    @dataclass
    class Turned(Message):
        """The person turns to another page, on an empty line."""

        step: int
        """1 for the next page, -1 for the one before."""

    def __init__(self) -> None:
        super().__init__(id="command-line", select_on_focus=False)
        self.cursor_blink = False  # nothing is drawn while nothing happens
        self._typed: list[str] = []
        self._place = 0

    def put(self, line: str) -> None:
        """Put a line in, with the cursor behind it."""
        self.value = line
        self.cursor_position = len(line)

    def remember(self, line: str) -> None:
        """Note a line that was entered."""
        if self._typed[-1:] != [line]:
            self._typed.append(line)
        self._place = len(self._typed)

    def forget(self) -> None:
        """Forget everything that was typed, before somebody else sits down."""
        self._typed.clear()
        self._place = 0
        self.put("")

    def on_paste(self, event: Paste) -> None:
        """Put in the first line of what is pasted, without what a terminal would obey."""
        event.prevent_default()
        event.stop()
        lines = event.text.splitlines()
        self.insert_text_at_cursor(visible(lines[0]) if lines else "")

    def action_older(self) -> None:
        """Show the line entered before."""
        self._show(self._place - 1)

    def action_newer(self) -> None:
        """Show the line entered after it; behind the last one, an empty line."""
        self._show(self._place + 1)

    def action_complete(self) -> None:
        """Ask for the line to be completed."""
        self.post_message(self.Completes(self.value[: self.cursor_position]))

    def action_left(self) -> None:
        """Go left, or turn a page back."""
        if self.value:
            self.action_cursor_left()
        else:
            self.post_message(self.Turned(-1))

    def action_right(self) -> None:
        """Go right, or turn to the next page."""
        if self.value:
            self.action_cursor_right()
        else:
            self.post_message(self.Turned(1))

    def action_end_or_delete(self) -> None:
        """Delete a letter, or end the input."""
        if self.value:
            self.action_delete_right()
        else:
            self.post_message(self.InputEnd())

    def _show(self, place: int) -> None:
        if 0 <= place <= len(self._typed):
            self._place = place
            self.put([*self._typed, ""][place])


def beginning(texts: Sequence[str]) -> str:
    """Return the longest beginning that all texts share."""
    if not texts:
        return ""
    least, most = min(texts), max(texts)  # all others stand between these two
    shared = takewhile(lambda pair: pair[0] == pair[1], zip(least, most, strict=False))
    return "".join(letter for letter, _ in shared)
