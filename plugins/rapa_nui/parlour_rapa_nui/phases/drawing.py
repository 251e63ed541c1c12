"""The third step of a turn: the hand is filled from the display (chapter 6)."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from parlour import Refusal, Seat, SeatPhase, Tell, replaced
from parlour.kit.cards import adjusted
from parlour.kit.markets import taken
from parlour_rapa_nui.components import BOX
from parlour_rapa_nui.events import Drawn
from parlour_rapa_nui.moves import DRAWS, Draw, RapaNuiMove
from parlour_rapa_nui.phases.refilling import Refilling
from parlour_rapa_nui.phases.refusals import not_now
from parlour_rapa_nui.phases.scoring import Scoring
from parlour_rapa_nui.state import BaseState


class Drawing(SeatPhase[BaseState, Draw], frozen=True):
    """Rules 6.1 and 6.2: front cards are taken one by one until the hand has three."""

    rule: ClassVar[str] = "6.1"

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Draw]:
        """Rule 6.2: any column; all have cards when somebody draws (rule 6.3)."""
        return DRAWS

    def why_not(self, state: BaseState, seat: Seat, move: RapaNuiMove) -> Refusal | None:
        """Say that cards are drawn now (rules 6.1, 6.2)."""
        if isinstance(move, Draw):
            return Refusal.of("6.2", "no_such_column", columns=len(DRAWS))
        return not_now(move)

    def play(self, state: BaseState, seat: Seat, move: Draw, tell: Tell) -> BaseState:
        """Rules 6.1 and 6.3: take the card; a column it empties is refilled at once."""
        column = move.column
        card, columns = taken(state.columns, column)
        tribe = state.tribes[seat]
        hand = adjusted(tribe.hand, card)
        if tell:
            tell(Drawn(seat, column, card))
        phases = state.phases
        if sum(hand) == BOX.display.hand:
            phases = (*phases[:-1], Scoring(seat, column))
        if not columns[column]:
            phases = (*phases, Refilling(column))
        return replace(
            state,
            phases=phases,
            tribes=replaced(state.tribes, seat, replace(tribe, hand=hand)),
            columns=columns,
        )
