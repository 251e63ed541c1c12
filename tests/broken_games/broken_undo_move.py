"""A move that begins with a command of the table."""

from collections.abc import Sequence

from parlour import Move, Seat, Tell
from tests.broken_games.which_hand import Coins, Guess, Guessing, Hand, Hide, Rules, variant


class Undo(Move, frozen=True):
    form = "undo {hand}"
    hand: Hand


class Broken(Rules):
    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        moves = super().moves(state, seat)
        return (*moves, Undo(0)) if isinstance(state.phases[-1], Guessing) else moves

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        return super().play(state, seat, Guess(move.hand) if isinstance(move, Undo) else move, tell)


GAME = variant(Broken(), moves=Hide | Guess | Undo)
