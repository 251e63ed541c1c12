"""A random playout of its own in which the hand is guessed right every time."""

from random import Random

from parlour import Result
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def random_result(self, state: Coins, rng: Random) -> Result:
        return Result((1, 0), (1, 2))


GAME = variant(Broken())
