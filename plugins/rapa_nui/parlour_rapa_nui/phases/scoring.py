"""The scoring that ends a turn, for everybody (chapter 7)."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

import parlour
from parlour import (
    AutomaticPhase,
    Decide,
    DecisionPhase,
    Refusal,
    Seat,
    Tell,
    await_seat,
    popped,
    pushed,
    swapped,
)
from parlour_rapa_nui.events import Declined, Received, Scored, Yielded
from parlour_rapa_nui.moves import (
    INSTEAD,
    YIELDS,
    Decline,
    TakeFame,
    TakeInstead,
    TakeWood,
    mask,
)
from parlour_rapa_nui.phases.refusals import not_now
from parlour_rapa_nui.pieces import MOAI, PRIEST, SORTS, WOODCUTTER, Tally
from parlour_rapa_nui.scoring import yields_now
from parlour_rapa_nui.state import BaseState, gained, with_tribe


class Scoring(AutomaticPhase[BaseState], frozen=True):
    """The card uncovered last is scored, clockwise from the active seat (rule 7.1)."""

    seat: Seat
    column: int
    """Where it lies in front."""
    served: int = 0
    """So many seats have had theirs."""

    def advance(self, state: BaseState, tell: Tell) -> BaseState:
        """Give everybody what the card brings; moais and empty piles ask for a choice."""
        card = state.columns[self.column][-1]
        amounts = yields_now(state, card)
        if tell and not self.served:
            tell(Scored(card, amounts))
        if card in (WOODCUTTER, PRIEST):
            return _paid(popped(state), amounts, fame=card == PRIEST)
        seats = len(state.tribes)
        for served in range(self.served, seats):
            seat = (self.seat + served) % seats
            if amounts[seat]:
                after = self._served(state, card, seat, amounts[seat], tell)
                if after.phases is not state.phases:
                    done = Scoring(self.seat, self.column, served + 1)
                    return replace(after, phases=(*state.phases[:-1], done, after.phases[-1]))
                state = after
        return popped(state)

    def _served(
        self, state: BaseState, card: int, seat: Seat, amount: int, tell: Tell
    ) -> BaseState:
        """Serve one seat; a phase on top of the stack means that it has to choose."""
        if card == MOAI:
            return pushed(state, Yielding(seat, amount))
        taken = min(amount, state.piles[card])
        if taken:
            state = gained(state, seat, card, taken)
            if tell:
                tell(Received(seat, card, taken))
        if taken < amount and any(state.piles):
            return pushed(state, OtherPile(seat, card, amount - taken))
        return state


class Yielding(DecisionPhase[BaseState, TakeWood | TakeFame], frozen=True):
    """A seat's moais bring it all wood or all fame (rule 7.5)."""

    rule: ClassVar[str] = "7.5"
    seat: Seat
    amount: int

    def awaited(self, state: BaseState) -> Decide:
        """Await the owner of the moais."""
        return await_seat(self.seat)

    def moves(self, state: BaseState, seat: Seat) -> Sequence[TakeWood | TakeFame]:
        """Return wood and fame."""
        return YIELDS

    def why_not(self, state: BaseState, seat: Seat, move: parlour.Move) -> Refusal | None:
        """Say when the move can be made."""
        return not_now(move)

    def play(
        self, state: BaseState, seat: Seat, move: TakeWood | TakeFame, tell: Tell
    ) -> BaseState:
        """Give the seat its choice."""
        tribe = state.tribes[seat]
        fame = isinstance(move, TakeFame)
        if tell:
            tell(Yielded(seat, self.amount, fame))
        if fame:
            tribe = replace(tribe, fame=tribe.fame + self.amount)
        else:
            tribe = replace(tribe, wood=tribe.wood + self.amount)
        return with_tribe(popped(state), seat, tribe)


class OtherPile(DecisionPhase[BaseState, TakeInstead | Decline], frozen=True):
    """The pile has run out; a seat may take another sort for each card it lacks (rule 7.7)."""

    rule: ClassVar[str] = "7.7"
    seat: Seat
    sort: int
    """Whose pile is empty."""
    missing: int

    def awaited(self, state: BaseState) -> Decide:
        """Await the seat that got too little."""
        return await_seat(self.seat)

    def moves(self, state: BaseState, seat: Seat) -> Sequence[TakeInstead | Decline]:
        """Return the sorts that are left, or none of them."""
        return INSTEAD[mask(state.piles)]

    def why_not(self, state: BaseState, seat: Seat, move: parlour.Move) -> Refusal | None:
        """Say that this pile is empty too."""
        if isinstance(move, TakeInstead):
            return Refusal("7.7", f"the pile of {SORTS[move.sort]} offerings is empty")
        return not_now(move)

    def play(
        self, state: BaseState, seat: Seat, move: TakeInstead | Decline, tell: Tell
    ) -> BaseState:
        """Take one card, and ask again while another is missing."""
        if isinstance(move, Decline):
            if tell:
                tell(Declined(seat))
            return popped(state)
        if tell:
            tell(Received(seat, move.sort, 1))
        after = gained(state, seat, move.sort)
        if self.missing > 1 and any(after.piles):
            return swapped(after, OtherPile(seat, self.sort, self.missing - 1))
        return popped(after)


def _paid(state: BaseState, amounts: Tally, *, fame: bool) -> BaseState:
    """Give each seat its wood (rule 7.3) or fame (rule 7.4)."""
    tribes = tuple(
        (replace(t, fame=t.fame + n) if fame else replace(t, wood=t.wood + n)) if n else t
        for t, n in zip(state.tribes, amounts, strict=True)
    )
    return replace(state, tribes=tribes)
