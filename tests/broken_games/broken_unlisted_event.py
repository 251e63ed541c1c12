"""An event of a kind that is missing among those the game names."""

from parlour import Event, Move, Seat, Tell
from tests.broken_games.which_hand import Coins, Guess, Opened, Rules, variant


class Guessed(Event, frozen=True):
    seat: Seat


class Waited(Event, frozen=True):
    seat: Seat


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        if tell and isinstance(move, Guess):
            tell(Guessed(seat))
        return super().play(state, seat, move, tell)


GAME = variant(Broken(), events=Opened | Waited)
