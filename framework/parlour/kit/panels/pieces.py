"""The things on a table: panels of rows, rows of groups, and groups of pieces."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from parlour.rules.picture import PanelRole, Pen
from parlour.words import say

Art: TypeAlias = Callable[[Pen], None]
"""Draws something; its upper left corner is at 0, 0."""

Point: TypeAlias = tuple[float, float]
"""Units to the right and down."""


class Piece(Struct, frozen=True, kw_only=True):
    """A thing on the table, or a number of equal things."""

    name: str = ""
    """The head of its column in a table of text; a soft hyphen says where it may be broken."""
    number: int | None = 1
    """Number of equal things, or None if there is nothing to count and to draw."""
    label: str = ""
    """The words that are read aloud for it, or none if they are part of another label."""
    at: tuple[str, ...] = ()
    """The fields of moves that it stands for, with their texts: ``sort=fish``."""
    key: str = ""
    """Its name wherever it goes; may be empty."""
    mark: str = ""
    """A sign behind its number: ``+``."""
    note: str = ""
    """A few words or a number beside it in a picture."""
    style: str = ""
    """The style of its text."""
    art: Art | None = None
    """Its drawing."""
    over: Callable[[Pen, int], None] | None = None
    """Draws on top of it, with separate places; it gets the number of the copy, from 1 on."""


class PieceLayout(Struct, frozen=True, kw_only=True):
    """The layout of the drawn pieces of a group, in units from the upper left corner of each."""

    box: Point | None = None
    """The width and the height of a box round the piece, or None for no box."""
    art: Point = (0.0, 0.0)
    """The upper left corner of the drawing."""
    scale: float = 1.0
    """The scale of the drawing."""
    number: Point | None = None
    """The middle of the number's baseline, or None if it is not written."""
    number_size: float = 14.0
    note: Point = (0.0, 0.0)
    """The middle of the note's baseline."""
    note_size: float = 11.0
    note_ink: str = "ink"
    slot: tuple[float, float, float, float] | None = None
    """The dashed rectangle instead of a piece whose number is 0: left, top, width, height."""
    fill: str = "paper"
    """The ink of the box."""
    edge: str = "line"
    """The ink of the frames of boxes and slots."""


class Group(Struct, frozen=True, kw_only=True):
    """Pieces one after the other."""

    pieces: Sequence[Piece]
    look: PieceLayout | None = None
    """Their layout, or None if a picture shows them in another way."""
    move: Point = (0.0, 0.0)
    """The place of the first piece in its row."""
    step: Point = (0.0, 0.0)
    """The way from a piece to the next."""
    spread: bool = False
    """Whether each of a number of equal things is drawn."""
    title: str = ""
    """A few words about them: ``in hand``."""
    joined: bool = False
    """Whether they are one place of the picture."""

    def words(self) -> str:
        """Say what there is, except for empty slots: ``in hand: 2 fish, 1 moai``."""
        labels = [piece.label for piece in self.pieces if piece.label and not self.empty(piece)]
        joint = "; " if any(", " in label for label in labels) else ", "
        return f"{self.title}: " * bool(self.title) + (joint.join(labels) or say("table.nothing"))

    def empty(self, piece: Piece) -> bool:
        """Tell whether only a dashed slot shows that a piece is not there."""
        return piece.number == 0 and (self.spread or bool(self.look and self.look.slot))


class Row(Struct, frozen=True, kw_only=True):
    """Groups that belong together, such as all that lies in front of a seat."""

    groups: Sequence[Group]
    title: str = ""
    table: str = ""
    """The name of the panel whose table of text has this row, or empty for no table."""
    mark: str = ""
    """A sign before the title in text, such as ``▶``, with a space behind it."""
    y: float = 0.0
    """The top of the row in its panel."""
    art: Art | None = None
    """A drawing below the groups, such as a frame with a name."""
    fan: bool = False
    """Whether each piece covers the one before it, so that only the last lies free."""

    def words(self, title: str = "") -> str:
        """Say what there is: ``Ann, in hand: 2 fish``, or ``Ann: 3 wood; 2 fish``."""
        said = "; ".join(group.words() for group in self.groups)
        return f"{self.title or title}{', ' if self.groups[0].title else ': '}{said}"

    def pieces(self) -> Iterator[Piece]:
        """Yield the pieces of all groups."""
        for group in self.groups:
            yield from group.pieces


class TablePanel(Struct, frozen=True, kw_only=True):
    """A part of the table."""

    name: str
    """A short word to type, as in ``look market``."""
    title: str
    """The heading over it."""
    rows: Sequence[Row]
    size: Point
    """The width and the height of its picture."""
    label: str = ""
    """The sentence that sums it up, or empty for its title."""
    art: Art | None = None
    """A drawing below all rows."""
    needed: bool = False
    """Whether the current decision needs it."""
    role: PanelRole | None = None
    """The role, as for a ``PicturePanel``; None depends on ``needed``."""
    text_title: str = ""
    """The heading in a terminal, or empty for the title."""
    columns: int = 0
    """Minimum number of columns in a terminal."""
