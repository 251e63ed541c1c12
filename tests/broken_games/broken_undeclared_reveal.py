"""A step that shows a coin, and does not say that it reveals something."""

from parlour import Move, Seat, Tell
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        return super().play(state, seat, move)


GAME = variant(Broken())
