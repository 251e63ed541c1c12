"""Advice: the opinions of a bot that looks ahead, on moves in the place of somebody else."""

from abc import abstractmethod
from collections.abc import Sequence
from math import inf
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from parlour.match import Decision
from parlour.players.base import Player
from parlour.rules import Move, Seat

INTERVAL = 1.96
"""Number of standard errors to either end of a 95 % interval."""

ResultKind: TypeAlias = Literal["chance", "gain", "points", "lead"]
"""Kinds of expected results: a chance of winning, points that may be lost, points, a lead."""


class AdviceBudget(Struct, frozen=True):
    """Time for one piece of advice; without either limit, one second."""

    seconds: float = 0.0
    """Seconds by the clock; 0 sets no limit."""
    simulations: int = 0
    """Number of simulations; 0 sets no limit."""


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
    """Seats and moves that the bot expects next, up to the point that chance or secrets hide."""
    chance: float | None = None
    """Chance of winning, if the value is something else and the chance is known."""
    chance_error: float = inf
    """Standard error of ``chance``: 0 if all results agree, infinite if it is unknown."""
    count: int = 0
    """Number of results that ``value`` is the mean of; 0 if the move was not played on."""
    is_proved: bool = False
    """Whether ``value`` is certain, for all moves of others."""


class Hint(Struct, frozen=True):
    """A hint, as somebody reads it."""

    lines: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    """The moves that it names, the best first."""


class Adviser(Player):
    """A bot that looks ahead, and gives its opinion on moves."""

    simulations: int = 0
    """Number of simulations behind the last prospects."""
    measure: str = ""
    """Measure of the last prospects' values, in words; empty before any."""

    @abstractmethod
    def prospects(self, decision: Decision) -> list[Prospect]:
        """Return an opinion on each move of ``decision`` that was tried, the best first."""

    def weigh(self, decision: Decision, moves: Sequence[Move]) -> list[Prospect]:
        """Return an opinion on some moves of ``decision``, which share the simulations equally.

        ``prospects`` may look at a bad move only once: its value then says little.
        """
        return self.prospects(replace(decision, moves=tuple(moves)))

    @abstractmethod
    def forget(self) -> None:
        """Drop the results of simulations for other decisions."""
