"""A determinizer that goes its own way whatever the seed."""

from random import Random

from tests.broken_games.which_hand import Coins, Rules, Seen, variant

OWN = Random("own")


class Broken(Rules):
    def determinize(self, view: Seen, rng: Random) -> Coins:
        return super().determinize(view, OWN)


GAME = variant(Broken())
