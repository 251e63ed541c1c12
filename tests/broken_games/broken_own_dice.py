"""Rules that throw dice of their own behind the record's back."""

from random import Random

from msgspec.structs import replace

from parlour import Move, Seat, Tell
from tests.broken_games.which_hand import Coins, Rules, variant

DICE = Random("dice")


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        after = super().play(state, seat, move, tell)
        return replace(after, coins=(*after.coins[:-1], DICE.randrange(2)))


GAME = variant(Broken())
