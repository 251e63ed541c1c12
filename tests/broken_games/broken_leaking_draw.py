"""A draw whose kind depends on the card that the other was dealt."""

from parlour import Chance
from parlour.rules.answers import Awaited
from tests.broken_games.which_hand import Coins, Dealing, Rules, variant


class Broken(Rules):
    def awaited(self, state: Coins) -> Awaited:
        odd = len(state.cards) == 1 and isinstance(state.phases[-1], Dealing) and state.cards[0] % 2
        return Chance("odd") if odd else super().awaited(state)


GAME = variant(Broken())
