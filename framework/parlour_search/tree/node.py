"""Nodes of the search tree: one decision each, with its moves and their results."""

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from typing import Any

from parlour.rules import Move, Seat

MAX_FULL_WIDTH = 12
"""Maximum number of moves at a node that tries all of them before any again."""
WIDTH_START = 5
"""Number of moves tried before widening, at a node with more than ``MAX_FULL_WIDTH``."""
WIDTH_GROWTH = 1.6
"""Number of moves added, times the root of the visits (progressive widening, Coulom 2007)."""


class Node:
    """A decision of one seat, with statistics of the moves tried so far.

    Lists hold the moves in the order of their first simulations. A node stands for one view, whose
    legal moves never change, or for several views that share it. Such a node counts how often each
    move was available (``pick_among``).
    """

    __slots__ = (
        "available",
        "children",
        "counts",
        "indices",
        "inv_sqrt_counts",
        "means",
        "moves",
        "proved",
        "seat",
        "state",
        "untried",
        "visits",
    )

    def __init__(self, seat: Seat, untried: list[Move], state: Any = None) -> None:
        self.seat = seat
        self.untried = untried
        """Moves not tried yet, the most promising last."""
        self.state = state
        """State of the match at a node that stands for exactly one; else None."""
        self.visits = 0
        """Number of simulations that came through."""
        self.proved: float | None = None
        """Reward that is proved for the seat, against all moves of others; or None."""
        self.moves: list[Move] = []
        self.counts: list[int] = []
        """Number of simulations of each move."""
        self.means: list[float] = []
        """Mean reward of each move, for the seat of the node."""
        self.inv_sqrt_counts: list[float] = []
        """``count ** -0.5`` of each move; 0 for a move without a simulation."""
        self.children: list[Node | None] = []
        self.indices: dict[Move, int] = {}
        """Index of each move tried."""
        self.available: list[int] = []
        """Number of visits that could have chosen each move."""

    def pick(self, exploration: float) -> int:
        """Return the index of the move with the highest upper confidence bound (UCT).

        A move not tried yet comes first if there is room.
        """
        if self.untried and self.has_room():
            return self.expand(self.untried.pop())
        width = exploration * sqrt(log(self.visits))
        bounds = [
            value + width * inv
            for value, inv in zip(self.values(), self.inv_sqrt_counts, strict=True)
        ]
        return bounds.index(max(bounds))

    def values(self) -> list[float]:
        """Return the value of each move tried, for the seat of the node."""
        return self.means

    def proved_value(self, index: int) -> float | None:
        """Return the value that is proved for a move, or None if none is."""
        return self.proved

    def has_room(self) -> bool:
        """Return whether another move may be tried: few moves, or progressive widening."""
        tried = len(self.moves)
        return tried + len(self.untried) <= MAX_FULL_WIDTH or tried < self._width()

    def pick_among(self, legal: Sequence[Move], exploration: float) -> int | None:
        """Return the index of the best of the moves that are legal this time.

        None asks for a move not tried yet. A bound counts only the visits that had its move to
        choose (ISMCTS, Cowling and others 2012).
        """
        indices = self.indices
        available = self.available
        tried = [indices[move] for move in legal if move in indices]
        wide = len(legal) <= MAX_FULL_WIDTH or len(tried) < self._width()
        if len(tried) < len(legal) and wide:
            return None
        best = -1e300
        choice = tried[0]
        for index in tried:
            times = available[index] = available[index] + 1
            bound = self.means[index] + exploration * sqrt(log(times)) * self.inv_sqrt_counts[index]
            if bound > best:
                best = bound
                choice = index
        return choice

    def expand(self, move: Move) -> int:
        """Add a move to those tried, and return its index."""
        index = len(self.moves)
        self.indices[move] = index
        self.moves.append(move)
        self.counts.append(0)
        self.means.append(0.0)
        self.inv_sqrt_counts.append(0.0)
        self.children.append(None)
        self.available.append(1)
        return index

    def merits(self) -> list[tuple[float, float]]:
        """Return the count and the mean of each move tried: the higher, the better the move."""
        return list(zip(self.counts, self.means, strict=True))

    def best(self) -> int:
        """Return the index of the move with the highest merit."""
        merits = self.merits()
        return merits.index(max(merits))

    def update(self, index: int, reward: float) -> None:
        """Count one more simulation of a move."""
        self.visits += 1
        count = self.counts[index] = self.counts[index] + 1
        self.means[index] += (reward - self.means[index]) / count
        # Stored, since picks ask for it far more often than it changes.
        self.inv_sqrt_counts[index] = count**-0.5

    def _width(self) -> float:
        """Return the number of moves that progressive widening allows after the visits so far."""
        return WIDTH_START + WIDTH_GROWTH * sqrt(self.visits)


def shuffled(moves: Sequence[Move], rng: Random) -> list[Move]:
    """Return ``moves`` in random order, so that the order of the game's list has no effect."""
    random = rng.random
    mixed = list(moves)
    for last in range(len(mixed) - 1, 0, -1):
        other = int(random() * (last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
