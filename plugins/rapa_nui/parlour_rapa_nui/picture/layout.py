"""Panels, rows and groups of the table of Rapa Nui with their places in its pictures."""

from functools import partial
from math import inf

from msgspec import Struct

from parlour import Pen
from parlour.kit.table import Art, Group, Piece, Point, Row, TablePanel
from parlour.rules.picture import PicturePanel

EDGE = 2.0
"""Units between a note and the edges of its box."""


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


class LaidGroup(Group, frozen=True, kw_only=True):
    """Pieces one after the other, with their places."""

    look: PieceLayout | None = None
    """Their layout, or None if a picture shows them in another way."""
    move: Point = (0.0, 0.0)
    """The place of the first piece in its row."""
    step: Point = (0.0, 0.0)
    """The way from a piece to the next."""
    joined: bool = False
    """Whether they are one place of the picture."""

    def empty(self, piece: Piece) -> bool:
        """Tell whether only a dashed slot shows that a piece is not there."""
        return piece.number == 0 and (self.spread or bool(self.look and self.look.slot))


class LaidRow(Row, frozen=True, kw_only=True):
    """Groups that belong together, at a height of the panel."""

    table: str = ""
    """The name of the panel whose table of text has this row, or empty for no table."""
    y: float = 0.0
    """The top of the row in its panel."""
    art: Art | None = None
    """A drawing below the groups, such as a frame with a name."""


class LaidPanel(TablePanel, frozen=True, kw_only=True):
    """A part of the table, with the size of its picture."""

    size: Point
    """The width and the height of its picture."""
    text_title: str = ""
    """The heading in a terminal, or empty for the title."""
    columns: int = 0
    """Minimum number of columns in a terminal."""
    art: Art | None = None
    """A drawing below all rows."""


def draw_panel(panel: LaidPanel) -> PicturePanel:
    """Draw a panel for a browser or a notebook."""
    pen = Pen(*panel.size)
    if panel.art:
        panel.art(pen)
    for row in panel.rows:
        top = row.y if isinstance(row, LaidRow) else 0.0
        with pen.group(move=(0, top)):
            if isinstance(row, LaidRow) and row.art:
                row.art(pen)
            for group in row.groups:
                _draw_group(pen, row, group)
    label = panel.label or panel.title
    return pen.panel(panel.name, panel.title, label=label, needed=panel.needed, role=panel.role)


def _draw_group(pen: Pen, row: Row, group: Group) -> None:
    if not isinstance(group, LaidGroup) or group.look is None:
        return
    if not group.joined:
        _draw_pieces(pen, group, group.look)
        return
    with pen.spot(label=f"{row.title}, {group.words()}"):
        _draw_pieces(pen, group, group.look)


def _draw_pieces(pen: Pen, group: LaidGroup, look: PieceLayout) -> None:
    """Draw pieces at their places; pieces with a label are separate places."""
    (x, y), (right, down) = group.move, group.step
    at = 0
    for piece in group.pieces:
        copies = 1 if not group.spread else piece.number or 0
        draw = partial(_draw_piece, pen, piece, look, empty=group.empty(piece))
        for copy in range(1, 1 + copies * (piece.number is not None)):
            with pen.group(move=(x + at * right, y + at * down)):
                if piece.label and not group.joined:
                    key = f"{piece.key} {copy}" if group.spread else piece.key
                    with pen.spot(*piece.at, key=key, label=piece.label):
                        draw()
                else:
                    draw()
                if piece.over:
                    piece.over(pen, copy)
            at += 1


def _draw_piece(pen: Pen, piece: Piece, look: PieceLayout, *, empty: bool) -> None:
    if look.box:
        pen.rect(0, 0, *look.box, fill=look.fill, stroke=look.edge, corner=6)
    if empty and look.slot:
        pen.rect(*look.slot, stroke=look.edge, corner=4, dash=True)
        return
    if piece.art:
        with pen.group(move=look.art, scale=look.scale, faint=piece.number == 0):
            piece.art(pen)
    if look.number:
        words = f"{piece.number}{piece.mark}"
        pen.text(*look.number, words, size=look.number_size, bold=piece.number != 0)
    if piece.note:
        room = 2 * (look.box[0] - look.note[0]) - EDGE if look.box else inf
        pen.text(*look.note, piece.note, size=look.note_size, fill=look.note_ink, within=room)
