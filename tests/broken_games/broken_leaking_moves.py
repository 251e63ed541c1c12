"""Legal moves that depend on where the other's coin is."""

from collections.abc import Sequence

from parlour import Move, Seat
from tests.broken_games.which_hand import Coins, Guess, Guessing, Rules, variant


class Broken(Rules):
    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        if isinstance(state.phases[-1], Guessing):
            return (Guess(state.coins[1 - seat]),)
        return super().moves(state, seat)


GAME = variant(Broken())
