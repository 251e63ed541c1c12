"""A phase that the state does not declare."""

from parlour import Move, Seat, Tell, swapped
from tests.broken_games.which_hand import Coins, Guessing, Rules, variant


class SecondGuess(Guessing, frozen=True):
    pass


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        after = super().play(state, seat, move, tell)
        return swapped(after, SecondGuess(1)) if len(after.right) == 1 else after


GAME = variant(Broken())
