"""A card that stands twice among those that can be drawn."""

from collections.abc import Sequence

from parlour import Outcome
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def outcomes(self, state: Coins) -> Sequence[tuple[Outcome, int]]:
        first, *others = super().outcomes(state)
        return [first, first, *others]


GAME = variant(Broken())
