"""Proved values of decisions in games of two seats without hidden information or chance."""

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

from parlour.players.tree.node import Node
from parlour.players.tree.objective import Rewards
from parlour.rules.answers import Move
from parlour.rules.seats import Seat

LOST, WON = 0.0, 1.0
"""Minimum and maximum reward of a seat; those of the two seats add up to ``WON``."""
VISITS_PER_REPEAT = 64
"""Number of visits for each repeat of a choice without a new look at the bounds."""
PROVED_OUT = -1.0
"""Mean of a move that is proved to be no better than another."""


class SolverNode(Node):
    """A decision with proved bounds on its reward (score bounded MCTS, Cazenave, Saffidine 2010).

    The results of finished matches are carried up the tree: a seat is sure of the best lower
    bound of its moves, and gets no more than their best upper bound. So a move is proved lost
    when an answer to it is proved won, however good its mean was. A move that is proved no
    better than another is proved out: it is not tried again, and its mean says nothing more.
    """

    children: list["SolverNode | None"]  # type: ignore[assignment]  # all are of this kind
    __slots__ = (
        "choice",
        "lower",
        "lowers",
        "repeats",
        "total",
        "touched",
        "upper",
        "uppers",
        "value",
        "weight",
    )

    def __init__(self, seat: Seat, untried: list[Move], state: Any = None) -> None:
        super().__init__(seat, untried, state)
        self.touched = False
        """Whether any bound has come from a finished match."""
        self.lower, self.upper = LOST, WON
        """Bounds on the reward of the seat."""
        self.lowers: list[float] = []
        """Lower bound of each move tried."""
        self.uppers: list[float] = []
        """Upper bound of each move tried."""
        self.weight = 0
        """Number of simulations of the moves that are not proved out."""
        self.total = 0.0
        """Sum of the means of these moves, each times its count."""
        self.value = 0.5
        """Estimate of the reward of the seat."""
        self.choice = 0
        """Index of the move picked last by its bound."""
        self.repeats = 0
        """Number of times that it is picked again without a look at the bounds."""

    @property
    def rewards(self) -> Rewards:
        """Rewards of both seats at a solved node."""
        return (self.lower, WON - self.lower) if self.seat == 0 else (WON - self.lower, self.lower)

    def pick(self, exploration: float) -> int:
        """Return the index of the move with the highest bound that is not proved out.

        Of many visits one more hardly moves the bounds: the choice then stands for a few.
        """
        if self.repeats:
            self.repeats -= 1
            if self.means[self.choice] != PROVED_OUT:
                return self.choice
        untried = self.untried
        if untried and self.has_room():
            return self.expand(untried.pop())
        visits = self.visits
        width = exploration * sqrt(log(visits))
        bounds = [
            mean + width * inv for mean, inv in zip(self.means, self.inv_sqrt_counts, strict=True)
        ]
        best = max(bounds)
        if best == PROVED_OUT and untried:
            return self.expand(untried.pop())
        self.repeats = visits // VISITS_PER_REPEAT
        self.choice = bounds.index(best)
        return self.choice

    def expand(self, move: Move) -> int:
        """Add a move to those tried, with nothing proved, and return its index."""
        self.moves.append(move)
        self.counts.append(0)
        self.means.append(0.0)
        self.inv_sqrt_counts.append(0.0)
        self.children.append(None)
        self.lowers.append(LOST)
        self.uppers.append(WON)
        return len(self.moves) - 1

    def proved(self, index: int) -> float | None:
        """Return the proved reward of a move tried, for the seat of the node; None if unknown."""
        lower = self.lowers[index]
        return lower if lower == self.uppers[index] else None

    def bounds(self, index: int) -> tuple[float, float]:
        """Return proved bounds on the reward of a move tried."""
        return self.lowers[index], self.uppers[index]

    def best(self) -> int:
        """Return the index of the move tried most, of those not proved worse than another."""
        lower, moves = self.lower, range(len(self.moves))
        if lower == self.upper:
            good = [i for i in moves if self.lowers[i] == lower]
        else:
            good = [i for i in moves if self.uppers[i] > lower or self.lowers[i] == lower > LOST]
        return max(good or moves, key=lambda i: (self.counts[i], self.means[i]))

    def update(self, index: int, reward: float) -> None:
        """Count one more simulation of a move.

        Its mean is that of ``reward`` and those before, or the value of the node that it leads
        to: other ways may lead there too.
        """
        self.visits += 1
        count = self.counts[index] = self.counts[index] + 1
        mean = self.means[index]
        if mean == PROVED_OUT:
            return
        child = self.children[index]
        if child is None:
            now = mean + (reward - mean) / count
        else:
            now = child.value if child.seat == self.seat else WON - child.value
        self.means[index] = now
        self.inv_sqrt_counts[index] = count**-0.5
        # The total changes by the difference of the move's sums after and before.
        self.weight += 1
        self.total += count * now - (count - 1) * mean
        if self.touched:
            self._estimate()
        else:
            self.value = self.total / self.weight

    def tighten(self, index: int, lower: float, upper: float) -> bool:
        """Set the bounds of a move, and return whether those of the node have changed.

        The upper bound stays ``WON`` while a move is untried.
        """
        self.lowers[index], self.uppers[index] = lower, upper
        before = self.lower, self.upper
        self.touched = True
        self.lower = max(self.lowers)
        self.upper = WON if self.untried else max(self.uppers)
        self.solved = self.lower == self.upper
        for other, bound in enumerate(self.uppers):
            if bound <= self.lower and self.means[other] != PROVED_OUT:
                self._prove_out(other)
        self._estimate()
        return before != (self.lower, self.upper)

    def _prove_out(self, index: int) -> None:
        """Leave a move out of the estimate and of further simulations."""
        self.weight -= self.counts[index]
        self.total -= self.counts[index] * self.means[index]
        self.means[index], self.inv_sqrt_counts[index] = PROVED_OUT, 0.0

    def _estimate(self) -> None:
        """Take the mean of the moves that are not proved out as the value, within the bounds."""
        if self.weight:
            self.value = self.total / self.weight
        if self.touched:
            self.value = min(max(self.value, self.lower), self.upper)


def back_up_bounds(path: Sequence[tuple[Node, int]], rewards: Rewards) -> None:
    """Carry the rewards of a finished match up a path of nodes and the moves taken there."""
    below: SolverNode | None = None
    lower = upper = 0.0
    for node, index in reversed(path):
        if not isinstance(node, SolverNode):
            return
        if below is None:
            lower = upper = rewards[node.seat]
        elif node.seat == below.seat:
            lower, upper = below.lower, below.upper
        else:
            lower, upper = WON - below.upper, WON - below.lower
        if not node.tighten(index, lower, upper):
            return
        below = node
