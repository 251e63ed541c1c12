"""A seat that is awaited and can do nothing."""

from collections.abc import Sequence

from parlour import Move, Seat
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        return () if state.right else super().moves(state, seat)


GAME = variant(Broken())
