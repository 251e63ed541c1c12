"""A match that starts all over again instead of ending."""

from parlour import Move, Over, Seat, Tell
from tests.broken_games.which_hand import Coins, Hiding, Rules, variant


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        after = super().play(state, seat, move, tell)
        if isinstance(after.phases[-1], Over):
            return Coins((Hiding(0),), state.deck, state.cards)
        return after


GAME = variant(Broken())
