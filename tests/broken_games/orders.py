"""A sound game of simultaneous orders: written one army at a time, carried out together.

Each of two or three seats has two armies on a ring of seven provinces. In each of three rounds it
orders each army to hold or to go left or right. Armies that would meet stay where they are. At the
end, armies in the three towns count.
"""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any

from msgspec import Struct

import parlour
from parlour import DecisionPhase, Event, Game, Move, Over, Seat, Spelling, State, Tell, await_seat

PROVINCES, TOWNS = 7, (0, 2, 5)
ARMIES, ROUNDS = 2, 3
WAYS = {"hold": 0, "left": -1, "right": 1}
NAMES = {step: name for name, step in WAYS.items()}

Way = Annotated[int, Spelling(NAMES.__getitem__, WAYS.__getitem__)]


class Order(Move, frozen=True):
    form = "send {way}"
    public_form = "send an army in secret"
    way: Way


class Orders(Event, frozen=True):
    """The orders of all armies, the first seat's first."""

    reveals = True
    ways: tuple[Way, ...]


class Map(State, frozen=True):
    phases: tuple["Ordering | Over", ...]
    armies: tuple[int, ...]
    """The province of each army, the first seat's first."""
    left: int = ROUNDS
    """Rounds that are left."""


class Ordering(DecisionPhase[Map, Order], frozen=True):
    written: tuple[Way | None, ...] = ()
    """The orders so far; in a view, None for those of others."""

    def awaited(self, state: Map) -> parlour.Decide:
        return await_seat(len(self.written) // ARMIES)

    def moves(self, state: Map, seat: Seat) -> Sequence[Order]:
        return [Order(way) for way in WAYS.values()]

    def play(self, state: Map, seat: Seat, move: Order, tell: Tell) -> Map:
        written = (*self.written, move.way)
        if len(written) < len(state.armies):
            return Map((Ordering(written),), state.armies, state.left)
        ways = tuple(way or 0 for way in written)
        if tell:
            tell(Orders(ways))
        armies, left = moved(state.armies, ways), state.left - 1
        return Map((Ordering() if left else over(armies),), armies, left)


def moved(armies: tuple[int, ...], ways: tuple[int, ...]) -> tuple[int, ...]:
    """Return where the armies are after their orders; those that would meet stay."""
    goals = [(here + way) % PROVINCES for here, way in zip(armies, ways, strict=True)]
    while True:
        stopped = [
            goal != here and goals.count(goal) > 1 for here, goal in zip(armies, goals, strict=True)
        ]
        if not any(stopped):
            return tuple(goals)
        pairs = zip(armies, goals, stopped, strict=True)
        goals = [here if stops else goal for here, goal, stops in pairs]


def over(armies: tuple[int, ...]) -> Over:
    """End the match: each army in a town counts."""
    held = [sum(here in TOWNS for here in armies[n : n + ARMIES]) for n in range(0, len(armies), 2)]
    return Over.ranked(held)


class Seen(Struct, frozen=True):
    seat: Seat
    phases: tuple[Ordering | Over, ...]
    armies: tuple[int, ...]
    left: int


class Rules(parlour.Rules[Map, Seen]):
    def start(self, seats: int, options: Any) -> Map:
        return Map((Ordering(),), tuple(range(ARMIES * seats)))

    def view(self, state: Map, seat: Seat) -> Seen:
        phase = state.phases[-1]
        if isinstance(phase, Ordering):
            pairs = enumerate(phase.written)
            phase = Ordering(tuple(way if n // ARMIES == seat else None for n, way in pairs))
        return Seen(seat, (phase,), state.armies, state.left)

    def determinize(self, view: Seen, rng: Random) -> Map:
        phase = view.phases[-1]
        if isinstance(phase, Ordering):
            ways = list(WAYS.values())
            guessed = (rng.choice(ways) if way is None else way for way in phase.written)
            phase = Ordering(tuple(guessed))
        return Map((phase,), view.armies, view.left)

    def census(self, state: Map) -> dict[str, int]:
        return {"armies": len(state.armies)}


GAME = Game(
    id="orders",
    title="Orders",
    seats=range(2, 4),
    rules=Rules(),
    state=Map,
    view=Seen,
    moves=Order,
    events=Orders,
)
