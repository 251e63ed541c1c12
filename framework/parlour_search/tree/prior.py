"""The root of a search whose game has a heuristic: each move starts from a prior value."""

from collections.abc import Mapping

from parlour.rules import Move, Seat
from parlour_search.tree.node import Node
from parlour_search.tree.objective import HeuristicLead

PRIOR_VISITS = 10
"""Number of simulations that the prior of a move weighs as much as."""


class PriorNode(Node):
    """A decision whose moves start from greedy's values.

    Greedy looks no further than the end of the seat's own turn. The mean difference between
    simulations and priors estimates what usually follows, and is added to every prior.
    """

    __slots__ = ("gains", "objective", "residual", "values_by_move")

    def __init__(
        self,
        seat: Seat,
        untried: list[Move],
        values_by_move: Mapping[Move, float],
        objective: HeuristicLead,
    ) -> None:
        super().__init__(seat, untried)
        self.values_by_move = values_by_move
        """Greedy's value of each legal move, in the heuristic's points."""
        self.objective = objective
        self.gains: list[float] = []
        """Gain of each move tried over the root by greedy's value."""
        self.residual = 0.0
        """Sum over all simulations of the reward less the prior reward."""

    def expand(self, move: Move) -> int:
        """Add a move to those tried, with its prior, and return its index."""
        self.gains.append(self.objective.gain_by(self.values_by_move[move], self.seat))
        return super().expand(move)

    def merits(self) -> list[tuple[float, float]]:
        """Return the value and the mean of each move tried."""
        return list(zip(self.values(), self.means, strict=True))

    def update(self, index: int, reward: float) -> None:
        """Count one more simulation of a move, and its difference from the prior."""
        super().update(index, reward)
        self.residual += reward - self.objective.reward_for(self.gains[index])

    def values(self) -> list[float]:
        """Return the mean of each move tried, with the prior counted as so many simulations."""
        # The prior stands for simulations; the residual says what they miss beyond the own turn.
        residual = self.residual / self.visits
        return [
            (count * mean + PRIOR_VISITS * (self.objective.reward_for(gain) + residual))
            / (count + PRIOR_VISITS)
            for count, mean, gain in zip(self.counts, self.means, self.gains, strict=True)
        ]
