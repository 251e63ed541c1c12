"""Chapter 4, end: the free slot of the display gets a new tile."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from parlour import ChancePhase, Seat, Tell, replaced
from parlour.kit.cards import removed
from parlour_maori.outcomes import TileDrawn, draw_tile, tiles_left
from parlour_maori.phases.pawn import after_action
from parlour_maori.state import BaseState


class Refilling(ChancePhase[BaseState, TileDrawn], frozen=True, gc=False):
    """Rule 4.5: a tile from the stack; a volcano stays where it comes up (rule 4.10)."""

    kind: ClassVar[str] = "tile"
    rule: ClassVar[str] = "4.5"
    seat: Seat
    """The seat whose action has emptied the slot."""
    slot: int

    def outcomes(self, state: BaseState) -> Sequence[tuple[TileDrawn, int]]:
        """Rule 4.5: any tile that is left in the stack."""
        return tiles_left(state.stack)

    def draw(self, state: BaseState, rng: Random) -> TileDrawn:
        """Rule 4.5: draw a tile, each that is left as likely as the next."""
        return draw_tile(state.stack, rng)

    def resolve(self, state: BaseState, outcome: TileDrawn, tell: Tell) -> BaseState:
        """Rule 4.5: the tile fills the slot, and the action is over."""
        return replace(
            state,
            display=replaced(state.display, self.slot, outcome.sort),
            stack=removed(state.stack, outcome.sort),
            phases=after_action(state, self.seat, state.boards[self.seat]),
        )
