"""A game that values a move by the state before it."""

from collections.abc import Sequence

from parlour import Move, Over, Seat
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def heuristic(self, state: Coins, seat: Seat) -> float:
        end = state.phases[-1]
        return end.lead(seat) if isinstance(end, Over) else float(len(state.coins) > seat)

    def weigh_moves(self, state: Coins, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        return [self.heuristic(state, seat)] * len(moves)


GAME = variant(Broken())
