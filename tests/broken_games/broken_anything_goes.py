"""Legal moves that claim to hold any move at all."""

from collections.abc import Sequence

from parlour import Move, Seat
from tests.broken_games.which_hand import Coins, Rules, variant


class Anything(tuple[Move, ...]):
    __slots__ = ()

    def __contains__(self, _move: object) -> bool:
        return True


class Broken(Rules):
    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        return Anything(super().moves(state, seat))


GAME = variant(Broken())
