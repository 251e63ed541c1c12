"""An offer that stands only while the other has a coin in the right hand."""

from collections.abc import Sequence

from parlour import Move, Seat, Tell
from tests.broken_games.which_hand import Coins, Guess, Guessing, Hide, Rules, variant


class Wink(Move, frozen=True):
    form = "wink"


class Broken(Rules):
    out_of_turn = True

    def offers(self, state: Coins, seat: Seat) -> Sequence[Move]:
        guessing = isinstance(state.phases[-1], Guessing)
        return (Wink(),) if guessing and state.coins[1 - seat] else ()

    def play_offer(self, state: Coins, seat: Seat, move: Wink, tell: Tell) -> Coins:
        return state


GAME = variant(Broken(), moves=Hide | Guess | Wink)
