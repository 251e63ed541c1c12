"""A determinizer that leaves open which card the other holds, so that no points can be counted."""

from random import Random

from tests.broken_games.which_hand import Coins, Rules, Seen, variant


class Broken(Rules):
    def determinize(self, view: Seen, rng: Random) -> Coins:
        world = super().determinize(view, rng)
        return Coins(view.phases, world.deck, view.cards, world.coins, view.right)  # type: ignore[arg-type]  # broken


GAME = variant(Broken())
