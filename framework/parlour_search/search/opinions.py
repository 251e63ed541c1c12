"""Opinions on moves, with their means and errors."""

from abc import abstractmethod
from collections.abc import Sequence
from math import inf, sqrt

from msgspec import Struct
from msgspec.structs import replace

from parlour.match import Decision
from parlour.players.base import Player
from parlour.rules import Move, Seat
from parlour_search.tree.objective import ResultKind

MIN_RESULTS = 4
"""Minimum number of results for the error of a mean: two may agree by luck."""


class Prospect(Struct, frozen=True):
    """Opinion of a bot that looks ahead on one move."""

    move: Move
    share: float
    """Share of the simulations that took the move, 0 … 1."""
    kind: ResultKind
    """Kind of expected result that ``value`` is."""
    value: float
    """Expected result as a number, in the measure of the objective: the higher, the better."""
    error: float
    """Standard error of ``value``: 0 if all results agree, infinite if it is unknown."""
    line: tuple[tuple[Seat, Move], ...]
    """Seats and moves that the bot expects next, as far as chance and secrets let it see."""
    chance: float | None = None
    """Chance of winning, if the value is something else and the chance is known."""
    chance_error: float = inf
    """Standard error of ``chance``, as ``error`` is that of ``value``."""
    count: int = 0
    """Number of results that ``value`` is the mean of; 0 if the move was not played on."""
    is_proved: bool = False
    """Whether ``value`` is certain, whatever others do."""


class Adviser(Player):
    """A bot that looks ahead, and gives its opinion on moves."""

    simulations: int = 0
    """Number of simulations behind the last prospects."""
    measure: str = ""
    """Measure of the last prospects' values, in words; empty before any."""

    @abstractmethod
    def prospects(self, decision: Decision) -> list[Prospect]:
        """Return an opinion on each move that was tried, the best first."""

    def weigh(self, decision: Decision, moves: Sequence[Move]) -> list[Prospect]:
        """Return an opinion on each of some moves; they share the simulations about equally.

        ``prospects`` may look at a bad move only once: then nobody knows how bad it is.
        """
        return self.prospects(replace(decision, moves=tuple(moves)))

    @abstractmethod
    def forget(self) -> None:
        """Drop what was learnt from other decisions."""


class RunningMean:
    """Mean and spread of the results of one move (Welford 1962)."""

    def __init__(self) -> None:
        self.count, self.mean = 0, 0.0
        self.squares = 0.0
        """Sum of the squared deviations from the mean."""

    def add(self, value: float) -> None:
        """Count one more result."""
        self.count += 1
        apart = value - self.mean
        self.mean += apart / self.count
        self.squares += apart * (value - self.mean)

    @property
    def error(self) -> float:
        """Standard error of the mean, of which 1.96 hold 95 %; infinite if results are few."""
        if self.count < MIN_RESULTS:
            return inf
        free = self.count - 1
        # Student's quantile over the normal one, by Fisher's expansion: a few results that are
        # close to each other may be so by luck.
        wide = 1 + 1.21 / free + 1.44 / free**2
        return wide * sqrt(self.squares / free / self.count)


class MoveResults:
    """Results of one move."""

    def __init__(self) -> None:
        self.value = RunningMean()
        """Results in the measure of the objective."""
        self.chance = RunningMean()
        """Chances of winning, if they are known beside these."""
