"""A determinizer that forgets the seat's own card."""

from random import Random

from msgspec.structs import replace

from tests.broken_games.which_hand import Coins, Rules, Seen, variant


class Broken(Rules):
    def determinize(self, view: Seen, rng: Random) -> Coins:
        return super().determinize(replace(view, cards=(None,) * len(view.cards)), rng)


GAME = variant(Broken())
