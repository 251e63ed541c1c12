"""A decision that awaits a seat which takes no part."""

from parlour import Decide
from parlour.rules.answers import Awaited
from tests.broken_games.which_hand import Coins, Guessing, Rules, variant


class Broken(Rules):
    def awaited(self, state: Coins) -> Awaited:
        phase = state.phases[-1]
        return Decide((phase.seat, 2)) if isinstance(phase, Guessing) else super().awaited(state)


GAME = variant(Broken())
