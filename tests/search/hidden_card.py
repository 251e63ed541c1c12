"""A tiny game with a hidden card: seat 0 names it, for 2 points or a loss of 2, or passes for 1.

Whoever takes one sampled state for the truth names its card, and wins nothing on the average.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

import parlour
from parlour import ChancePhase, Game, Move, Outcome, Over, Seat, SeatPhase, State, Tell

CARDS = range(2)


class Name(Move, frozen=True):
    form = "name {card}"
    card: int


class Pass(Move, frozen=True):
    form = "pass"


class Deal(Outcome, frozen=True):
    form = "deal {card}"
    public_form = "deal"
    card: int

    def shown_to(self, seat: Seat) -> bool:
        return False


class Table(State, frozen=True):
    phases: tuple["Dealing | Naming | Over", ...]
    card: int | None = None


class Dealing(ChancePhase[Table, Deal], frozen=True):
    def outcomes(self, state: Table) -> Sequence[tuple[Deal, int]]:
        return [(Deal(card), 1) for card in CARDS]

    def resolve(self, state: Table, outcome: Deal, tell: Tell) -> Table:
        return Table((Naming(0),), outcome.card)


class Naming(SeatPhase[Table, Name | Pass], frozen=True):
    def moves(self, state: Table, seat: Seat) -> Sequence[Name | Pass]:
        return (*map(Name, CARDS), Pass())

    def play(self, state: Table, seat: Seat, move: Name | Pass, tell: Tell) -> Table:
        points = 1 if isinstance(move, Pass) else 2 if move.card == state.card else -2
        return Table((Over.ranked((points, -points)),), state.card)


class Seen(Struct, frozen=True):
    seat: Seat


class Rules(parlour.Rules[Table, Seen]):
    def start(self, seats: int, options: Any) -> Table:
        return Table((Dealing(),))

    def view(self, state: Table, seat: Seat) -> Seen:
        return Seen(seat)

    def determinize(self, view: Seen, rng: Random) -> Table:
        return Table((Naming(0),), rng.choice(CARDS))

    def census(self, state: Table) -> dict[str, int]:
        return {}


class Valued(Rules):
    """The rules with a heuristic, which knows nothing before the end."""

    def heuristic(self, state: Table, seat: Seat) -> float:
        end = state.phases[-1]
        return end.lead(seat) if isinstance(end, Over) else 0.0


def hidden_card(rules: Rules) -> Game:
    """Return the game with these rules."""
    return Game(
        id="hidden_card",
        title="Hidden card",
        seats=range(2, 3),
        objective="points",
        rules=rules,
        state=Table,
        view=Seen,
        moves=Name | Pass,
        outcomes=Deal,
    )
