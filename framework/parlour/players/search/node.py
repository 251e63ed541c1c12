"""One decision in the tree: the moves tried there, and how they turned out."""

from collections.abc import Sequence
from math import log, sqrt
from random import Random

from parlour.rules.answers import Move
from parlour.rules.seats import Seat

FEW = 12
"""Up to so many moves are all tried before any is tried again."""
START, GROWTH = 5, 1.6
"""Of more moves, so many are tried at first, and so many more with the root of the visits."""


class Node:
    """What the seat to move knows, and how its moves have done so far.

    Everything about the n-th move tried stands n-th in a list. ``certain`` nodes
    stand for one view, so their legal moves are always the same; the others
    stand for several, and count how often each move was there to be chosen.
    """

    __slots__ = (
        "counts",
        "kids",
        "known",
        "means",
        "moves",
        "offered",
        "roots",
        "seat",
        "settled",
        "state",
        "visits",
        "waiting",
    )

    def __init__(self, seat: Seat, waiting: list[Move], state: object = None) -> None:
        self.seat = seat
        self.settled = False
        """Whether it is proved what this is worth."""
        self.waiting = waiting
        """The moves not yet tried, the most promising last."""
        self.state = state
        """The state, where there is but one."""
        self.visits = 0
        self.moves: list[Move] = []
        self.counts: list[int] = []
        self.means: list[float] = []
        self.roots: list[float] = []
        self.kids: list[Node | None] = []
        self.known: dict[Move, int] = {}
        self.offered: list[int] = []

    def pick(self, curiosity: float) -> int:
        """Choose a move by its upper confidence bound (UCT), or the next one not yet tried."""
        if self.waiting and self.has_room():
            return self.opened(self.waiting.pop())
        bold = curiosity * sqrt(log(self.visits))
        bounds = [mean + bold * root for mean, root in zip(self.means, self.roots, strict=True)]
        return bounds.index(max(bounds))

    def has_room(self) -> bool:
        """Tell whether another move may be tried: progressive widening where there are many."""
        tried = len(self.moves)
        return tried + len(self.waiting) <= FEW or tried < self._width()

    def pick_among(self, legal: Sequence[Move], curiosity: float) -> int | None:
        """Choose among the moves that are legal this time; None asks for one not yet tried.

        A move's bound counts only the visits at which it could be chosen (ISMCTS).
        """
        known, offered = self.known, self.offered
        tried = [known[move] for move in legal if move in known]
        wide = len(legal) <= FEW or len(tried) < self._width()
        if len(tried) < len(legal) and wide:
            return None
        best, choice = -1e300, tried[0]
        for index in tried:
            times = offered[index] = offered[index] + 1
            bound = self.means[index] + curiosity * sqrt(log(times)) * self.roots[index]
            if bound > best:
                best, choice = bound, index
        return choice

    def opened(self, move: Move) -> int:
        """Take a move up among those tried."""
        index = len(self.moves)
        self.known[move] = index
        self.moves.append(move)
        self.counts.append(0)
        self.means.append(0.0)
        self.roots.append(0.0)
        self.kids.append(None)
        self.offered.append(1)
        return index

    def merits(self) -> list[tuple[float, float]]:
        """Return what speaks for each move tried: how often it was chosen, and its mean."""
        return list(zip(self.counts, self.means, strict=True))

    def best(self) -> int:
        """Return the move for which most speaks."""
        merits = self.merits()
        return merits.index(max(merits))

    def learn(self, index: int, reward: float) -> None:
        """Count one more result of a move."""
        self.visits += 1
        count = self.counts[index] = self.counts[index] + 1
        self.means[index] += (reward - self.means[index]) / count
        self.roots[index] = count**-0.5

    def _width(self) -> float:
        """Return how many of many moves may be tried after so many visits."""
        return START + GROWTH * sqrt(self.visits)


def shuffled(moves: Sequence[Move], rng: Random) -> list[Move]:
    """Return moves in an order of no meaning, so that no game's own order tells."""
    random, mixed = rng.random, list(moves)
    for last in range(len(mixed) - 1, 0, -1):
        other = int(random() * (last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
