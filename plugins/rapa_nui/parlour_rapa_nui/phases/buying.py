"""The first step of a turn: an offering may be bought (chapter 3)."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

import parlour
from parlour import Decide, DecisionPhase, Refusal, Seat, Tell, await_seat, popped
from parlour_rapa_nui.events import Bought
from parlour_rapa_nui.moves import BUYS, Buy, NoOffering
from parlour_rapa_nui.phases.refusals import not_now
from parlour_rapa_nui.pieces import BOX, SORTS, Tally
from parlour_rapa_nui.state import BaseState, Tribe, gained, with_tribe


class Buying(DecisionPhase[BaseState, Buy | NoOffering], frozen=True):
    """A seat may buy one offering (rule 3.1)."""

    rule: ClassVar[str] = "3.1"
    seat: Seat

    def awaited(self, state: BaseState) -> Decide:
        """Await the seat whose turn it is."""
        return await_seat(self.seat)

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Buy | NoOffering]:
        """Return what the seat can pay and the piles still have, or nothing."""
        return BUYS[affordable(state.tribes[seat], state.piles)]

    def why_not(self, state: BaseState, seat: Seat, move: parlour.Move) -> Refusal | None:
        """Say that the pile is empty, or what the offering costs."""
        if isinstance(move, Buy):
            return no_sale(state, seat, move.sort)
        return not_now(move)

    def play(self, state: BaseState, seat: Seat, move: Buy | NoOffering, tell: Tell) -> BaseState:
        """Pay, and take the offering."""
        if isinstance(move, NoOffering):
            return popped(state)
        tribe = state.tribes[seat]
        cost = price(tribe, move.sort)
        if tell:
            tell(Bought(seat, move.sort, cost))
        paid = with_tribe(popped(state), seat, replace(tribe, wood=tribe.wood - cost))
        return gained(paid, seat, move.sort)


def price(tribe: Tribe, sort: int) -> int:
    """Return what an offering costs: less for each hunter of its sort, never below 0 (rule 3.2)."""
    return max(0, BOX.offerings.price - tribe.lying[sort])


def affordable(tribe: Tribe, piles: Tally) -> int:
    """Return, as a bitmask, the sorts that can be paid and are not sold out (rules 3.2, 3.3)."""
    least = BOX.offerings.price - tribe.wood
    sorts = 0
    for sort in range(len(SORTS)):
        if tribe.lying[sort] >= least and piles[sort]:
            sorts |= 1 << sort
    return sorts


def no_sale(state: BaseState, seat: Seat, sort: int) -> Refusal | None:
    """Say why the seat cannot have this offering; None if it could, were it the time."""
    tribe = state.tribes[seat]
    name, cost = SORTS[sort], price(tribe, sort)
    if not state.piles[sort]:
        return Refusal("3.3", f"no {name} offerings are left to buy")
    if cost > tribe.wood:
        return Refusal("3.2", f"a {name} offering costs you {cost} wood, and you have {tribe.wood}")
    return None
