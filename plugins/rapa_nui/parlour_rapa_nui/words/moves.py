"""The words beside legal moves: their prices and gains."""

from collections.abc import Callable, Mapping
from typing import Any

from parlour_rapa_nui import moves
from parlour_rapa_nui.components import BOX, CARDS
from parlour_rapa_nui.phases import Yielding, buying, laying
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.names import phrase, say


def explain_move(view: View, move: moves.RapaNuiMove) -> str:
    """Say in a few words what a legal move would do; nothing where the move says it itself."""
    explain = _MOVES.get(type(move))
    return explain(view, move) if explain else ""


def _ends_the_match(view: View, column: int) -> bool:
    """Tell whether a draw empties a column that takes the last cards of the stack."""
    return len(view.columns[column]) == 1 and sum(view.stack) <= BOX.display.length


def _buy(view: View, move: moves.Buy) -> str:
    return say("note.costs", number=buying.price(view.tribes[view.seat], move.sort))


def _lay(_view: View, move: moves.Lay) -> str:
    return say("note.costs", number=laying.price(move.card, move.number))


def _offer(view: View, move: moves.Offer | moves.OfferFaceDown) -> str:
    return say("note.held", number=view.holdings[move.sort])


def _from_pile(view: View, move: moves.Add | moves.TakeInstead) -> str:
    return say("note.left", number=view.piles[move.sort])


def _draw(view: View, move: moves.Draw) -> str:
    """Say what a draw takes, and the cards it uncovers: the last one scores its kind (rule 7.1)."""
    column = view.columns[move.column]
    front, under = CARDS[column[-1]], column[-2:-1]
    last = sum(view.tribes[view.seat].hand) == BOX.display.hand - 1
    if under:
        then = phrase("then.scores" if last else "then.uncovers", card=CARDS[under[0]])
    elif _ends_the_match(view, move.column):
        then = phrase("then.ends")
    else:
        then = phrase("then.scores_new" if last else "then.new_cards")
    return say("note.draw", card=front, then=then)


def _take_wood(view: View, _move: moves.TakeWood) -> str:
    what = phrase("amount.wood", number=_yield(view))
    return say("note.take_wood", what=what, held=view.tribes[view.seat].wood)


def _take_fame(view: View, _move: moves.TakeFame) -> str:
    what = phrase("amount.fame", number=_yield(view))
    return say("note.take_wood", what=what, held=view.tribes[view.seat].fame)


def _yield(view: View) -> int:
    phase = view.phases[-1]
    return phase.amount if isinstance(phase, Yielding) else 0


_MOVES: Mapping[type[moves.RapaNuiMove], Callable[[View, Any], str]] = {
    moves.Buy: _buy,
    moves.Lay: _lay,
    moves.Offer: _offer,
    moves.OfferFaceDown: _offer,
    moves.Add: _from_pile,
    moves.TakeInstead: _from_pile,
    moves.Draw: _draw,
    moves.TakeWood: _take_wood,
    moves.TakeFame: _take_fame,
}
