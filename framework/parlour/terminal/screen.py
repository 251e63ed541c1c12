"""The screen: views, moves and sentences, drawn for a terminal or as plain lines."""

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from parlour.match.game import Game
from parlour.match.readings import described, drawn
from parlour.rules.events import Event
from parlour.rules.one_line import printable
from parlour.rules.panels import Space
from parlour.rules.words import Viewer
from parlour.session.move_list import MoveList
from parlour.session.sentences import sentence

if TYPE_CHECKING:
    from rich.console import Console

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Terminal codes that clear the screen and what has scrolled out of it."""


def console(*, plain: bool = False, stderr: bool = False) -> "Console":
    """Return a console for standard output or error, without colours under NO_COLOR and in a pipe.

    It sends codes of its own to a terminal, past the stream that writes out all codes, and writes
    out those that stand in a text.
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


class Screen:
    """Shows the views, moves and sentences of one game at this terminal."""

    def __init__(self, game: Game, viewer: Viewer, *, plain: bool) -> None:
        self.game = game
        self.viewer = viewer
        self.plain = plain = plain or not _can_write("╭│")
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.console = console(plain=plain)

    def say(self, *lines: str) -> None:
        """Print lines; a terminal folds long ones between words."""
        for line in lines:
            if self.terminal and len(line) > self.console.width:
                self.console.print(line)
            else:
                print(line)

    def board(self, view: Any) -> None:
        """Show a view."""
        game = self.game
        space = Space(self.console.width, self.console.height)
        drawing = None if self.plain else drawn(game, view, self.viewer, space)
        if drawing is None:
            self.say(*described(game, view, self.viewer))
        else:
            self.console.print(drawing)

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """Return events as sentences, without those the game leaves out."""
        return list(self._sentences(events))

    def moves(self, moves: MoveList, *, full: bool = False, only: str = "") -> None:
        """Show legal moves by kind; long kinds are folded unless ``full``."""
        self.say(*moves.lines(self.console.width, full=full, only=only, plain=self.plain))

    def clear(self) -> None:
        """Clear the screen and what has scrolled out of it."""
        if os.environ.get("TERM", "dumb") == "dumb":
            print("\n" * 200)
        else:
            self.console.file.write(CLEAR)
        sys.stdout.flush()

    def _sentences(self, events: Iterable[Event]) -> Iterator[str]:
        for event in events:
            text = sentence(self.game, event, self.viewer)
            if text:
                yield text


def _can_write(text: str) -> bool:
    """Return whether standard output has these letters."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
