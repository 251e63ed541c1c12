"""A refusal that cites a rule which does not exist."""

from parlour import Move, Refusal, Seat
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def why_not(self, state: Coins, seat: Seat, move: Move) -> Refusal | None:
        return Refusal("9.9", "no") if super().why_not(state, seat, move) else None


GAME = variant(Broken())
