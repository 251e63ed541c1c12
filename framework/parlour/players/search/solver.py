"""Decisions of which something can be proved: two seats, nothing hidden, no chance."""

from collections.abc import Sequence
from math import log, sqrt

from parlour.players.search.node import Node
from parlour.players.search.objective import Rewards
from parlour.rules.answers import Move
from parlour.rules.seats import Seat

LOST, WON = 0.0, 1.0


class Provable(Node):
    """A decision whose moves are known to bring so much at the least, and at the most.

    The ends of matches that the search has seen are carried up the tree: a seat is sure of
    the best that any of its moves must bring, and cannot hope for more than the best that one
    of them may. So a move is proved lost when an answer to it is proved won, however
    good its average was (score bounded Monte Carlo tree search).
    """

    __slots__ = ("least", "leasts", "most", "mosts", "touched")

    def __init__(self, seat: Seat, waiting: list[Move], state: object = None) -> None:
        super().__init__(seat, waiting, state)
        self.touched = False
        """Whether anything has been proved yet."""
        self.least, self.most = LOST, WON
        self.leasts: list[float] = []
        self.mosts: list[float] = []

    @property
    def rewards(self) -> Rewards:
        """What both seats get where that is proved."""
        return (self.least, WON - self.least) if self.seat == 0 else (WON - self.least, self.least)

    def pick(self, curiosity: float) -> int:
        """Choose as ever, but no move that is proved to be no better than another."""
        waiting, least = self.waiting, self.least
        hopeful = not self.touched or self.settled or any(most > least for most in self.mosts)
        if waiting and (self.has_room() or not hopeful):
            return self.opened(waiting.pop())
        bold = curiosity * sqrt(log(self.visits))
        bounds = [mean + bold * root for mean, root in zip(self.means, self.roots, strict=True)]
        if self.touched and not self.settled:
            for index, most in enumerate(self.mosts):
                if most <= least:
                    bounds[index] = -1.0
        return bounds.index(max(bounds))

    def opened(self, move: Move) -> int:
        """Take a move up, of which nothing is proved yet."""
        self.leasts.append(LOST)
        self.mosts.append(WON)
        return super().opened(move)

    def best(self) -> int:
        """Return the move tried most of those that are not proved to be worse than another."""
        sure, moves = self.least, range(len(self.moves))
        if sure == self.most:
            good = [i for i in moves if self.leasts[i] == sure]
        else:
            good = [i for i in moves if self.mosts[i] > sure or self.leasts[i] == sure > LOST]
        return max(good or moves, key=lambda i: (self.counts[i], self.means[i]))

    def proved(self, index: int, least: float, most: float) -> bool:
        """Take note of what a move must and may bring; tell whether more is proved of all."""
        self.leasts[index], self.mosts[index] = least, most
        before = self.least, self.most
        self.touched = True
        self.least = max(self.leasts)
        self.most = WON if self.waiting else max(self.mosts)
        self.settled = self.least == self.most
        return before != (self.least, self.most)


def prove(path: Sequence[tuple[Node, int]], rewards: Rewards) -> None:
    """Carry up what the end of a way down the tree is worth for certain."""
    below: Provable | None = None
    least = most = 0.0
    for node, index in reversed(path):
        if not isinstance(node, Provable):
            return
        if below is None:
            least = most = rewards[node.seat]
        elif node.seat == below.seat:
            least, most = below.least, below.most
        else:
            least, most = WON - below.most, WON - below.least
        if not node.proved(index, least, most):
            return
        below = node
