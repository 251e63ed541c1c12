"""What keeps a bot from going round in circles for ever.

A heuristic may promise more of every next step than of the end, and rules may let a seat go to and
fro as long as it likes: then a bot that trusts its heuristic never comes to an end.
"""

from collections import Counter
from collections.abc import Sequence

from parlour.players.base import Decision
from parlour.rules.answers import Move
from parlour.rules.events import ChanceResolved, Played

ALONE = 4
"""So often a move may be made while nobody else has been asked and chance has not spoken."""
TOGETHER = 40
"""So often it may be made while chance has not spoken."""


class RepetitionLimit:
    """Remembers which moves a bot has made since something new happened."""

    def __init__(self) -> None:
        self._alone = Counter[Move]()
        self._together = Counter[Move]()

    def left(self, decision: Decision) -> Sequence[Move]:
        """Return the moves that have not been made too often; all, if there is no other."""
        told = decision.events
        if not told or any(isinstance(event, ChanceResolved) for event in told):
            self._together.clear()
            self._alone.clear()
        elif any(isinstance(event, Played) and event.seat != decision.seat for event in told):
            self._alone.clear()
        fresh = [
            move
            for move in decision.moves
            if self._alone[move] < ALONE and self._together[move] < TOGETHER
        ]
        return fresh or decision.moves

    def made(self, move: Move) -> Move:
        """Take note of a move, and return it."""
        self._alone[move] += 1
        self._together[move] += 1
        return move
