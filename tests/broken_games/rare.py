"""A sound game with a kind of move, a phase and an end that no match comes to."""

from collections.abc import Sequence
from typing import Any

import parlour
from parlour import Checks, Game, Move, Over, Seat, SeatPhase, State, Tell, swapped


class Stop(Move, frozen=True):
    form = "stop"


class Wait(Move, frozen=True):
    form = "wait"


class Table(State, frozen=True):
    phases: tuple["Acting | Waiting | Over", ...]


class Acting(SeatPhase[Table, Stop], frozen=True):
    def moves(self, state: Table, seat: Seat) -> Sequence[Stop]:
        return (Stop(),)

    def play(self, state: Table, seat: Seat, move: Stop, tell: Tell) -> Table:
        return swapped(state, Over.ranked([1, 0]))


class Waiting(SeatPhase[Table, Wait], frozen=True):
    def moves(self, state: Table, seat: Seat) -> Sequence[Wait]:
        return (Wait(),)

    def play(self, state: Table, seat: Seat, move: Wait, tell: Tell) -> Table:
        return swapped(state, Acting(seat))


class Rules(parlour.OpenRules[Table]):
    def start(self, seats: int, options: Any) -> Table:
        return Table((Acting(0),))

    def census(self, state: Table) -> dict[str, int]:
        return {}


GAME = Game(
    id="rare",
    title="Rare",
    seats=range(2, 3),
    rules=Rules(),
    state=Table,
    view=parlour.OpenView[Table],
    moves=Stop | Wait,
    checks=Checks(endings={"a stop": lambda _: True, "nobody left": lambda _: False}),
)
