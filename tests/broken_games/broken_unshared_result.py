"""A match of teams whose mates have points of their own."""

from parlour import Move, Over, Seat, Tell, swapped
from tests.broken_games.pots import Pots, Rules, pots


class Broken(Rules):
    def play(self, state: Pots, seat: Seat, move: Move, tell: Tell = None) -> Pots:
        after = super().play(state, seat, move, tell)
        return swapped(after, Over.ranked((6, 5, 4, 3))) if len(after.coins) == 4 else after


GAME = pots("teams", 4, Broken("teams"))
