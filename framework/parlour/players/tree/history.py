"""The moves of one simulation as a seat has seen them, as a key for nodes that views share."""

from typing import TypeAlias

from parlour.rules.answers import Decide, Move
from parlour.rules.seats import Seat

HistoryIds: TypeAlias = dict[tuple[int, Move], int]
"""Number of each sequence of moves met in a tree: the number of its beginning, and the last move.

0 is the empty sequence.
"""

HistoryKey: TypeAlias = tuple[Seat, int, int]
"""A seat, and the numbers of the public moves and of its own hidden moves."""


class PublicHistory:
    """The moves since the root in one simulation: public ones, and hidden ones for each seat.

    Moves are numbered only when a key is asked for, since most nodes are found by their view.
    """

    __slots__ = ("_fresh", "_ids", "_private", "_public")

    def __init__(self, ids: HistoryIds) -> None:
        self._ids = ids
        self._fresh: list[tuple[Seat, Move, Decide]] = []
        """Moves not numbered yet."""
        self._public = 0
        self._private: dict[Seat, int] = {}

    def add(self, seat: Seat, move: Move, asked: Decide) -> None:
        """Add the answer of ``seat`` to ``asked``."""
        self._fresh.append((seat, move, asked))

    def key_for(self, seat: Seat) -> HistoryKey:
        """Return a key of the moves as ``seat`` has seen them: equal only for equal moves."""
        ids, private = self._ids, self._private
        for mover, move, asked in self._fresh:
            if move.public_form is None and not asked.sealed:
                step = (self._public, move)
                self._public = ids.setdefault(step, len(ids) + 1)
            else:
                step = (private.get(mover, 0), move)
                private[mover] = ids.setdefault(step, len(ids) + 1)
        self._fresh.clear()
        return seat, self._public, private.get(seat, 0)
