"""The things on a table: panels of rows, rows of groups, groups of pieces; and boards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from parlour.kit.grids import Grid
from parlour.rules import Seat
from parlour.rules.picture import Ink, PanelRole, Pen
from parlour.words import say

Art: TypeAlias = Callable[[Pen], None]
"""Draws something; its upper left corner is at 0, 0."""

SOFT_HYPHEN = "\u00ad"

Point: TypeAlias = tuple[float, float]
"""Units to the right and down."""


Shape: TypeAlias = Literal["", "card", "back", "tile", "die", "chip", "words"]
"""The kind of a thing: it says how the thing is drawn, as text and without art.

A ``back`` is a card face down, or a pile of such; a ``chip`` is a counter, or a number of
something. A piece without a shape is drawn by its game.
"""
SMALL: Point = (36.0, 50.0)
"""The ``size`` of a small card, for cards that nobody chooses."""
MAX_TRACK = 16
"""Maximum number of counters that are drawn one by one, as a track."""
SLOTS = frozenset({"card", "back", "tile"})
"""The shapes of things whose place shows when they are not there."""


class Piece(Struct, frozen=True, kw_only=True):
    """A thing on the table, or a number of equal things."""

    name: str = ""
    """The words on it, with a soft hyphen where they may be broken."""
    shape: Shape = ""
    """The kind of the thing."""
    ink: str = "ink"
    """The ink of what is drawn on it; of a chip its colour."""
    of: int = 0
    """The number that its number can rise to, as on a track; 0 if it has no end."""
    number: int | None = 1
    """Number of equal things, or None if there is nothing to count and to draw."""
    label: str = ""
    """The words that are read aloud for it; without a shape, none are part of another label."""
    at: tuple[str, ...] = ()
    """The fields of moves that it stands for, with their texts: ``sort=fish``."""
    key: str = ""
    """Its name wherever it goes; with a shape, empty for a name made of what is seen of it."""
    mark: str = ""
    """A sign behind its number: ``+``."""
    note: str = ""
    """A few words or a number beside it in a picture."""
    style: str = ""
    """The style of its text."""
    art: Art | None = None
    """Its drawing."""
    size: Point | None = None
    """The width and the height of its drawing, or None for those of its shape."""
    over: Callable[[Pen, int], None] | None = None
    """Draws on top of it, with separate places; it gets the number of the copy, from 1 on."""

    @property
    def track(self) -> int:
        """The length of the track that it is drawn on; 0 for a number alone."""
        return self.of if self.of <= MAX_TRACK else 0

    @property
    def said(self) -> str:
        """The words that are read aloud for it; none if they are part of another label."""
        if self.label or not self.shape:
            return self.label
        name = self.name.replace(SOFT_HYPHEN, "")
        if self.shape == "back":
            return say("table.covered", number=self.number)
        if self.shape == "chip":
            most = say("table.most", number=self.of) if self.of else ""
            return f"{name} {self.number}{most}".strip()
        return name if self.number == 1 else f"{self.number} {name}"


class Group(Struct, frozen=True, kw_only=True):
    """Pieces one after the other."""

    pieces: Sequence[Piece]
    spread: bool = False
    """Whether each of a number of equal things is drawn."""
    title: str = ""
    """A few words about them: ``in hand``."""

    def words(self) -> str:
        """Say what there is, except for empty slots: ``in hand: 2 fish, 1 moai``."""
        labels = [piece.said for piece in self.pieces if piece.said and not self.empty(piece)]
        joint = "; " if any(", " in label for label in labels) else ", "
        return f"{self.title}: " * bool(self.title) + (joint.join(labels) or say("table.nothing"))

    def empty(self, piece: Piece) -> bool:
        """Tell whether only a dashed slot shows that a piece is not there."""
        return piece.number == 0 and (self.spread or piece.shape in SLOTS)


class Row(Struct, frozen=True, kw_only=True):
    """Groups that belong together, such as all that lies in front of a seat."""

    groups: Sequence[Group]
    title: str = ""
    mark: str = ""
    """A sign before the title in text, such as ``▶``, with a space behind it."""
    fan: bool = False
    """Whether each piece covers the one before it, so that only the last lies free."""
    seat: Seat | None = None
    """The seat whose things they are, or None."""

    def words(self, title: str = "") -> str:
        """Say what there is under ``title``: ``Ann, in hand: 2 fish``."""
        said = "; ".join(group.words() for group in self.groups)
        return f"{self.title or title}{', ' if self.groups[0].title else ': '}{said}"

    def pieces(self) -> Iterator[Piece]:
        """Yield the pieces of all groups."""
        for group in self.groups:
            yield from group.pieces


class Board(Struct, frozen=True, kw_only=True):
    """A board: a grid, and the pieces on its cells."""

    grid: Grid
    pieces: Mapping[int, Piece]
    """The piece on each cell that has one, by the number of the cell."""
    field: str = "cell"
    """The field of moves that names a cell: ``cell=b1`` is the address of ``b1``."""
    at: Mapping[int, Sequence[str]] | None = None
    """The addresses of the cells that have some, if they are others than the field's."""

    def addresses(self, cell: int) -> Sequence[str]:
        """Return the fields of moves that a cell and the piece on it stand for."""
        own = (
            [f"{self.field}={self.grid.names[cell]}"] if self.at is None else self.at.get(cell, ())
        )
        return (*own, *(self.pieces[cell].at if cell in self.pieces else ()))


class TablePanel(Struct, frozen=True, kw_only=True):
    """A part of the table."""

    name: str
    """A short word to type, as in ``look market``."""
    title: str
    """The heading over it."""
    rows: Sequence[Row] = ()
    board: Board | None = None
    """The board above the rows, or None."""
    label: str = ""
    """The sentence that sums it up, or empty for its title."""
    needed: bool = True
    """Whether the current decision needs it."""
    role: PanelRole | None = None
    """The role, as for a ``PicturePanel``; None depends on ``needed``."""
    seat: Seat | None = None
    """The seat whose things it shows, or None."""
    inks: Mapping[str, Ink] = {}
    """The inks of its art, beside ``INKS``."""
    whole: Piece | None = None
    """The piece whose art draws the whole panel, with its places; None draws board and rows."""
    signs: Sequence[str] = ()
    """The letter of each seat in the picture, or empty if a seat has its number."""
    width: float = 0.0
    """The width of its picture in units, or 0 for the room on a phone; its things may need more."""


def row(title: str, *pieces: Piece, **more: Any) -> Row:
    """Return a row of pieces under a ``title``; ``more`` are fields of the ``Row``."""
    return Row(title=title, groups=[Group(pieces=pieces)], **more)
