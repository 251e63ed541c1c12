"""The first step of a turn: an offering may be bought (chapter 3)."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from parlour import Refusal, Seat, SeatPhase, Tell, popped
from parlour_rapa_nui.components import BOX, SORTS, Tally
from parlour_rapa_nui.events import Bought
from parlour_rapa_nui.moves import BUYS, Buy, NoOffering, RapaNuiMove
from parlour_rapa_nui.phases.refusals import not_now
from parlour_rapa_nui.state import BaseState, Tribe, gained, with_tribe


class Buying(SeatPhase[BaseState, Buy | NoOffering], frozen=True):
    """Rule 3.1: the seat whose turn it is may buy one offering."""

    rule: ClassVar[str] = "3.1"

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Buy | NoOffering]:
        """Rules 3.1 to 3.3: the offerings within the seat's means and the piles, or nothing."""
        return BUYS[affordable(state.tribes[seat], state.piles)]

    def why_not(self, state: BaseState, seat: Seat, move: RapaNuiMove) -> Refusal | None:
        """Say that the pile is empty, or what the offering costs (rules 3.2, 3.3)."""
        if isinstance(move, Buy):
            return no_sale(state, seat, move.sort)
        return not_now(move)

    def play(self, state: BaseState, seat: Seat, move: Buy | NoOffering, tell: Tell) -> BaseState:
        """Rules 3.1 and 3.2: pay, and take the offering."""
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
    """Say why the seat cannot have this offering; or None if it could at another time."""
    tribe = state.tribes[seat]
    name, cost = SORTS[sort], price(tribe, sort)
    if not state.piles[sort]:
        return Refusal.of("3.3", "sold_out", sort=name)
    if cost > tribe.wood:
        return Refusal.of("3.2", "too_dear", sort=name, price=cost, wood=tribe.wood)
    return None
