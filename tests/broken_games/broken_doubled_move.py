"""A move that is offered twice."""

from collections.abc import Sequence

from parlour import Move, Seat
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        moves = super().moves(state, seat)
        return (*moves, moves[0])


GAME = variant(Broken())
