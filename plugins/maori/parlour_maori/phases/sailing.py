"""Chapter 3: the ship sails."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from parlour import Decide, DecisionPhase, Refusal, Seat, Tell, await_seat, swapped
from parlour_maori.board import BERTHS, SIDES
from parlour_maori.boards import boats
from parlour_maori.changes import paying
from parlour_maori.moves import SAIL, MaoriMove, Sail
from parlour_maori.phases.exploring import Exploring
from parlour_maori.state import BaseState


class Sailing(DecisionPhase["BaseState", Sail], frozen=True, gc=False):
    """Rules 3.1 to 3.4: at least one step, a free step a boat, a shell for each one more."""

    rule: ClassVar[str] = "3.1"
    seat: Seat

    def awaited(self, state: BaseState) -> Decide:
        return await_seat(self.seat)

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Sail]:
        return SAIL[1 : free_steps(state, seat) + state.boards[seat].shells + 1]

    def why_not(self, state: BaseState, seat: Seat, move: MaoriMove) -> Refusal:
        if not isinstance(move, Sail):
            return Refusal("2.1", "a turn begins with the ship: sail first")
        if move.steps < 1:
            return Refusal("3.1", "the ship must sail at least one step")
        free, shells = free_steps(state, seat), state.boards[seat].shells
        return Refusal(
            "3.4",
            f"{move.steps} steps are too far: {free} for boats and {shells} for shells "
            f"make {free + shells}",
        )

    def play(self, state: BaseState, seat: Seat, move: Sail, tell: Tell) -> BaseState:
        paid = max(0, move.steps - free_steps(state, seat))
        sailed = replace(state, ship=(state.ship + move.steps) % len(BERTHS))
        return swapped(paying(sailed, seat, paid, tell), Exploring(seat))


def free_steps(state: BaseState, seat: Seat) -> int:
    """Return how far the ship may sail without shells (rules 3.2 and 3.3)."""
    return max(1, boats(state.boards[seat], SIDES[state.options.side]))
