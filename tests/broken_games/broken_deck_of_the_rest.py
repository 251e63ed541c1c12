"""A census that takes for the deck what nobody holds, so that it misses no card that is lost."""

from msgspec.structs import replace

from parlour import Move, Seat, Tell
from tests.broken_games.which_hand import Coins, Rules, variant


class Broken(Rules):
    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        return replace(super().play(state, seat, move, tell), deck=0)

    def census(self, state: Coins) -> dict[str, int]:
        rest = [card for card in range(4) if card not in state.cards]
        return {"cards": len(rest) + len(state.cards)}


GAME = variant(Broken())
