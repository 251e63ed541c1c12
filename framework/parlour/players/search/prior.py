"""The decision a search is about, where a heuristic has advised on its moves beforehand."""

from collections.abc import Mapping
from math import log, sqrt

from parlour.players.search.node import Node
from parlour.players.search.objective import Standing
from parlour.rules.answers import Move
from parlour.rules.seats import Seat

TRUST = 30
"""The advice on a move weighs as much as so many simulations of it."""


class Advised(Node):
    """A decision whose moves begin with what greedy thinks of them.

    Advice looks no further than the end of the seat's own turn; what usually follows is what
    simulations bring on the average beyond it, and is added to the advice on every move.
    """

    __slots__ = ("advice", "aim", "beyond", "worths")

    def __init__(
        self, seat: Seat, waiting: list[Move], worths: Mapping[Move, float], aim: Standing
    ) -> None:
        super().__init__(seat, waiting)
        self.worths = worths
        self.aim = aim
        self.advice: list[float] = []
        """What a seat stands to gain by each move tried, in the heuristic's figures."""
        self.beyond = 0.0
        """The sum over all simulations of what they brought beyond the advice."""

    def opened(self, move: Move) -> int:
        """Take a move up, with the advice on it."""
        self.advice.append(self.worths[move] - self.aim.worth_now(self.seat))
        return super().opened(move)

    def pick(self, curiosity: float) -> int:
        """Choose by the upper bound of what advice and simulations say together."""
        if self.waiting and self.has_room():
            return self.opened(self.waiting.pop())
        bold = curiosity * sqrt(log(self.visits))
        bounds = [
            value + bold * root for value, root in zip(self.values(), self.roots, strict=True)
        ]
        return bounds.index(max(bounds))

    def merits(self) -> list[tuple[float, float]]:
        """Return what advice and simulations say together of each move tried, and its mean."""
        return list(zip(self.values(), self.means, strict=True))

    def learn(self, index: int, reward: float) -> None:
        """Count one more result of a move, and what it brought beyond the advice."""
        super().learn(index, reward)
        self.beyond += reward - self.aim.reward_for(self.advice[index])

    def values(self) -> list[float]:
        """Return what advice and simulations say together of each move tried."""
        beyond = self.beyond / self.visits
        return [
            (count * mean + TRUST * (self.aim.reward_for(gain) + beyond)) / (count + TRUST)
            for count, mean, gain in zip(self.counts, self.means, self.advice, strict=True)
        ]
