"""A decision that awaits no seat."""

from parlour import Decide
from parlour.rules.answers import Awaited
from tests.broken_games.which_hand import Coins, Guessing, Rules, variant


class Broken(Rules):
    def awaited(self, state: Coins) -> Awaited:
        return Decide(()) if isinstance(state.phases[-1], Guessing) else super().awaited(state)


GAME = variant(Broken())
