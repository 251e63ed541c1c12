"""An end at which nobody is first."""

from parlour import Move, Over, Seat, Tell, swapped
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        after = super().play(state, seat, move, tell)
        return swapped(after, Over((0, 0), (2, 2))) if isinstance(after.phases[-1], Over) else after


GAME = variant(Broken())
