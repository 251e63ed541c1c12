"""The sentence that says what to choose, for each decision and each half-made move."""

from collections.abc import Callable, Mapping, Sequence

from parlour.rules.words import shared
from parlour_rapa_nui import moves
from parlour_rapa_nui.components import BOX, SORTS
from parlour_rapa_nui.phases import OtherPile, Yielding
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.names import cards_name, how_many


def prompt(view: View, possible: Sequence[moves.RapaNuiMove]) -> str:
    """Say what to choose among the moves that are possible, or that choices have left."""
    first = type(possible[0])
    if len(possible) > 1 or first is moves.Discard:
        return _PROMPTS[first](view, possible)
    return ""


def _buy(view: View, _possible: Sequence[moves.RapaNuiMove]) -> str:
    wood = view.tribes[view.seat].wood
    return f"Buy an offering with your {wood} wood: choose its sort, or nothing."


def _lay(_view: View, possible: Sequence[moves.RapaNuiMove]) -> str:
    card = shared(possible, "card")
    if isinstance(card, int):
        return f"Lay {cards_name(card)}: choose how many."
    return "Lay a card of your hand, or up to three hunters of one sort."


def _draw(view: View, _possible: Sequence[moves.RapaNuiMove]) -> str:
    missing = BOX.display.hand - sum(view.tribes[view.seat].hand)
    if missing == 1:
        return "Draw your last card: choose a column; the card behind it is scored."
    return f"Draw {how_many(missing, 'card')}, one by one: choose a column."


def _yield(view: View, _possible: Sequence[moves.RapaNuiMove]) -> str:
    phase = view.phases[-1]
    amount = phase.amount if isinstance(phase, Yielding) else 0
    return f"Your moais are scored: take {amount} wood or {amount} fame."


def _instead(view: View, _possible: Sequence[moves.RapaNuiMove]) -> str:
    phase = view.phases[-1]
    sort = SORTS[phase.sort] if isinstance(phase, OtherPile) else "such"
    return f"No {sort} offering is left: take another sort instead, or decline."


def _say(text: str) -> Callable[[View, Sequence[moves.RapaNuiMove]], str]:
    return lambda _view, _possible: text


_PROMPTS: Mapping[type[moves.RapaNuiMove], Callable[[View, Sequence[moves.RapaNuiMove]], str]] = {
    moves.Buy: _buy,
    moves.NoOffering: _say(""),
    moves.Lay: _lay,
    moves.Discard: _say("You have three moais and too little wood for one: discard a moai."),
    moves.Offer: _say("A moai was built: sacrifice one of your offerings face up."),
    moves.OfferFaceDown: _say("You built a moai: sacrifice one of your offerings face down."),
    moves.Add: _say("You built a moai: add a card of a pile to the stone."),
    moves.Draw: _draw,
    moves.TakeWood: _yield,
    moves.TakeFame: _yield,
    moves.TakeInstead: _instead,
    moves.Decline: _instead,
}
"""The sentence for each kind of move that may stand first."""
