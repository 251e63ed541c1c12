"""When a move of each kind can be made, said wherever it is made at another time."""

from parlour import Refusal
from parlour_rapa_nui import moves
from parlour_rapa_nui.components import BOX

_WHEN: dict[type[moves.RapaNuiMove], Refusal] = {
    moves.Buy: Refusal.of("3.1", "one_offering"),
    moves.NoOffering: Refusal.of("3.1", "buying_is_over"),
    moves.Lay: Refusal.of("4.1", "one_kind"),
    moves.Discard: Refusal.of("4.5", "no_discard", wood=BOX.wood.moai),
    moves.Offer: Refusal.of("5.2", "no_moai_of_others"),
    moves.OfferFaceDown: Refusal.of("5.3", "no_moai_of_own"),
    moves.Add: Refusal.of("5.4", "no_adding"),
    moves.Draw: Refusal.of("6.1", "no_drawing"),
    moves.TakeWood: Refusal.of("7.5", "no_moais_scored"),
    moves.TakeFame: Refusal.of("7.5", "no_moais_scored"),
    moves.TakeInstead: Refusal.of("7.7", "pile_not_empty"),
    moves.Decline: Refusal.of("7.7", "nothing_to_decline"),
}


def not_now(move: moves.RapaNuiMove) -> Refusal | None:
    """Say when a move of this kind can be made."""
    return _WHEN.get(type(move))
