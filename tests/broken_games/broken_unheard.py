"""Rules that tell although nobody listens."""

from parlour import Move, Seat, Tell
from tests.broken_games.which_hand import Coins, Guess, Opened, Rules, variant


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        if isinstance(move, Guess):
            tell(Opened(right=True))  # type: ignore[misc]  # broken
        return super().play(state, seat, move, tell)


GAME = variant(Broken())
