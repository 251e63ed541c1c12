"""A determinizer that fits every view, with a card too many in the deck."""

from random import Random

from msgspec.structs import replace

from tests.broken_games.which_hand import Coins, Rules, Seen, variant


class Broken(Rules):
    def determinize(self, view: Seen, rng: Random) -> Coins:
        world = super().determinize(view, rng)
        return replace(world, deck=world.deck | 1 << 4)


GAME = variant(Broken())
