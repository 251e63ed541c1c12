"""Twenty-one: two players count on by one, two or three, and whoever says 21 loses."""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Annotated

from msgspec import Meta

import parlour
from parlour import Game, Move, OpenView, Over, Seat, SeatPhase, State, Tell

LAST = 21


class Say(Move, frozen=True):
    form = "say {number}"
    number: Annotated[int, Meta(ge=1, le=LAST)]


class Count(State, frozen=True):
    phases: tuple["Turn | Over", ...]
    said: int


class Turn(SeatPhase[Count, Say], frozen=True):
    rule = "2"

    def moves(self, state: Count, seat: Seat) -> Sequence[Say]:
        return [Say(number) for number in range(state.said + 1, min(state.said + 3, LAST) + 1)]

    def why_not(self, state: Count, seat: Seat, move: Say) -> parlour.Refusal:
        return parlour.Refusal.of("2", "too_far", said=state.said)

    def play(self, state: Count, seat: Seat, move: Say, tell: Tell) -> Count:
        if move.number == LAST:
            return Count((Over.ranked((1, -1) if seat else (-1, 1)),), LAST)
        return Count((Turn(1 - seat),), move.number)


class Rules(parlour.OpenRules[Count]):
    def start(self, seats: int, options: object) -> Count:
        return Count((Turn(0),), 0)

    def census(self, state: Count) -> dict[str, int]:
        return {}


@parlour.hookimpl
def parlour_games() -> Iterable[Game[Count, OpenView[Count], Say]]:
    yield Game(
        id="twenty_one",
        title="Twenty-one",
        summary="Count on, and leave the last number to the other",
        minutes=2,
        weight="light",
        seats=range(2, 3),
        rules=Rules(),
        state=Count,
        view=OpenView[Count],
        moves=Say,
        rulebook=files("parlour_sample") / "twenty_one.md",
        words=parlour.Words(refusals={"too_far": "the next number is 1 to 3 more than {said}"}),
    )
