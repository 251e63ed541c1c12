"""The third step of a turn: the hand is filled from the display (chapter 6)."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

import parlour
from parlour import Decide, DecisionPhase, Refusal, Seat, Tell, await_seat
from parlour_rapa_nui.events import Drawn
from parlour_rapa_nui.moves import DRAWS, Draw
from parlour_rapa_nui.phases.refilling import Refilling
from parlour_rapa_nui.phases.refusals import not_now
from parlour_rapa_nui.phases.scoring import Scoring
from parlour_rapa_nui.pieces import BOX, changed
from parlour_rapa_nui.state import BaseState, with_tribe


class Drawing(DecisionPhase[BaseState, Draw], frozen=True):
    """A seat takes front cards one by one until it has three (rules 6.1, 6.2)."""

    rule: ClassVar[str] = "6.1"
    seat: Seat

    def awaited(self, state: BaseState) -> Decide:
        """Await the seat whose turn it is."""
        return await_seat(self.seat)

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Draw]:
        """Return all columns: none is ever empty when somebody draws (rule 6.3)."""
        return DRAWS

    def why_not(self, state: BaseState, seat: Seat, move: parlour.Move) -> Refusal | None:
        """Say that drawing is what comes now."""
        if isinstance(move, Draw):
            return Refusal("6.2", f"there are {len(DRAWS)} columns to draw from")
        return not_now(move)

    def play(self, state: BaseState, seat: Seat, move: Draw, tell: Tell) -> BaseState:
        """Take the card; an empty column is refilled at once, and a full hand ends the step."""
        column = move.column
        *left, card = state.columns[column]
        tribe = state.tribes[seat]
        hand = changed(tribe.hand, card)
        if tell:
            tell(Drawn(seat, column, card))
        phases = state.phases
        if sum(hand) == BOX.display.hand:
            phases = (*phases[:-1], Scoring(seat, column))
        if not left:
            phases = (*phases, Refilling(column))
        columns = (*state.columns[:column], tuple(left), *state.columns[column + 1 :])
        after = with_tribe(state, seat, replace(tribe, hand=hand))
        return replace(after, columns=columns, phases=phases)
