"""A sound game: a seat may go to and fro as long as it likes, past a covered coin."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

import parlour
from parlour import DecisionPhase, Game, Move, Over, Seat, State, Tell, await_seat

ENDS = 2


class Step(Move, frozen=True):
    form = "step"


class Stop(Move, frozen=True):
    form = "stop"


class Path(State, frozen=True):
    phases: tuple["Walking | Over", ...]
    coin: int = 0
    place: int = 0


class Walking(DecisionPhase[Path, Step | Stop], frozen=True):
    seat: Seat

    def awaited(self, state: Path) -> parlour.Decide:
        return await_seat(self.seat)

    def moves(self, state: Path, seat: Seat) -> Sequence[Step | Stop]:
        return (Step(), Stop())

    def play(self, state: Path, seat: Seat, move: Step | Stop, tell: Tell) -> Path:
        if isinstance(move, Step):
            return Path(state.phases, state.coin, (state.place + 1) % ENDS)
        return Path(
            (Over.ranked((0, state.place)) if seat else Walking(1),), state.coin, state.place
        )


class Seen(Struct, frozen=True):
    seat: Seat
    phases: tuple[Walking | Over, ...]
    place: int


class Rules(parlour.Rules[Path, Seen]):
    def start(self, seats: int, options: Any) -> Path:
        return Path((Walking(0),))

    def view(self, state: Path, seat: Seat) -> Seen:
        return Seen(seat, state.phases, state.place)

    def determinize(self, view: Seen, rng: Random) -> Path:
        return Path(view.phases, rng.randrange(2), view.place)

    def census(self, state: Path) -> dict[str, int]:
        return {"coins": 1}

    def heuristic(self, state: Path, seat: Seat) -> float:
        return state.place if seat else -state.place


GAME = Game(
    id="to_and_fro",
    title="To and fro",
    seats=range(2, 3),
    rules=Rules(),
    state=Path,
    view=Seen,
    moves=Step | Stop,
)
