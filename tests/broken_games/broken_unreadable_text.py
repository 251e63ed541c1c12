"""A move whose text leaves out what it says."""

from collections.abc import Sequence

from parlour import Move, Seat
from tests.broken_games.which_hand import Coins, Guess, Guessing, Hide, Rules, variant


class Bet(Move, frozen=True):
    form = "bet"
    points: int


class Broken(Rules):
    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        moves = super().moves(state, seat)
        return (*moves, Bet(3)) if isinstance(state.phases[-1], Guessing) else moves

    def play(self, state: Coins, seat: Seat, move: Move, tell: object = None) -> Coins:
        guess = Guess(0) if isinstance(move, Bet) else move
        return super().play(state, seat, guess, tell)  # type: ignore[arg-type]  # a Tell


GAME = variant(Broken(), moves=Hide | Guess | Bet)
