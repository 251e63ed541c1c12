"""Chapter 4, end: the free slot of the display gets a new tile."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from parlour import ChancePhase, Seat, Tell
from parlour_maori.changes import with_entry
from parlour_maori.outcomes import TileDrawn
from parlour_maori.phases.pawn import after_action
from parlour_maori.stack import chances, draw, without
from parlour_maori.state import BaseState


class Refilling(ChancePhase["BaseState", TileDrawn], frozen=True, gc=False):
    """Rule 4.5: a tile from the stack; a volcano stays where it comes up (rule 4.10)."""

    kind: ClassVar[str] = "tile"
    rule: ClassVar[str] = "4.5"
    seat: Seat
    slot: int

    def outcomes(self, state: BaseState) -> Sequence[tuple[TileDrawn, int]]:
        return chances(state.stack)

    def draw(self, state: BaseState, rng: Random) -> TileDrawn:
        return draw(state.stack, rng)

    def resolve(self, state: BaseState, outcome: TileDrawn, tell: Tell) -> BaseState:
        refilled = replace(
            state,
            display=with_entry(state.display, self.slot, outcome.sort),
            stack=without(state.stack, outcome.sort),
        )
        return after_action(refilled, self.seat)
