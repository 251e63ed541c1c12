"""Rules that draw with dice of their own."""

from random import Random

from parlour import Outcome
from tests.broken_games.which_hand import Coins, Rules, variant

DICE = Random("draw")


class Broken(Rules):
    def draw(self, state: Coins, rng: Random) -> Outcome:
        return super().draw(state, DICE)


GAME = variant(Broken())
