"""A determinizer that looks for a card for ever."""

from random import Random

from tests.broken_games.which_hand import Coins, Rules, Seen, variant


class Broken(Rules):
    def determinize(self, view: Seen, rng: Random) -> Coins:
        while None in view.cards:
            rng.random()
        return super().determinize(view, rng)


GAME = variant(Broken())
