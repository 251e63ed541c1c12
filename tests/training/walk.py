"""A walk at random, whose values are known: one seat steps on, and chance says which way.

From place p of 0 … 6, left or right with equal chances, the walk ends at 6 with chance p/6 (the
gambler's ruin), and 60 points are paid there. So place p is worth 10 p points.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from msgspec import Meta

import parlour
from parlour import (
    BotHints,
    ChancePhase,
    Game,
    Move,
    NoOptions,
    Outcome,
    Over,
    Seat,
    SeatPhase,
    State,
    Tell,
    ValueFeatures,
)

LAST = 6
POINTS = 60
PLACES = range(1, LAST)


class Step(Move, frozen=True):
    form = "step"


class Went(Outcome, frozen=True):
    form = "went {by}"
    by: Annotated[int, Meta(ge=-1, le=1)]


class Walk(State, frozen=True):
    phases: tuple["Stepping | Going | Over", ...]
    place: int = 3


class Stepping(SeatPhase[Walk, Step], frozen=True):
    def moves(self, state: Walk, seat: Seat) -> Sequence[Step]:
        return (Step(),)

    def play(self, state: Walk, seat: Seat, move: Step, tell: Tell) -> Walk:
        return Walk((Going(),), state.place)


class Going(ChancePhase[Walk, Went], frozen=True):
    kind = "way"

    def outcomes(self, state: Walk) -> Sequence[tuple[Went, int]]:
        return ((Went(-1), 1), (Went(1), 1))

    def resolve(self, state: Walk, outcome: Went, tell: Tell) -> Walk:
        place = state.place + outcome.by
        if place in PLACES:
            return Walk((Stepping(0),), place)
        return Walk((Over.shared(POINTS * (place == LAST), 1),), place)


class Rules(parlour.OpenRules[Walk]):
    def start(self, seats: int, options: NoOptions) -> Walk:
        return Walk((Stepping(0),))

    def census(self, state: Walk) -> dict[str, int]:
        return {}


def at_each_place(state: Walk, _seat: Seat) -> tuple[float, ...]:
    return tuple(float(state.place == place) for place in PLACES)


GAME: Game[Walk, Any, Step] = Game(
    id="walk",
    title="Walk",
    seats=range(1, 2),
    objective="single",
    rules=Rules(),
    state=Walk,
    view=parlour.OpenView[Walk],
    moves=Step,
    outcomes=Went,
    bots=BotHints(
        features=ValueFeatures(names=tuple(f"at {place}" for place in PLACES), of=at_each_place)
    ),
)


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    yield GAME
