"""Legal moves that come in another order whenever they are asked for."""

from collections.abc import Sequence
from itertools import count

from parlour import Move, Seat
from tests.broken_games.which_hand import Coins, Rules, variant

CALLS = count()


class Broken(Rules):
    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        return super().moves(state, seat)[:: 1 if next(CALLS) % 2 else -1]


GAME = variant(Broken())
