"""An event of which less can be looked up each time."""

from parlour import Event, Move, Seat, Tell
from tests.broken_games.which_hand import Coins, Guess, Opened, Rules, variant


class Guessed(Event, frozen=True):
    known: int

    def looked_up(self) -> Event | None:
        return Guessed(max(0, self.known - 1))


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        if tell and isinstance(move, Guess):
            tell(Guessed(2))
        return super().play(state, seat, move, tell)


GAME = variant(Broken(), events=Opened | Guessed)
