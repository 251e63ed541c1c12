"""A state that holds a list."""

from typing import Any

from parlour import Seat
from tests.broken_games.which_hand import Coins, Dealing, Rules, Seen, variant


class Broken(Rules):
    def start(self, seats: int, options: Any) -> Coins:
        return Coins([Dealing(0)])  # type: ignore[arg-type]  # that is what is broken

    def view(self, state: Coins, seat: Seat) -> Seen:
        seen = super().view(state, seat)
        return Seen(seat, tuple(seen.phases), seen.cards, seen.coins, seen.right)


GAME = variant(Broken())
