"""Spectators who see the first seat's card, and may tell the other."""

from parlour import Seat
from tests.broken_games.which_hand import Coins, Rules, Seen, variant

FIRST: Seat = 0


class Broken(Rules):
    def spectator_view(self, state: Coins) -> Seen:
        return self.view(state, FIRST)


GAME = variant(Broken())
