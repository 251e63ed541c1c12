"""A game that expects points of the first seat alone."""

from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def expected_points(self, state: Coins) -> list[float]:
        return [float(len(state.coins))]


GAME = variant(Broken())
