"""A game as its author types it: what ``Game[State, View, Move]`` promises to its players."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import assert_type

from msgspec import Struct

import parlour
from parlour import Game, Move, Over, Refusal, Seat, SeatPhase, State, Tell, Words


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    stones: int = 9


class Take(Move, frozen=True):
    form = "take {stones}"
    stones: int


class Heap(State, frozen=True):
    phases: tuple["Turn | Over", ...]
    stones: int


class View(Struct, frozen=True):
    seat: Seat
    stones: int
    end: Over | None


class Taken(parlour.Event, frozen=True):
    seat: Seat
    stones: int


class Turn(SeatPhase[Heap, Take], frozen=True):
    rule = "1"

    def moves(self, state: Heap, seat: Seat) -> Sequence[Take]:
        return tuple(Take(stones) for stones in (1, 2, 3) if stones <= state.stones)

    def why_not(self, state: Heap, seat: Seat, move: Take) -> Refusal:
        return Refusal.of("1.1", "too_many", stones=move.stones, most=min(3, state.stones))

    def play(self, state: Heap, seat: Seat, move: Take, tell: Tell) -> Heap:
        left = state.stones - move.stones
        if tell:
            tell(Taken(seat, move.stones))
        scores = [other == seat for other in (0, 1)]
        after = Turn(parlour.left_of(seat, 2)) if left else Over.ranked(scores)
        return parlour.swapped(Heap(state.phases, left), after)


class Rules(parlour.Rules[Heap, View]):
    def start(self, seats: int, options: Options) -> Heap:
        return Heap((Turn(0),), options.stones)

    def view(self, state: Heap, seat: Seat) -> View:
        end = state.phases[-1]
        return View(seat, state.stones, end if isinstance(end, Over) else None)

    def determinize(self, view: View, rng: Random) -> Heap:
        return Heap((view.end or Turn(view.seat),), view.stones)

    def census(self, state: Heap) -> dict[str, int]:
        return {"seats": 2}


def describe_event(event: Taken, viewer: parlour.Viewer) -> str:
    return f"{viewer.name(event.seat)} takes {event.stones}"


def explain_move(view: View, move: Take) -> str:
    return f"{view.stones - move.stones} would be left"


GAME: Game[Heap, View, Take] = Game(
    id="heap",
    title="Heap",
    seats=range(2, 3),
    rules=Rules(),
    state=Heap,
    view=View,
    moves=Take,
    events=Taken,
    options=Options,
    words=Words(
        describe_event=describe_event,
        explain_move=explain_move,
        refusals={"too_many": "{stones} are too many: {most} can be taken"},
    ),
)

assert_type(GAME.rules, parlour.Rules[Heap, View])
assert_type(GAME.rules.begin(2), Heap)
assert_type(GAME.rules.view(GAME.rules.begin(2), 0), View)
assert_type(GAME.read_move("take 1"), Take)
assert_type(GAME.match(), parlour.Match[Heap, View, Take])


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    yield GAME
