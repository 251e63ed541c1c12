"""A limit on repeated moves, so that no bot goes round in circles for ever.

A heuristic may promise more of every next step than of the end, and rules may let a seat go to and
fro as long as it likes: then a bot that trusts its heuristic never comes to an end.
"""

from collections import Counter
from collections.abc import Sequence

from parlour.match.decision import Decision
from parlour.rules.answers import Move
from parlour.rules.events import ChanceResolved, Played

MAX_ALONE = 4
"""Number of times a move may be made while no other seat has moved and chance has not spoken."""
MAX_TOGETHER = 40
"""Number of times a move may be made while chance has not spoken."""


class RepetitionLimit:
    """Counts the moves that a bot has made since something new happened."""

    def __init__(self) -> None:
        self._alone = Counter[Move]()
        """Moves since another seat moved or chance spoke."""
        self._together = Counter[Move]()
        """Moves since chance spoke."""

    def allowed(self, decision: Decision) -> Sequence[Move]:
        """Return the moves within the limits; all moves, if there is none."""
        events = decision.events
        if not events or any(isinstance(event, ChanceResolved) for event in events):
            self._together.clear()
            self._alone.clear()
        elif any(isinstance(event, Played) and event.seat != decision.seat for event in events):
            self._alone.clear()
        fresh = [
            move
            for move in decision.moves
            if self._alone[move] < MAX_ALONE and self._together[move] < MAX_TOGETHER
        ]
        return fresh or decision.moves

    def count(self, move: Move) -> Move:
        """Count a move that is made, and return it."""
        self._alone[move] += 1
        self._together[move] += 1
        return move
