"""A purse from which more is paid than it holds; the census adds it to the bank and hides that."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

import parlour
from parlour import DecisionPhase, Game, Move, Over, Seat, State, Tell, await_seat

Count = Annotated[int, msgspec.Meta(ge=0)]


class Pay(Move, frozen=True):
    form = "pay {chips}"
    chips: int


class Purse(State, frozen=True):
    phases: tuple["Paying | Over", ...]
    purse: Count = 2
    bank: Count = 0


class Paying(DecisionPhase[Purse, Pay], frozen=True):
    def awaited(self, state: Purse) -> parlour.Decide:
        return await_seat(0)

    def moves(self, state: Purse, seat: Seat) -> Sequence[Pay]:
        return (Pay(1), Pay(3))

    def play(self, state: Purse, seat: Seat, move: Pay, tell: Tell) -> Purse:
        return Purse((Over.shared(0, 1),), state.purse - move.chips, state.bank + move.chips)


class Rules(parlour.OpenRules[Purse]):
    def start(self, seats: int, options: Any) -> Purse:
        return Purse((Paying(),))

    def census(self, state: Purse) -> dict[str, int]:
        return {"chips": state.purse + state.bank}


GAME = Game(
    id="purse",
    title="Purse",
    seats=range(1, 2),
    rules=Rules(),
    state=Purse,
    view=parlour.OpenView[Purse],
    moves=Pay,
)
