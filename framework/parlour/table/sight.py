"""A sight: everything that one seat's face shows at one position of a match."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from parlour.match.drawing import described
from parlour.match.game import Game
from parlour.rules.panels import Panel, ScoreLine, Space
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.table.move_list import MoveList
from parlour.table.reply import Turn
from parlour.table.text.telling import Telling


@dataclass(frozen=True)
class Sight:
    """Everything that one seat may see at one position; reading it changes nothing.

    It stands for that position for ever: panels and sentences are made when they are read, from
    states that do not change.
    """

    game: Game
    seat: Seat
    position: int
    """Number of events that the seat was told; a higher number is a later sight."""
    view: Any
    """Everything that the seat may know."""
    space: Space[Any]
    """The space for panels, with the view at the seat's last decision."""
    viewer: Viewer
    """Names of the seats, with "You" for a person who sits alone."""
    colours: Sequence[str]
    """Name of a colour of terminals for each seat."""
    turn: Turn
    """The seat that is to act next."""
    moves: MoveList
    """The legal moves and the offers, as they are shown and typed."""
    telling: Telling
    """The sentences told: ``news`` since the seat's last decision, and ``log``."""
    clocks: Sequence[float | None]
    """Seconds of reserve that each bot has left; None for people."""
    why_no_undo: str
    """The reason why the seat's last move cannot be taken back; empty if it can."""
    question: str = ""
    """The question that the seat has been asked and has not answered."""
    order: str = ""
    """The standing order in force; may be empty."""
    notes: tuple[str, ...] = ()
    """Lines for the seat alone that no event tells, such as what its standing order did."""

    @property
    def is_my_turn(self) -> bool:
        """Whether the person at the seat is asked for something now."""
        return self.turn.seat == self.seat and self.turn.who == "person"

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """The table in panels, those needed for the decision in hand first."""
        return panels_of(self.game, self.view, self.viewer, self.space)

    def panels_in(self, space: Space[Any]) -> tuple[Panel, ...]:
        """Return the panels drawn for another space, with the same marks."""
        marked = replace(space, earlier=self.space.earlier)
        return panels_of(self.game, self.view, self.viewer, marked)

    @cached_property
    def status(self) -> str:
        """One line that says where the match stands; empty if the game has none."""
        game = self.game
        return game.display.status(self.view, self.viewer) if game.display.status else ""

    @cached_property
    def score(self) -> tuple[ScoreLine, ...]:
        """The match counted as if it ended now; empty if the game does not say."""
        game = self.game
        return (
            tuple(game.display.score_sheet(self.view, self.viewer))
            if game.display.score_sheet
            else ()
        )

    @cached_property
    def described(self) -> tuple[str, ...]:
        """The view in plain lines, for a screen reader."""
        return tuple(described(self.game, self.view, self.viewer))

    @cached_property
    def changed(self) -> tuple[str, ...]:
        """The plain lines that differ from those at the seat's last decision; at first, all."""
        if self.space.earlier is None:
            return self.described
        earlier = frozenset(described(self.game, self.space.earlier, self.viewer))
        return tuple(line for line in self.described if line not in earlier)


def panels_of(game: Game, view: Any, viewer: Viewer, space: Space[Any]) -> tuple[Panel, ...]:
    """Return a view in the game's panels; of a game without, in one panel with all of it."""
    if game.display.panels is not None:
        return tuple(game.display.panels(view, viewer, space))
    from rich.text import Text

    if game.display.text is None:
        body = Text("\n".join(described(game, view, viewer)))
    else:
        body = _text_of(game.display.text(view, viewer), space.width)
    return (Panel("table", game.title, body, needed=True),)


def _text_of(drawing: Any, width: int) -> Any:
    """Return a drawing of any kind as a text with its colours."""
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    if isinstance(drawing, Text):
        return drawing
    page = StringIO()
    console = Console(
        file=page, width=width, force_terminal=True, color_system="truecolor", legacy_windows=False
    )
    console.print(drawing)
    return Text.from_ansi(page.getvalue().rstrip("\n"))
