"""A refusal that depends on the other's card."""

from parlour import Move, Refusal, Seat, Words
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def why_not(self, state: Coins, seat: Seat, move: Move) -> Refusal | None:
        refusal = super().why_not(state, seat, move)
        if refusal and len(state.cards) == 2:
            return Refusal.of(refusal.rule, "other_holds", card=state.cards[1 - seat])
        return refusal


GAME = variant(Broken(), words=Words(refusals={"other_holds": "the other holds {card}"}))
