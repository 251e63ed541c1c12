"""A column gets new cards, and the last of them end the match (rules 1.4, 6.3, 9.1)."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from parlour import ChancePhase, Tell
from parlour.kit.cards import drawn, removed
from parlour.kit.markets import laid
from parlour_rapa_nui.components import BOX
from parlour_rapa_nui.events import Refilled
from parlour_rapa_nui.outcomes import TURNED_UP, TurnedUp
from parlour_rapa_nui.phases.ending import ended
from parlour_rapa_nui.state import BaseState


class Refilling(ChancePhase[BaseState, TurnedUp], frozen=True):
    """Rules 1.4 and 6.3: cards are turned up into a column, each in front of the one before."""

    kind: ClassVar[str] = "card"
    rule: ClassVar[str] = "6.3"
    column: int
    """The column that is filled, counted from 0."""

    def outcomes(self, state: BaseState) -> Sequence[tuple[TurnedUp, int]]:
        """Rule 1.4: every kind of card that the stack still has, by how many there are."""
        return [(TURNED_UP[card], left) for card, left in enumerate(state.stack) if left]

    def draw(self, state: BaseState, rng: Random) -> TurnedUp:
        """Rule 1.4: draw the top card of the stack."""
        return TURNED_UP[drawn(state.stack, rng)]

    def resolve(self, state: BaseState, outcome: TurnedUp, tell: Tell) -> BaseState:
        """Rule 6.3: lay the card in front; an empty stack ends the match at once (rule 9.1)."""
        column, card = self.column, outcome.card
        stack = removed(state.stack, card)
        columns = laid(state.columns, column, card)
        empty = not any(stack)
        full = len(columns[column]) == BOX.display.length
        if tell and (full or empty):
            tell(Refilled(column, columns[column]))
        phases = state.phases[:-1] if full else state.phases
        after = replace(state, phases=phases, stack=stack, columns=columns)
        return ended(after, tell) if empty else after
