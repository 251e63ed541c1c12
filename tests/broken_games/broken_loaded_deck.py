"""A draw that brings a card which is not in the deck."""

from random import Random

from parlour import Outcome
from tests.broken_games.which_hand import Coins, Deal, Rules, variant


class Broken(Rules):
    def draw(self, state: Coins, rng: Random) -> Outcome:
        return Deal(len(state.cards), rng.randrange(9))


GAME = variant(Broken())
