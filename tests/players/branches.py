"""Games of two seats written down as trees: each spot says what follows, and what it is worth."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

import parlour
from parlour import ChancePhase, Game, Move, Outcome, Over, Seat, SeatPhase, State, Tell


class Spot(Struct, frozen=True):
    """A situation of the match."""

    ways: tuple[str, ...] = ()
    """Spots that may follow; none at the end."""
    seat: Seat | None = 0
    """Seat that chooses among the ways, or None for chance, which is even."""
    worth: tuple[float, float] = (0.0, 0.0)
    """Value of the heuristic for each seat; at the end the points."""
    stretch: int | None = None
    """Stretch of the match that the spot lies in."""


Tree = Mapping[str, Spot]
"""Spots by name; a match begins at ``start``."""


class Go(Move, frozen=True):
    form = "go {to}"
    to: str


class Blow(Outcome, frozen=True):
    form = "blow {to}"
    to: str


class At(State, frozen=True):
    phases: tuple["Choosing | Blowing | Over", ...]
    spot: str


class Choosing(SeatPhase[At, Go], frozen=True):
    tree: dict[str, Spot]

    def moves(self, state: At, seat: Seat) -> Sequence[Go]:
        return tuple(map(Go, self.tree[state.spot].ways))

    def play(self, state: At, seat: Seat, move: Go, tell: Tell) -> At:
        return at(self.tree, move.to)


class Blowing(ChancePhase[At, Blow], frozen=True):
    tree: dict[str, Spot]

    def outcomes(self, state: At) -> Sequence[tuple[Blow, int]]:
        return [(Blow(way), 1) for way in self.tree[state.spot].ways]

    def resolve(self, state: At, outcome: Blow, tell: Tell) -> At:
        return at(self.tree, outcome.to)


def at(tree: Tree, name: str) -> At:
    """Return the state at the spot of this name."""
    spot = tree[name]
    phase: Choosing | Blowing | Over
    if not spot.ways:
        phase = Over.ranked([int(points) for points in spot.worth])
    elif spot.seat is None:
        phase = Blowing(dict(tree))
    else:
        phase = Choosing(spot.seat, dict(tree))
    return At((phase,), name)


class Rules(parlour.OpenRules[At]):
    """Rules that note the spots which are left by a move."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.left: list[str] = []
        """Spots left by a move, in order."""

    def start(self, seats: int, options: Any) -> At:
        return at(self.tree, "start")

    def play(self, state: At, seat: Seat, move: Move, tell: Tell = None) -> At:
        self.left.append(state.spot)
        return super().play(state, seat, move, tell)

    def heuristic(self, state: At, seat: Seat) -> float:
        return self.tree[state.spot].worth[seat]

    def round_key(self, state: At) -> int | None:
        return self.tree[state.spot].stretch

    def census(self, state: At) -> dict[str, int]:
        return {}


def tree_game(tree: Tree) -> Game:
    """Return the game of a tree."""
    return Game(
        id="branches",
        title="Branches",
        seats=range(2, 3),
        rules=Rules(tree),
        state=At,
        view=parlour.OpenView[At],
        moves=Go,
        outcomes=Blow,
    )
