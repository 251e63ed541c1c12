"""Why a move belongs to another moment, whatever that moment is now."""

import parlour
from parlour import Refusal
from parlour_rapa_nui import moves
from parlour_rapa_nui.pieces import BOX

_WHEN: dict[type[parlour.Move], Refusal] = {
    moves.Buy: Refusal("3.1", "one offering a turn may be bought, before a card is laid"),
    moves.NoOffering: Refusal("3.1", "buying comes once, before a card is laid"),
    moves.Lay: Refusal(
        "4.1",
        "cards are laid once a turn, all of one kind, after any buying and before drawing",
    ),
    moves.Discard: Refusal(
        "4.5",
        "a moai goes to the box only in place of laying, "
        f"with three moais in hand and less than {BOX.wood.moai} wood",
    ),
    moves.Offer: Refusal(
        "5.2", "offerings are sacrificed face up only when somebody else has built a moai"
    ),
    moves.OfferFaceDown: Refusal(
        "5.3", "only the builder of a moai sacrifices face down, after everybody else"
    ),
    moves.Add: Refusal(
        "5.4", "only the builder of a moai adds from a pile, last of all in a sacrifice round"
    ),
    moves.Draw: Refusal("6.1", "cards are drawn after laying, until the hand has three"),
    moves.TakeWood: Refusal("7.5", "only moais that are scored bring a choice of wood or fame"),
    moves.TakeFame: Refusal("7.5", "only moais that are scored bring a choice of wood or fame"),
    moves.TakeInstead: Refusal(
        "7.7", "another sort is taken only where the pile of the scored sort has run out"
    ),
    moves.Decline: Refusal("7.7", "there is nothing to decline now"),
}


def not_now(move: parlour.Move) -> Refusal | None:
    """Say when a move of this kind can be made."""
    return _WHEN.get(type(move))
