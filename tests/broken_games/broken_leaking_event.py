"""An event that tells everybody where a coin was hidden."""

from parlour import Event, Move, Seat, Tell
from tests.broken_games.which_hand import Coins, Hide, Opened, Rules, variant


class Hidden(Event, frozen=True):
    hand: int


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        if tell and isinstance(move, Hide):
            tell(Hidden(move.hand))
        return super().play(state, seat, move, tell)


GAME = variant(Broken(), events=Opened | Hidden)
