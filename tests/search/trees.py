"""Games that are written as a tree: forks with a seat that chooses, and points at the ends.

The most points win. With three seats or more nothing is proved, and simulations alone decide.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import parlour
from parlour import Game, Move, Over, Seat, SeatPhase, State, Tell

Branch: TypeAlias = "Fork | tuple[int, ...]"
"""What follows a move: another fork, or the points of all seats."""


class Go(Move, frozen=True):
    form = "go {branch}"
    branch: int


class Path(State, frozen=True):
    phases: tuple["Fork | Over", ...]


class Fork(SeatPhase[Path, Go], frozen=True):
    branches: tuple[Any, ...]
    """Branches, one for each move."""

    def moves(self, state: Path, seat: Seat) -> Sequence[Go]:
        return tuple(map(Go, range(len(self.branches))))

    def play(self, state: Path, seat: Seat, move: Go, tell: Tell) -> Path:
        after: Branch = self.branches[move.branch]
        return Path((after if isinstance(after, Fork) else Over.ranked(after),))


class Rules(parlour.OpenRules[Path]):
    def __init__(self, fork: Fork) -> None:
        self._fork = fork

    def start(self, seats: int, options: Any) -> Path:
        return Path((self._fork,))

    def census(self, state: Path) -> dict[str, int]:
        return {}


def tree(seats: int, *branches: Branch) -> Game:
    """Return the game that begins with a choice of seat 0 among the branches."""
    return Game(
        id="trees",
        title="Trees",
        seats=range(seats, seats + 1),
        rules=Rules(Fork(0, branches)),
        state=Path,
        view=parlour.OpenView[Path],
        moves=Go,
    )
