"""Chapter 1: the display is laid out, and the ship is launched."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from parlour import (
    ChancePhase,
    Decide,
    DecisionPhase,
    Refusal,
    Seat,
    Tell,
    await_seat,
    left_of,
    swapped,
)
from parlour_maori.board import SLOTS
from parlour_maori.changes import with_entry
from parlour_maori.moves import LAUNCH, Launch
from parlour_maori.outcomes import StarterDrawn, TileDrawn
from parlour_maori.phases.turns import turn
from parlour_maori.stack import chances, draw, without
from parlour_maori.state import BaseState
from parlour_maori.tiles import VOLCANO


class LayingOut(ChancePhase["BaseState", TileDrawn], frozen=True, gc=False):
    """Rules 1.3 and 1.4: sixteen tiles are laid out; volcanoes are set aside and shuffled back."""

    kind: ClassVar[str] = "tile"
    rule: ClassVar[str] = "1.3"
    aside: int = 0
    """How many volcanoes have been drawn."""

    def outcomes(self, state: BaseState) -> Sequence[tuple[TileDrawn, int]]:
        return chances(state.stack)

    def draw(self, state: BaseState, rng: Random) -> TileDrawn:
        return draw(state.stack, rng)

    def resolve(self, state: BaseState, outcome: TileDrawn, tell: Tell) -> BaseState:
        stack = without(state.stack, outcome.sort)
        if outcome.sort == VOLCANO:
            return swapped(replace(state, stack=stack), replace(self, aside=self.aside + 1))
        slot = state.display.index(0)
        display = with_entry(state.display, slot, outcome.sort)
        if slot < SLOTS[-1]:
            return replace(state, display=display, stack=stack)
        stack = with_entry(stack, VOLCANO, stack[VOLCANO] + self.aside)
        return swapped(replace(state, display=display, stack=stack), ChoosingStarter())


class ChoosingStarter(ChancePhase["BaseState", StarterDrawn], frozen=True, gc=False):
    """Rule 1.6: chance says who launches the ship."""

    kind: ClassVar[str] = "starter"
    rule: ClassVar[str] = "1.6"

    def outcomes(self, state: BaseState) -> Sequence[tuple[StarterDrawn, int]]:
        return [(StarterDrawn(seat), 1) for seat in range(len(state.boards))]

    def resolve(self, state: BaseState, outcome: StarterDrawn, tell: Tell) -> BaseState:
        return swapped(state, Launching(outcome.seat))


class Launching(DecisionPhase["BaseState", Launch], frozen=True, gc=False):
    """Rule 1.6: the ship goes to any berth; the left neighbour takes the first turn."""

    rule: ClassVar[str] = "1.6"
    seat: Seat

    def awaited(self, state: BaseState) -> Decide:
        return await_seat(self.seat)

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Launch]:
        return LAUNCH

    def why_not(self, state: BaseState, seat: Seat, move: object) -> Refusal:
        return Refusal("1.6", "the ship must be launched before the first turn")

    def play(self, state: BaseState, seat: Seat, move: Launch, tell: Tell) -> BaseState:
        first = left_of(seat, len(state.boards))
        return replace(state, ship=move.berth, phases=turn(first))
