"""The scoring that ends a turn, for everybody (chapter 7)."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from parlour import (
    AutomaticPhase,
    Refusal,
    Seat,
    SeatPhase,
    Tell,
    popped,
    pushed,
    swapped,
)
from parlour_rapa_nui.components import MOAI, PRIEST, SORTS, WOODCUTTER, Tally
from parlour_rapa_nui.events import Declined, Received, Scored, Yielded
from parlour_rapa_nui.moves import (
    INSTEAD,
    YIELDS,
    Decline,
    RapaNuiMove,
    TakeFame,
    TakeInstead,
    TakeWood,
    mask,
)
from parlour_rapa_nui.phases.refusals import not_now
from parlour_rapa_nui.scoring import yields_now
from parlour_rapa_nui.state import BaseState, gained, with_tribe


class Scoring(AutomaticPhase[BaseState], frozen=True):
    """Rule 7.1: the card uncovered last is scored, clockwise from the active seat."""

    seat: Seat
    column: int
    """The column whose front card is scored."""
    served: int = 0
    """The number of seats that have had their share."""

    def advance(self, state: BaseState, tell: Tell) -> BaseState:
        """Rules 7.2 to 7.7: each seat gets its share; moais and empty piles ask for a choice."""
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
        """Serve one seat; a phase pushed on the stack means that the seat has to choose."""
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


class Yielding(SeatPhase[BaseState, TakeWood | TakeFame], frozen=True):
    """Rule 7.5: a seat takes all wood or all fame for its moais."""

    rule: ClassVar[str] = "7.5"
    amount: int
    """The wood or the fame to take, the bonus included."""

    def moves(self, state: BaseState, seat: Seat) -> Sequence[TakeWood | TakeFame]:
        """Rule 7.5: wood or fame."""
        return YIELDS

    def why_not(self, state: BaseState, seat: Seat, move: RapaNuiMove) -> Refusal | None:
        """Say when the move can be made (rule 7.5)."""
        return not_now(move)

    def play(
        self, state: BaseState, seat: Seat, move: TakeWood | TakeFame, tell: Tell
    ) -> BaseState:
        """Rule 7.5: the seat gets its choice."""
        tribe = state.tribes[seat]
        fame = isinstance(move, TakeFame)
        if tell:
            tell(Yielded(seat, self.amount, fame))
        if fame:
            tribe = replace(tribe, fame=tribe.fame + self.amount)
        else:
            tribe = replace(tribe, wood=tribe.wood + self.amount)
        return with_tribe(popped(state), seat, tribe)


class OtherPile(SeatPhase[BaseState, TakeInstead | Decline], frozen=True):
    """Rule 7.7: a pile has run out; a seat may take another sort for each card it lacks."""

    rule: ClassVar[str] = "7.7"
    sort: int
    """The sort whose pile is empty."""
    missing: int
    """The number of cards that the seat lacks."""

    def moves(self, state: BaseState, seat: Seat) -> Sequence[TakeInstead | Decline]:
        """Rule 7.7: the sorts that are left, or none of them."""
        return INSTEAD[mask(state.piles)]

    def why_not(self, state: BaseState, seat: Seat, move: RapaNuiMove) -> Refusal | None:
        """Say that this pile is empty too (rule 7.7)."""
        if isinstance(move, TakeInstead):
            return Refusal.of("7.7", "pile_empty", sort=SORTS[move.sort])
        return not_now(move)

    def play(
        self, state: BaseState, seat: Seat, move: TakeInstead | Decline, tell: Tell
    ) -> BaseState:
        """Rule 7.7: take one card, and be asked again while another is missing."""
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
