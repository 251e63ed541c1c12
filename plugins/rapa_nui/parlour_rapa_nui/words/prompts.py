"""The sentence that says what to choose, for each decision and each half-made move."""

from collections.abc import Callable, Mapping, Sequence

from parlour.rules.words import shared
from parlour_rapa_nui import moves
from parlour_rapa_nui.components import BOX, CARDS, SORTS
from parlour_rapa_nui.phases import OtherPile, Yielding
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.names import capitalised, how_many, say


def prompt(view: View, possible: Sequence[moves.RapaNuiMove]) -> str:
    """Say what to choose among the moves that are possible, or that choices have left."""
    first = type(possible[0])
    if len(possible) > 1 or first is moves.Discard:
        return _PROMPTS[first](view, possible)
    return ""


def _buy(view: View, _possible: Sequence[moves.RapaNuiMove]) -> str:
    return say("prompt.buy", wood=view.tribes[view.seat].wood)


def _lay(_view: View, possible: Sequence[moves.RapaNuiMove]) -> str:
    card = shared(possible, "card")
    if isinstance(card, int):
        return capitalised(say("prompt.lay_several", card=CARDS[card]))
    return say("prompt.lay")


def _draw(view: View, _possible: Sequence[moves.RapaNuiMove]) -> str:
    missing = BOX.display.hand - sum(view.tribes[view.seat].hand)
    if missing == 1:
        return say("prompt.draw_last")
    return say("prompt.draw", cards=how_many(missing, "cards"))


def _yield(view: View, _possible: Sequence[moves.RapaNuiMove]) -> str:
    phase = view.phases[-1]
    return say("prompt.yield", amount=phase.amount if isinstance(phase, Yielding) else 0)


def _instead(view: View, _possible: Sequence[moves.RapaNuiMove]) -> str:
    phase = view.phases[-1]
    return say("prompt.instead", sort=SORTS[phase.sort]) if isinstance(phase, OtherPile) else ""


def _say(code: str) -> Callable[[View, Sequence[moves.RapaNuiMove]], str]:
    return lambda _view, _possible: say(code)


_PROMPTS: Mapping[type[moves.RapaNuiMove], Callable[[View, Sequence[moves.RapaNuiMove]], str]] = {
    moves.Buy: _buy,
    moves.NoOffering: lambda *_: "",
    moves.Lay: _lay,
    moves.Discard: _say("prompt.discard"),
    moves.Offer: _say("prompt.offer"),
    moves.OfferFaceDown: _say("prompt.offer_face_down"),
    moves.Add: _say("prompt.add"),
    moves.Draw: _draw,
    moves.TakeWood: _yield,
    moves.TakeFame: _yield,
    moves.TakeInstead: _instead,
    moves.Decline: _instead,
}
"""The sentence for each kind of move that may stand first."""
