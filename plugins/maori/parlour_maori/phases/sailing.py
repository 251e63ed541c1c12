"""Chapter 3: the ship sails."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from parlour import Refusal, Seat, SeatPhase, Tell
from parlour_maori.components import ROUTE, SIDES
from parlour_maori.moves import SAIL, MaoriMove, Sail
from parlour_maori.phases.exploring import Exploring
from parlour_maori.state import BaseState, boats, paying


class Sailing(SeatPhase[BaseState, Sail], frozen=True, gc=False):
    """Rules 3.1 to 3.4: at least one step, a free step a boat, a shell for each one more."""

    rule: ClassVar[str] = "3.1"

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Sail]:
        """Rules 3.1, 3.2 and 3.4: from one step to all that boats and shells allow."""
        return SAIL[1 : free_steps(state, seat) + state.boards[seat].shells + 1]

    def why_not(self, state: BaseState, seat: Seat, move: MaoriMove) -> Refusal:
        """Say that it is too far, or that the ship comes first (rule 2.1)."""
        if not isinstance(move, Sail):
            return Refusal.of("2.1", "sail_first")
        if move.steps < 1:
            return Refusal.of("3.1", "no_step")
        free, shells = free_steps(state, seat), state.boards[seat].shells
        return Refusal.of(
            "3.4", "too_far", steps=move.steps, free=free, shells=shells, most=free + shells
        )

    def play(self, state: BaseState, seat: Seat, move: Sail, tell: Tell) -> BaseState:
        """Rules 3.1 and 3.4: the ship sails clockwise, and steps beyond the boats are paid."""
        paid = max(0, move.steps - free_steps(state, seat))
        ship = ROUTE.moved(state.ship, move.steps)
        phases = (*state.phases[:-1], Exploring(seat))
        return paying(replace(state, ship=ship, phases=phases), seat, paid, tell)


def free_steps(state: BaseState, seat: Seat) -> int:
    """Return how far the ship may sail without shells (rules 3.2 and 3.3)."""
    return max(1, boats(state.boards[seat], SIDES[state.options.side]))
