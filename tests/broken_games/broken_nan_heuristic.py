"""A heuristic that has no number."""

from parlour import Seat
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def heuristic(self, state: Coins, seat: Seat) -> float | None:
        return float("nan") if state.right else 0.0


GAME = variant(Broken())
