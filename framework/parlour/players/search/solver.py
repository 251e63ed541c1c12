"""Proved values of decisions in games of two seats without hidden information or chance."""

from collections.abc import Sequence
from math import log, sqrt

from parlour.players.search.node import Node
from parlour.players.search.objective import Rewards
from parlour.rules.answers import Move
from parlour.rules.seats import Seat

LOST, WON = 0.0, 1.0
"""Least and greatest reward of a seat; those of the two seats add up to ``WON``."""


class SolverNode(Node):
    """A decision with proved bounds on its reward (score bounded MCTS, Cazenave, Saffidine 2010).

    The results of finished matches are carried up the tree: a seat is sure of the best lower
    bound of its moves, and gets no more than their best upper bound. So a move is proved lost
    when an answer to it is proved won, however good its mean was.
    """

    __slots__ = ("lower", "lowers", "touched", "upper", "uppers")

    def __init__(self, seat: Seat, untried: list[Move], state: object = None) -> None:
        super().__init__(seat, untried, state)
        self.touched = False
        """Whether any bound has come from a finished match."""
        self.lower, self.upper = LOST, WON
        """Bounds on the reward of the seat."""
        self.lowers: list[float] = []
        """Lower bound of each move tried."""
        self.uppers: list[float] = []
        """Upper bound of each move tried."""

    @property
    def rewards(self) -> Rewards:
        """Rewards of both seats at a solved node."""
        return (self.lower, WON - self.lower) if self.seat == 0 else (WON - self.lower, self.lower)

    def pick(self, exploration: float) -> int:
        """Return the index of the move with the highest bound, but of none proved no better."""
        untried, lower = self.untried, self.lower
        hopeful = not self.touched or self.solved or any(upper > lower for upper in self.uppers)
        if untried and (self.has_room() or not hopeful):
            return self.expand(untried.pop())
        width = exploration * sqrt(log(self.visits))
        bounds = [
            mean + width * inv for mean, inv in zip(self.means, self.inv_sqrt_counts, strict=True)
        ]
        if self.touched and not self.solved:
            for index, upper in enumerate(self.uppers):
                if upper <= lower:
                    bounds[index] = -1.0
        return bounds.index(max(bounds))

    def expand(self, move: Move) -> int:
        """Add a move to those tried, with nothing proved, and return its index."""
        self.lowers.append(LOST)
        self.uppers.append(WON)
        return super().expand(move)

    def proved(self, index: int) -> float | None:
        """Return the proved reward of a move tried, for the seat of the node; None if unknown."""
        lower = self.lowers[index]
        return lower if lower == self.uppers[index] else None

    def best(self) -> int:
        """Return the index of the move tried most, of those not proved worse than another."""
        lower, moves = self.lower, range(len(self.moves))
        if lower == self.upper:
            good = [i for i in moves if self.lowers[i] == lower]
        else:
            good = [i for i in moves if self.uppers[i] > lower or self.lowers[i] == lower > LOST]
        return max(good or moves, key=lambda i: (self.counts[i], self.means[i]))

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
        return before != (self.lower, self.upper)


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
