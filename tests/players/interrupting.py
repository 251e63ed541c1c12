"""Players who take every offer, from the beginning or once they have moved."""

from parlour.match.decision import Decision
from parlour.players.base import Player
from parlour.rules.answers import Move


class Eager(Player):
    """A player who adds one, and knocks as soon as asked."""

    name = "eager"

    def choose(self, decision: Decision) -> Move:
        return decision.moves[0]

    def consider_offers(self, decision: Decision) -> Move | None:
        return decision.offers[0]


class Late(Eager):
    """A player who wants offers once it has moved."""

    _has_moved = False

    def choose(self, decision: Decision) -> Move:
        self._has_moved = True
        return super().choose(decision)

    @property
    def wants_offers(self) -> bool:
        return self._has_moved
