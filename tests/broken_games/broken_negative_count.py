"""A census that counts fewer than none."""

from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def census(self, state: Coins) -> dict[str, int]:
        return {**super().census(state), "chips": -1}


GAME = variant(Broken())
