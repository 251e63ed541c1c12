"""Rules that trip over a legal move."""

from parlour import Move, Seat, Tell
from tests.broken_games.which_hand import Coins, Guess, Rules, variant


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        if isinstance(move, Guess):
            raise KeyError(move.hand)
        return super().play(state, seat, move, tell)


GAME = variant(Broken())
