"""A heuristic that values each seat of a team for itself."""

from parlour import Seat
from tests.broken_games.pots import Pots, Valued, pots


class Broken(Valued):
    def heuristic(self, state: Pots, seat: Seat) -> float:
        return seat if len(state.coins) < 4 else super().heuristic(state, seat)


GAME = pots("teams", 4, Broken("teams"))
