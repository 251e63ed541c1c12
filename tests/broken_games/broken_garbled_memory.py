"""An event that is looked up as a text."""

from parlour import Event, Move, Seat, Tell
from tests.broken_games.which_hand import Coins, Guess, Opened, Rules, variant


class Guessed(Event, frozen=True):
    def looked_up(self) -> Event | None:
        return "a hand"  # type: ignore[return-value]  # broken


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        if tell and isinstance(move, Guess):
            tell(Guessed())
        return super().play(state, seat, move, tell)


GAME = variant(Broken(), events=Opened | Guessed)
