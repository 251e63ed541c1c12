"""A card of weight 0 among those that can be drawn."""

from collections.abc import Sequence

from parlour import Outcome
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def outcomes(self, state: Coins) -> Sequence[tuple[Outcome, int]]:
        (first, _), *others = super().outcomes(state)
        return [(first, 0), *others]


GAME = variant(Broken())
