"""Widgets: the line to type in, and drawings, texts that keep their lines, scroll and have spots.

A spot carries the addresses of parts of moves, as a game draws them (``parlour.spot``); or, in
lists that the screen itself makes, a step: addresses to choose one after another, or a line to
type.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import ClassVar, TypeAlias

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click, Paste
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from parlour.rules import SPOTS, printable, visible
from parlour.terminal.screen import fold
from parlour_screen.layout import Box

STEPS = "steps"
"""The key of a style's meta for a spot that makes several choices in a row."""
LINE = "line"
"""The key of a style's meta for a spot that stands for a line to type."""

LIVE = Style(underline=True)
"""Style of a place that would be part of a move."""
CHOSEN = Style(reverse=True, bold=True)
"""Style of a place that is chosen."""
STRONG = Style(bold=True)
FAINT = Style(dim=True)
REVERSED = Style(reverse=True)
RULE = "─"
SIGN_COLUMNS = 6
"""Number of columns for the sign that counts the lines out of sight."""

WORDS = re.compile(r"\w+|\W+")
"""Runs of letters and digits, and of the signs between them."""

Step: TypeAlias = Sequence[str]
"""Addresses; a move must have one of them."""


class Drawing(ScrollView, can_focus=False):
    """A text in lines that are never folded, unless it is made of sentences.

    With a title, its first row is a rule with the title in it, and the text scrolls below.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Drawing {
        position: absolute;
        background: ansi_default;
        color: ansi_default;
        scrollbar-size: 0 0;
    }
    """

    @dataclass
    class Spotted(Message):
        """Somebody clicked on a spot."""

        steps: Sequence[Step]
        """Choices to make, in order."""
        line: str
        """A line to put into the place to type in; empty where there are steps."""

    def __init__(self, name: str, *, folded: bool = False, key: str = "") -> None:
        """Make a drawing; ``folded`` folds lines between words to the width there is.

        ``key`` is the key that shows it whole: the sign for lines out of sight names it.
        """
        super().__init__(name=name, id=f"drawing-{name}")
        self.title = ""
        self.text = Text()
        self._folded = folded
        self._key = f"{key} " if key else ""
        self._lines: list[Text] = []
        self._live: frozenset[str] = frozenset()
        self._chosen: frozenset[str] = frozenset()
        self._pointed: frozenset[str] = frozenset()
        self._at_end = False

    def draw(self, text: Text, title: str = "", *, at_end: bool = False) -> None:
        """Show a text, from its beginning or, if ``at_end``, scrolled to its end."""
        self.text = harmless(text)
        self.title = printable(title)
        self._at_end = at_end
        self._fit()

    def mark(self, live: Iterable[str], chosen: Iterable[str], pointed: Iterable[str] = ()) -> None:
        """Mark the spots with these addresses as live, as chosen, or as what a hint points at."""
        marks = frozenset(live), frozenset(chosen), frozenset(pointed)
        if marks != (self._live, self._chosen, self._pointed):
            self._live, self._chosen, self._pointed = marks
            self.refresh()

    @property
    def overflows(self) -> bool:
        """Whether some lines are out of sight."""
        return self.virtual_size.height > self.size.height

    def on_resize(self) -> None:
        """Fold sentences for the new size."""
        self._fit()

    def on_click(self, event: Click) -> None:
        """Tell the clicked place."""
        meta = event.style.meta
        steps: Sequence[Step] = meta.get(STEPS) or ([meta[SPOTS]] if SPOTS in meta else ())
        line = meta.get(LINE, "")
        if steps or line:
            event.stop()
            self.post_message(self.Spotted(steps, line))

    def render_line(self, y: int) -> Strip:
        """Return a line of the screen: the title, or a line of the text."""
        width = self.size.width
        base = self.rich_style
        if self.title and y == 0:
            return _title_line(self.app.console, self.title, width, base)
        left, top = self.scroll_offset
        row = y + top - bool(self.title)
        if not 0 <= row < len(self._lines):
            return Strip.blank(width, base)
        line = self._strip(self._lines[row], base).crop_extend(left, left + width, base)
        below = len(self._lines) - 1 - row
        if top and y == bool(self.title):
            return _with_end(line, f" ▲ {top} {self._key}", width)
        if below > 0 and y == self.size.height - 1:
            return _with_end(line, f" ▼ {below} {self._key}", width)
        return line

    def _strip(self, line: Text, base: Style) -> Strip:
        segments = line.render(self.app.console, end="")
        styled = ((text, base + (style or Style.null())) for text, style, _ in segments)
        return Strip(part for text, style in styled for part in self._marked(text, style))

    def _marked(self, text: str, style: Style) -> Iterator[Segment]:
        """Yield a part of a line, marked where it is a spot: of a live one only its words are."""
        addresses = frozenset(style.meta.get(SPOTS, ()))
        if addresses & self._chosen:
            yield Segment(text, style + CHOSEN)
        elif addresses & self._pointed:
            yield Segment(text, style + REVERSED)
        elif addresses & self._live:
            for run in WORDS.findall(text):
                yield Segment(run, style + LIVE if run[0].isalnum() else style)
        else:
            yield Segment(text, style)

    def _fit(self) -> None:
        """Split the text in lines, and tell the scroll bars how many there are."""
        width = self.size.width
        lines = list(self.text.split("\n", allow_blank=True))
        if self._folded and width > 0:
            whole = lines
            lines = self._folds(whole, width)
            if len(lines) > self.size.height - bool(self.title):
                lines = self._folds(whole, max(width - SIGN_COLUMNS - len(self._key), 1))
        self._lines = lines
        room = self.size.height - bool(self.title)
        last = self._last_start(lines, room) if self._at_end else 0
        widest = max((cell_len(line.plain) for line in self._lines), default=0)
        filled = max(len(lines), last + room if last else 0)
        self.virtual_size = Size(widest, filled + bool(self.title))
        if self._at_end:
            # Forced: whether there is something to scroll is known to Textual only later.
            self.scroll_to(y=last, animate=False, immediate=True, force=True)
        self.refresh()

    def _last_start(self, lines: Sequence[Text], room: int) -> int:
        """Return the row to begin with so that the end is seen, and no end of a sentence alone."""
        if len(lines) <= room:
            return 0
        width = max(self.size.width - SIGN_COLUMNS - len(self._key), 1)
        rows = [len(self._folds([line], width)) for line in self.text.split("\n", allow_blank=True)]
        starts = list(accumulate(rows, initial=0))[:-1] if self._folded else range(len(lines))
        return next((start for start in starts if start >= len(lines) - room), starts[-1])

    def _folds(self, lines: Iterable[Text], width: int) -> list[Text]:
        console = self.app.console
        return [part for line in lines for part in fold(line, console, width)]


def harmless(text: Text) -> Text:
    """Return a text with what a terminal would obey written out, as everywhere else."""
    if text.plain == printable(text.plain):
        return text
    letters = text.divide(range(1, len(text.plain)))
    clean = Text(style=text.style)
    for letter in letters:
        written = printable(letter.plain)
        clean.append_text(letter if letter.plain == written else Text(written, letter.style))
    return clean


def _with_end(line: Strip, sign: str, width: int) -> Strip:
    """Return a line with a sign over its end, which says how many lines are out of sight."""
    return Strip.join([line.crop(0, width - cell_len(sign)), Strip([Segment(sign, REVERSED)])])


def title_width(title: str) -> int:
    """Return the columns that a title fills with its rule to the left."""
    return cell_len(_title_head(title).rstrip())


def _title_head(title: str) -> str:
    return f"{RULE} {title} "


def _title_line(console: Console, title: str, width: int, base: Style) -> Strip:
    """Return a rule with a title in it."""
    head = _title_head(title)
    line = Text(head, STRONG)
    line.append(RULE * max(width - cell_len(head), 0), FAINT)
    line.truncate(width)
    segments = line.render(console, end="")
    return Strip([Segment(text, base + (style or Style.null())) for text, style, _ in segments])


def place(widget: Widget, box: Box | None) -> None:
    """Place a widget on the screen; None puts it out of view."""
    widget.display = box is not None
    if box is not None:
        widget.styles.offset = (box.x, box.y)
        widget.styles.width, widget.styles.height = box.width, box.height


class CommandLine(Input):
    """A line to type moves and commands in.

    Up and down go through earlier lines; Tab completes. On an empty line left and right
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
        """Put in the first line of pasted text, without what a terminal would obey."""
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
