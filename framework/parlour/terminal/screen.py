"""The screen: views, moves and sentences, drawn or as plain lines; long texts in a pager."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import cycle
from shutil import which
from typing import TYPE_CHECKING

from parlour.match import Game, described, drawn
from parlour.rules import Panel, Space, Viewer, cut, printable
from parlour.table import MoveList

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

USUAL_WIDTH = 80
"""Columns of a terminal that does not say how many it has."""
NARROWEST = 20
"""Minimum number of columns that a game is asked to draw in."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Terminal codes that clear the screen and the lines scrolled out of it."""


def console(*, plain: bool = False, stderr: bool = False) -> "Console":
    """Return a console for standard output or error, without colours under NO_COLOR and in a pipe.

    It sends codes to a terminal, past the stream that writes out all codes, and writes
    out codes that stand in a text.
    """
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class PrintableConsole(Console):
        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterator[Segment]:
            for text, style, control in super().render(renderable, options):
                yield Segment(text if control else printable(text), style, control)

    return PrintableConsole(
        file=getattr(sys.stderr if stderr else sys.stdout, "unfiltered", None),
        stderr=stderr,
        no_color=True if plain else None,
        highlight=False,
        emoji=False,
        markup=False,
    )


KEY = re.compile(r" *(?:(?:\S+(?: \S+)* {2,}|\d\. |p\d )(?=\S))?")
"""The beginning of a line that stands in columns: a key or a number, and the space behind it."""
HANGING = 4
"""Number of additional columns for the rest of a line that stands further right."""
NO_BREAK = "\N{NO-BREAK SPACE}"
"""A space between words that belong together."""
UNBROKEN = "\ue000"
"""A letter for such a space, since Rich breaks there."""


def fold(line: "Text", console: "Console", width: int) -> "Iterable[Text]":
    """Return a line folded between words; the rest of the text behind a key stands below it.

    The rest of a line without a key that begins with spaces hangs.
    """
    from rich.cells import cell_len
    from rich.text import Text

    key = KEY.match(line.plain)
    left = key.end() if key else 0
    if cell_len(line.plain) <= width:
        return [line]
    left = 0 if left > width // 2 else left
    hanging = left + HANGING * line.plain[:left].isspace()
    line = line.copy()
    line.plain = line.plain.replace(NO_BREAK, UNBROKEN)
    head, rest = line.divide([left])
    first, *more = rest.wrap(console, width - hanging)
    folded = [head.append_text(first), *(Text(" " * hanging).append_text(one) for one in more)]
    for part in folded:
        part.plain = part.plain.replace(UNBROKEN, NO_BREAK)
    return folded


COLOURS = ("bright_blue", "green", "red", "yellow", "magenta", "cyan")
"""Names of terminals' colours for the seats in turn; they begin again after the last."""


class Screen:
    """Shows the views, moves and sentences of one game at this terminal."""

    def __init__(
        self, game: Game, viewer: Viewer, *, plain: bool, has_colours: bool = False
    ) -> None:
        """Show ``game`` to ``viewer``; if it ``has_colours``, names have their seats' colours."""
        self.game = game
        self.viewer = viewer
        self._colours = dict(zip(viewer.names, cycle(COLOURS), strict=False)) if has_colours else {}
        names = "|".join(re.escape(name) for name in sorted(self._colours, key=len, reverse=True))
        self._names = re.compile(rf"(?<!\w)(?:{names})(?!\w)") if names else None
        self.plain = plain = plain or not _can_write("╭│")
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.console = console(plain=plain)

    def say(self, *lines: str, paged: bool = False) -> None:
        """Print sentences; a terminal folds long ones between words, and has names in colour.

        If they are ``paged``, more than the terminal can show go through its pager.
        """
        if paged and self.terminal and not self.plain and len(lines) >= self.console.height:
            show_in_pager(self.console, *map(self.coloured, lines))
            return
        for line in lines:
            if self.terminal and (self._names or len(line) > self.width):
                for part in fold(self.coloured(line), self.console, self.width):
                    self.console.print(part)
            else:
                print(line)

    def write(self, *lines: str) -> None:
        """Print lines that are set already, or speak to the person; a terminal folds long ones."""
        for line in lines:
            if self.terminal and len(line) > self.width:
                self.console.print(line)
            else:
                print(line)

    def coloured(self, line: str) -> "Text":
        """Return a line with the names of the seats in their colours."""
        from rich.text import Text

        text = Text(line)
        for name in self._names.finditer(line) if self._names else ():
            text.stylize(f"bold {self._colours[name[0]]}", *name.span())
        return text

    @property
    def width(self) -> int:
        """Columns to draw in, at least those that every game can draw in."""
        return max(self.console.width or USUAL_WIDTH, NARROWEST)

    def panels(self, panels: Sequence[Panel], *, apart: bool = False) -> None:
        """Show panels, each under its title where there are several, with a line ``apart``."""
        for number, panel in enumerate(panels):
            if apart and number:
                print()
            if len(panels) > 1:
                self.console.print(panel.title, style="bold")
            self.console.print(panel.body, no_wrap=True, overflow="ignore", crop=False)

    def board(self, view: object) -> None:
        """Show a view."""
        game = self.game
        space = Space(self.width, self.console.height)
        drawing = None if self.plain else drawn(game.display, view, self.viewer, space)
        if drawing is None:
            self.say(*described(game.display, view, self.viewer))
        else:
            self.console.print(drawing)

    def move_lines(self, moves: MoveList, *, full: bool = False, only: str = "") -> list[str]:
        """Return the lines of the legal moves by kind.

        Unless ``full``, long kinds are folded, and at a terminal long lines are cut: the table
        above them would scroll away.
        """
        lines = list(moves.lines(self.width, full=full, only=only, plain=self.plain))
        if full or self.plain or not self.terminal:
            return lines
        return [cut(line, self.width) for line in lines]

    def clear(self) -> None:
        """Clear the screen and the lines scrolled out of it."""
        if os.environ.get("TERM", "dumb") == "dumb":
            print("\n" * 200)
        else:
            self.console.file.write(CLEAR)
        sys.stdout.flush()


def _can_write(text: str) -> bool:
    """Return whether standard output has these letters."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


# The pager

LESS_OPTIONS = "-FRX"
"""Options of ``less`` unless the user has others: it shows colours, and leaves the text there."""


def show_in_pager(console: "Console", *parts: "RenderableType") -> None:
    """Print parts, each on separate lines; a text that is too long goes through the pager."""
    with console.capture() as held:
        for part in parts:
            console.print(part)
    text = held.get()
    command = _pager()
    if command and text.count("\n") >= console.height:
        environment = {"LESS": LESS_OPTIONS} | os.environ
        with suppress(OSError, KeyboardInterrupt):
            subprocess.run(command, input=text, encoding="utf-8", env=environment, check=False)  # noqa: S603  the user's own pager
            return
    console.file.write(text)


def _pager() -> Sequence[str]:
    """Return the command of the pager: PAGER, or less or more; empty if nothing is to be paged."""
    is_there = all(stream.isatty() for stream in (sys.stdin, sys.stdout))
    if not is_there or os.environ.get("TERM", "dumb") == "dumb":
        return ()
    chosen = os.environ.get("PAGER")
    if chosen is not None:
        with suppress(ValueError):  # a quotation mark without another
            return shlex.split(chosen)
    return next(((name,) for name in ("less", "more") if which(name)), ())


_MARKS = re.compile(r"^#+ |(?P<mark>\*\*?)(?P<text>\S[^*\n]*)(?P=mark)", re.MULTILINE)


def show_markdown(text: str, console: "Console", *, plain: bool) -> None:
    """Show Markdown set for a terminal, by its pager; or as text, folded between words there."""
    if not console.is_terminal:
        print(as_text(text))
    elif plain:
        console.print(as_text(text))
    else:
        from rich.markdown import Markdown

        show_in_pager(console, Markdown(text))


def as_text(markdown: str) -> str:
    """Take the marks of headings and of emphasis out of Markdown."""
    return _MARKS.sub(lambda mark: mark["text"] or "", markdown)
