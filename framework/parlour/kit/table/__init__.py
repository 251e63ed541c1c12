"""The table as data: a game says once what lies there, and three drawings are made of it.

The drawings are text for a terminal, plain lines to be read aloud, and a picture. A game draws
only its art.
"""

from parlour.kit.table.pieces import (
    SMALL,
    Art,
    Board,
    Group,
    Piece,
    Point,
    Row,
    Shape,
    TablePanel,
    row,
)

__all__ = [
    "SMALL",
    "Art",
    "Board",
    "Group",
    "Piece",
    "Point",
    "Row",
    "Shape",
    "TablePanel",
    "row",
]
