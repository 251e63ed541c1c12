"""What stands beside a legal move: in a few words, what it would do."""

from collections.abc import Callable
from typing import Any

import parlour
from parlour_rapa_nui import moves
from parlour_rapa_nui.phases import Yielding
from parlour_rapa_nui.phases.buying import price as offering_price
from parlour_rapa_nui.phases.laying import price as laying_price
from parlour_rapa_nui.pieces import BOX, CARDS
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words import cards_name


def explain_move(view: View, move: parlour.Move) -> str:
    """Explain a legal move in a few words."""
    explain = _GLOSSES.get(type(move))
    return explain(view, move) if explain else ""


def _buying(view: View, move: moves.Buy) -> str:
    return f"for {offering_price(view.tribes[view.seat], move.sort)} wood"


def _laying(_view: View, move: moves.Lay) -> str:
    cost = laying_price(move.card, move.number)
    return f"for {cost} wood" if cost else "free"


def _sacrificing(view: View, move: moves.Offer | moves.OfferFaceDown) -> str:
    return f"you hold {view.holdings[move.sort]}"


def _from_pile(view: View, move: moves.Add | moves.TakeInstead) -> str:
    return f"{view.piles[move.sort]} in the pile"


def _drawing(view: View, move: moves.Draw) -> str:
    """Say what a draw takes, and what it uncovers: the last one scores that (rule 7.1)."""
    column = view.columns[move.column]
    front, under = CARDS[column[-1]], column[-2:-1]
    last = sum(view.tribes[view.seat].hand) == BOX.display.hand - 1
    if under:
        then = f"scores {cards_name(*under)}" if last else f"uncovers {CARDS[under[0]]}"
    elif sum(view.stack) <= BOX.display.length:
        then = "ends the match"
    else:
        then = "scores the last of four new cards" if last else "then four new cards"
    return f"takes {front}, {then}"


def _wood(view: View, _move: moves.TakeWood) -> str:
    return f"{_yield(view)} wood, you have {view.tribes[view.seat].wood}"


def _fame(view: View, _move: moves.TakeFame) -> str:
    return f"{_yield(view)} fame, you have {view.tribes[view.seat].fame}"


def _yield(view: View) -> int:
    phase = view.phases[-1]
    return phase.amount if isinstance(phase, Yielding) else 0


_GLOSSES: dict[type[parlour.Move], Callable[[View, Any], str]] = {
    moves.Buy: _buying,
    moves.Lay: _laying,
    moves.Offer: _sacrificing,
    moves.OfferFaceDown: _sacrificing,
    moves.Add: _from_pile,
    moves.TakeInstead: _from_pile,
    moves.Draw: _drawing,
    moves.TakeWood: _wood,
    moves.TakeFame: _fame,
}
