"""A move that changes the state it is made in."""

from msgspec.structs import force_setattr

from parlour import Move, Seat, Tell
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        after = super().play(state, seat, move, tell)
        force_setattr(state, "right", after.right)
        return after


GAME = variant(Broken())
