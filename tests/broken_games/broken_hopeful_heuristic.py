"""A heuristic that hopes on when the match is over."""

from parlour import Seat
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def heuristic(self, state: Coins, seat: Seat) -> float:
        return sum(state.cards[seat : seat + 1])


GAME = variant(Broken())
