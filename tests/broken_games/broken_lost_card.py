"""A card that is in the deck no longer, and with nobody else."""

from msgspec.structs import replace

from parlour import Outcome, Tell
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def resolve(self, state: Coins, outcome: Outcome, tell: Tell = None) -> Coins:
        after = super().resolve(state, outcome, tell)
        return replace(after, deck=after.deck & after.deck - 1)


GAME = variant(Broken())
