"""Decisions of two seats without secrets or chance: what a finished match proves about moves."""

from collections.abc import Sequence
from typing import Any

from parlour.rules import Move, Seat
from parlour_search.tree.node import Node
from parlour_search.tree.objective import Rewards

PROVED = 1e9
"""Stands for ``count ** -0.5`` of a move that surely wins, and less than 0, of one that loses."""
EXPLORATION_SHARE = 0.7
"""Exploration as a share of that at other nodes; measured in positions of connect four."""
VISITS_PER_REPEAT = 64
"""Number of visits for each repeat of a choice without a new look at the bounds."""


class ProofNode(Node):
    """A decision that knows which of its moves surely win or lose (Winands and others 2008).

    Of many visits, one more hardly moves the bounds: a choice is then repeated.
    """

    __slots__ = ("choice", "repeats")

    def __init__(self, seat: Seat, untried: list[Move], state: Any = None) -> None:
        super().__init__(seat, untried, state)
        self.choice = 0
        """Index of the move picked last."""
        self.repeats = 0
        """Number of times that it is picked again without a look at the bounds."""

    def pick(self, exploration: float) -> int:
        """Return the index of a move that wins, or else the one with the highest bound."""
        if self.repeats:
            self.repeats -= 1
            return self.choice
        self.choice = choice = Node.pick(self, EXPLORATION_SHARE * exploration)
        self.repeats = self.visits // VISITS_PER_REPEAT
        return choice

    def has_room(self) -> bool:
        """Return whether another move may be tried: it must be if all tried so far lose."""
        return Node.has_room(self) or max(self.inv_sqrt_counts) == -PROVED

    def proved_value(self, index: int) -> float | None:
        """Return 1 for a move that surely wins, 0 for one that loses, or None."""
        return self.means[index] if abs(self.inv_sqrt_counts[index]) == PROVED else None

    def merits(self) -> list[tuple[float, float]]:
        """Return the count and the mean of each move tried; a proof outweighs any count."""
        return [
            (count + inv if abs(inv) == PROVED else count, mean)
            for count, inv, mean in zip(self.counts, self.inv_sqrt_counts, self.means, strict=True)
        ]

    def update(self, index: int, reward: float) -> None:
        """Count one more simulation of a move; a proof stays."""
        self.visits += 1
        count = self.counts[index] = self.counts[index] + 1
        if abs(self.inv_sqrt_counts[index]) != PROVED:
            self.means[index] += (reward - self.means[index]) / count
            self.inv_sqrt_counts[index] = count**-0.5

    def prove(self, index: int, *, wins: bool) -> bool:
        """Note that a move surely wins or loses; return whether the seat of the node does so too.

        It wins by one such move, and loses if it has no other.
        """
        self.means[index] = float(wins)
        self.inv_sqrt_counts[index] = PROVED if wins else -PROVED
        self.repeats = 0
        follows = wins or not (self.untried or max(self.inv_sqrt_counts) > -PROVED)
        if follows:
            self.proved = float(wins)
        return follows


def prove_path(path: Sequence[tuple[Node, int]], rewards: Rewards) -> None:
    """Prove the values of the decisions on the way to a finished match, the last one first."""
    for node, index in reversed(path):
        reward = rewards[node.seat]
        if not isinstance(node, ProofNode) or 0 < reward < 1:
            return
        if not node.prove(index, wins=reward == 1):
            return
