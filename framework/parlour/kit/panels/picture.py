"""Panels as a picture."""

from functools import partial
from math import inf

from parlour.kit.panels.pieces import Group, Piece, PieceLayout, Row, TablePanel
from parlour.rules.picture import Pen, PicturePanel

EDGE = 2.0
"""Units between a note and the edges of its box."""


def draw_panel(panel: TablePanel) -> PicturePanel:
    """Draw a panel for a browser or a notebook."""
    pen = Pen(*panel.size)
    if panel.art:
        panel.art(pen)
    for row in panel.rows:
        with pen.group(move=(0, row.y)):
            if row.art:
                row.art(pen)
            for group in row.groups:
                _draw_group(pen, row, group)
    label = panel.label or panel.title
    return pen.panel(panel.name, panel.title, label=label, needed=panel.needed, role=panel.role)


def _draw_group(pen: Pen, row: Row, group: Group) -> None:
    if group.look is None:
        return
    if not group.joined:
        _draw_pieces(pen, group, group.look)
        return
    with pen.spot(label=f"{row.title}, {group.words()}"):
        _draw_pieces(pen, group, group.look)


def _draw_pieces(pen: Pen, group: Group, look: PieceLayout) -> None:
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
