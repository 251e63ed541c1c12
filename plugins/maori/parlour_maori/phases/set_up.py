"""Chapter 1: the display is laid out, and the ship is launched."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from parlour import ChancePhase, Refusal, Seat, SeatPhase, Tell, left_of, replaced, swapped
from parlour.kit.cards import removed
from parlour_maori.components import SLOTS
from parlour_maori.moves import LAUNCH, Launch
from parlour_maori.outcomes import StarterDrawn, TileDrawn, draw_tile, tiles_left
from parlour_maori.phases.turns import turn
from parlour_maori.state import BaseState
from parlour_maori.tiles import VOLCANO


class LayingOut(ChancePhase[BaseState, TileDrawn], frozen=True, gc=False):
    """Rules 1.3 and 1.4: sixteen tiles are laid out; volcanoes are set aside and shuffled back."""

    kind: ClassVar[str] = "tile"
    rule: ClassVar[str] = "1.3"
    aside: int = 0
    """The number of volcanoes drawn and set aside."""

    def outcomes(self, state: BaseState) -> Sequence[tuple[TileDrawn, int]]:
        """Rule 1.3: any tile that is left in the stack."""
        return tiles_left(state.stack)

    def draw(self, state: BaseState, rng: Random) -> TileDrawn:
        """Rule 1.3: draw a tile, each that is left as likely as the next."""
        return draw_tile(state.stack, rng)

    def resolve(self, state: BaseState, outcome: TileDrawn, tell: Tell) -> BaseState:
        """Rules 1.3 and 1.4: lay the tile out, or set a volcano aside until all lie."""
        left = removed(state.stack, outcome.sort)
        if outcome.sort == VOLCANO:
            return swapped(replace(state, stack=left), replace(self, aside=self.aside + 1))
        slot = state.display.index(0)
        display = replaced(state.display, slot, outcome.sort)
        if slot < SLOTS[-1]:
            return replace(state, display=display, stack=left)
        left = replaced(left, VOLCANO, left[VOLCANO] + self.aside)
        return swapped(replace(state, display=display, stack=left), ChoosingStarter())


class ChoosingStarter(ChancePhase[BaseState, StarterDrawn], frozen=True, gc=False):
    """Rule 1.6: chance says who launches the ship."""

    kind: ClassVar[str] = "starter"
    rule: ClassVar[str] = "1.6"

    def outcomes(self, state: BaseState) -> Sequence[tuple[StarterDrawn, int]]:
        """Rule 1.6: every seat, each as likely as the next."""
        return [(StarterDrawn(seat), 1) for seat in range(len(state.boards))]

    def resolve(self, state: BaseState, outcome: StarterDrawn, tell: Tell) -> BaseState:
        """Rule 1.6: the seat launches the ship."""
        return swapped(state, Launching(outcome.seat))


class Launching(SeatPhase[BaseState, Launch], frozen=True, gc=False):
    """Rule 1.6: the ship goes to any berth; the left neighbour takes the first turn."""

    rule: ClassVar[str] = "1.6"

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Launch]:
        """Rule 1.6: all sixteen berths."""
        return LAUNCH

    def why_not(self, state: BaseState, seat: Seat, move: object) -> Refusal:
        """Say that the ship comes first (rule 1.6)."""
        return Refusal.of("1.6", "launch_first")

    def play(self, state: BaseState, seat: Seat, move: Launch, tell: Tell) -> BaseState:
        """Rule 1.6: the ship is in the water, and the left neighbour's turn begins."""
        first = left_of(seat, len(state.boards))
        return replace(state, ship=move.berth, phases=turn(first))
