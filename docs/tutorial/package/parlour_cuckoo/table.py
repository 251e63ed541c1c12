"""The things on the table of Cuckoo: text, plain lines and the picture are made of them."""

from collections.abc import Sequence

from parlour import Over, Viewer
from parlour.kit.table import Piece, TablePanel, row
from parlour_cuckoo.components import CARDS
from parlour_cuckoo.view import View


def lay_table(view: View, viewer: Viewer) -> Sequence[TablePanel]:
    """Say what lies on the table: each seat's card, the deck, and the card that lies open."""
    end = view.phases[-1]
    best = max(end.scores) if isinstance(end, Over) else 0
    seats = enumerate(zip(viewer.names, view.cards, strict=False))
    rows = [row(name, held(card, wins=card == best), seat=seat) for seat, (name, card) in seats]
    deck = Piece(shape="back", number=len(CARDS) - len(view.cards) - len(view.out))
    rows.append(row("Deck", deck, *map(held, view.out)))
    return [TablePanel(name="cards", title="Cards", rows=rows)]


def held(card: int | None, *, wins: bool = False) -> Piece:
    """Return a card, face down if the seat has not seen it."""
    if card is None:
        return Piece(shape="back")
    if wins:
        return Piece(shape="card", name=str(card), ink="accent", note="wins")
    return Piece(shape="card", name=str(card))
