"""A sound game with a move that can be made out of turn."""

from collections.abc import Sequence
from typing import Any

import parlour
from parlour import DecisionPhase, Game, Move, Over, Seat, State, Tell, await_seat, swapped
from parlour.rules.seats import left_of


class Add(Move, frozen=True):
    form = "add {stones}"
    stones: int


class Knock(Move, frozen=True):
    form = "knock"


class Heap(State, frozen=True):
    phases: tuple["Adding | Over", ...]
    stones: int
    knocks: tuple[bool, ...]


class Adding(DecisionPhase[Heap, Add], frozen=True):
    rule = "1"
    seat: Seat

    def awaited(self, state: Heap) -> parlour.Decide:
        return await_seat(self.seat)

    def moves(self, state: Heap, seat: Seat) -> Sequence[Add]:
        return (Add(1), Add(2))

    def play(self, state: Heap, seat: Seat, move: Add, tell: Tell) -> Heap:
        stones = state.stones + move.stones
        seats = len(state.knocks)
        after = Over.ranked([0] * seats) if stones >= 9 else Adding(left_of(seat, seats))
        return Heap((after,), stones, state.knocks)


class Rules(parlour.OpenRules[Heap]):
    out_of_turn = True

    def start(self, seats: int, options: Any) -> Heap:
        return Heap((Adding(0),), 0, (False,) * seats)

    def offers(self, state: Heap, seat: Seat) -> Sequence[Move]:
        done = isinstance(state.phases[-1], Over)
        return () if done or state.knocks[seat] else (Knock(),)

    def play_offer(self, state: Heap, seat: Seat, move: Knock, tell: Tell) -> Heap:
        knocks = (*state.knocks[:seat], True, *state.knocks[seat + 1 :])
        after = Heap(state.phases, state.stones, knocks)
        return swapped(after, Over.ranked(knocks)) if all(knocks) else after

    def census(self, state: Heap) -> dict[str, int]:
        return {"knockers": len(state.knocks)}


GAME = Game(
    id="knock",
    title="Knock",
    seats=range(2, 4),
    rules=Rules(),
    state=Heap,
    view=parlour.OpenView[Heap],
    moves=Add | Knock,
)
