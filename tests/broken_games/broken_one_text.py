"""Two moves that are written the same."""

from collections.abc import Sequence

from parlour import Move, Seat
from tests.broken_games.which_hand import Coins, Guess, Guessing, Hide, Rules, variant


class Peep(Move, frozen=True):
    form = "guess left"


class Broken(Rules):
    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        if isinstance(state.phases[-1], Guessing):
            return (Guess(0), Guess(1), Peep())
        return super().moves(state, seat)

    def play(self, state: Coins, seat: Seat, move: Move, tell: object = None) -> Coins:
        guess = Guess(0) if isinstance(move, Peep) else move
        return super().play(state, seat, guess, tell)  # type: ignore[arg-type]  # a Tell


GAME = variant(Broken(), moves=Hide | Guess | Peep)
