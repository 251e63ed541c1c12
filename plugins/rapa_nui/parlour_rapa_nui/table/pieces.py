"""The pieces that several panels have: cards of a kind, and offerings of a sort."""

from collections.abc import Sequence
from typing import Any

from parlour.kit.table import Group, Piece
from parlour_rapa_nui.components import MOAI, PRIEST, SORTS, WOODCUTTER
from parlour_rapa_nui.picture import frames, looks
from parlour_rapa_nui.picture.layout import LaidGroup, PieceLayout
from parlour_rapa_nui.words.names import card_word, counted

STYLES = ("cyan", "green", "red", "yellow", "dark_orange3", "magenta", "bold")
"""The style of each kind of card in text."""
PALE = "dim"
"""The style of what one has not, in text."""
ORDER = (WOODCUTTER, PRIEST, MOAI, *range(len(SORTS)))
"""Kinds of card from left to right."""
TABLE = "tribes"
"""The panel whose table of text also has the offerings of the piles and of the seat."""


def kind(card: int, number: int | None, label: str = "", **more: Any) -> Piece:
    """Return cards of a kind, or offerings of a sort."""
    words = label or (counted(card, number) if number else "")
    return Piece(
        name=card_word(card, "head"), number=number, label=words, style=STYLES[card], **more
    )


def sorts(pieces: Sequence[Piece], look: PieceLayout, top: float) -> Group:
    """Lay a piece for each sort side by side across a panel."""
    margin = (frames.PANEL - len(SORTS) * looks.CELL) / 2 + 2
    return LaidGroup(pieces=pieces, look=look, move=(margin, top), step=(looks.CELL, 0))
