"""The things on the table of Cuckoo: text, plain lines and the picture are made of them."""

from collections.abc import Sequence

from parlour import Viewer
from parlour.kit.table import Piece, TablePanel, row
from parlour_cuckoo.view import View


def lay_table(view: View, viewer: Viewer) -> Sequence[TablePanel]:
    """Say what lies on the table: each seat's card, and the cards that lie open."""
    seats = zip(viewer.names, view.cards, strict=False)
    rows = [row(name, held(card), seat=seat) for seat, (name, card) in enumerate(seats)]
    if view.out:
        rows.append(row("Open", *map(held, view.out)))
    return [TablePanel(name="cards", title="Cards", rows=rows)]


def held(card: int | None) -> Piece:
    """Return a card, face down if it is not known."""
    return Piece(shape="card", name=str(card)) if card else Piece(shape="back")
