"""A view that shows the other's card."""

from msgspec.structs import replace

from parlour import Seat
from tests.broken_games.which_hand import Coins, Rules, Seen, variant


class Broken(Rules):
    def view(self, state: Coins, seat: Seat) -> Seen:
        return replace(super().view(state, seat), cards=state.cards)


GAME = variant(Broken())
