"""A game that expects points of the first seat alone."""

from tests.shelf.which_hand import Coins, Rules, variant


class Broken(Rules):
    def expected_points(self, state: Coins) -> list[float]:
        return [float(len(state.coins))]


GAME = variant(Broken())
