"""A refusal without a reason."""

from parlour import Move, Refusal, Seat
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def why_not(self, state: Coins, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("2", "") if super().why_not(state, seat, move) else None


GAME = variant(Broken())
