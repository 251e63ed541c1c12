"""A spelling with spaces, and no pattern that allows for them."""

from typing import Annotated

from parlour import Move, Seat, Spelling, Tell
from tests.broken_games.which_hand import Coins, Guess, Hide, Rules, variant

WORDS = ("on the left", "on the right")


class Point(Move, frozen=True):
    form = "point {hand}"
    hand: Annotated[int, Spelling(WORDS.__getitem__, WORDS.index)]


class Broken(Rules):
    def moves(self, state: Coins, seat: Seat) -> tuple[Move, ...]:
        moves = super().moves(state, seat)
        return tuple(Point(m.hand) if isinstance(m, Guess) else m for m in moves)

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        guess = Guess(move.hand) if isinstance(move, Point) else move
        return super().play(state, seat, guess, tell)


GAME = variant(Broken(), moves=Hide | Point)
