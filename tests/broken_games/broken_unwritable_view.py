"""A view that cannot be written down."""

from parlour import Seat
from tests.broken_games.which_hand import Coins, Rules, Seen, variant


class Strange(Seen, frozen=True):
    luck: object = object


class Broken(Rules):
    def view(self, state: Coins, seat: Seat) -> Strange:
        seen = super().view(state, seat)
        return Strange(seat, seen.phases, seen.cards, seen.coins, seen.right)


GAME = variant(Broken(), view=Strange)
