"""The second step of a turn: cards are laid (chapter 4)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

from parlour import Refusal, Seat, SeatPhase, Tell, popped
from parlour.kit.cards import adjusted
from parlour_rapa_nui.components import BOX, CARDS, MOAI, SORTS, Tally
from parlour_rapa_nui.events import Discarded, Laid
from parlour_rapa_nui.moves import DISCARD, Buy, Discard, Lay, RapaNuiMove
from parlour_rapa_nui.phases.buying import no_sale
from parlour_rapa_nui.phases.refusals import not_now
from parlour_rapa_nui.phases.sacrifice import sacrifice_round
from parlour_rapa_nui.state import BaseState, with_tribe

MAX_PRICE = max(BOX.wood.moai, *BOX.wood.hunters)
"""Maximum amount of wood that anything in a hand costs."""


class Laying(SeatPhase[BaseState, Lay | Discard], frozen=True):
    """Rule 4.1: the seat whose turn it is must lay one card, or several hunters of a sort."""

    rule: ClassVar[str] = "4.1"

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Lay | Discard]:
        """Rules 4.1 to 4.5: what the hand has and the wood pays for."""
        tribe = state.tribes[seat]
        return layings(tribe.hand, min(tribe.wood, MAX_PRICE))

    def why_not(self, state: BaseState, seat: Seat, move: RapaNuiMove) -> Refusal | None:
        """Say that cards or wood are lacking, or that nothing need be discarded (chapter 4)."""
        tribe = state.tribes[seat]
        if isinstance(move, Lay):
            return _cannot_lay(tribe.hand, tribe.wood, move)
        if isinstance(move, Discard) and tribe.hand[MOAI] == BOX.display.hand:
            return Refusal.of("4.5", "can_build", wood=tribe.wood)
        if isinstance(move, Buy) and (refusal := no_sale(state, seat, move.sort)):
            return refusal
        return not_now(move)

    def play(self, state: BaseState, seat: Seat, move: Lay | Discard, tell: Tell) -> BaseState:
        """Rules 4.2 to 4.5: pay and lay; a moai built brings a sacrifice round on (rule 5.1)."""
        if isinstance(move, Discard):
            return _discarded(popped(state), seat, tell)
        tribe = state.tribes[seat]
        card, number = move.card, move.number
        cost = price(card, number)
        laid = replace(
            tribe,
            hand=adjusted(tribe.hand, card, -number),
            lying=adjusted(tribe.lying, card, number),
            wood=tribe.wood - cost,
        )
        if tell:
            tell(Laid(seat, card, number, cost))
        after = with_tribe(popped(state), seat, laid)
        return sacrifice_round(after, seat) if card == MOAI else after


def price(card: int, number: int) -> int:
    """Return the wood it costs to lay so many cards of a kind (rules 4.2 to 4.4)."""
    if card < len(SORTS):
        return BOX.wood.hunters[number - 1]
    return BOX.wood.moai if card == MOAI else 0


@lru_cache(maxsize=4096)
def layings(hand: Tally, wood: int) -> tuple[Lay | Discard, ...]:
    """Return the cards to lay from a hand, cheapest kinds first; else a moai goes (rule 4.5)."""
    able = tuple(
        Lay(card, number)
        for card, own in enumerate(hand)
        for number in range(1, (own if card < len(SORTS) else min(own, 1)) + 1)
        if price(card, number) <= wood
    )
    return able or (DISCARD,)


def _discarded(state: BaseState, seat: Seat, tell: Tell) -> BaseState:
    """Put a moai into the box; nothing is built, so nothing is sacrificed (rule 4.5)."""
    tribe = state.tribes[seat]
    if tell:
        tell(Discarded(seat))
    after = with_tribe(state, seat, replace(tribe, hand=adjusted(tribe.hand, MOAI, -1)))
    return replace(after, box=adjusted(state.box, MOAI))


def _cannot_lay(hand: Tally, wood: int, move: Lay) -> Refusal:
    """Say why the cards cannot be laid (rules 4.1 and 4.3 to 4.5)."""
    card, number = move.card, move.number
    if not 1 <= number <= len(BOX.wood.hunters):
        return Refusal.of("4.4", "one_to_three")
    if number > 1 and card >= len(SORTS):
        return Refusal.of("4.1", "only_hunters", card=CARDS[card])
    if hand[card] < number:
        return Refusal.of("4.1", "not_in_hand", card=CARDS[card], number=hand[card])
    cost = price(card, number)
    if hand[MOAI] == BOX.display.hand:
        return Refusal.of("4.5", "must_discard", price=cost, wood=wood)
    if card == MOAI:
        return Refusal.of("4.3", "moai_too_dear", price=cost, wood=wood)
    return Refusal.of("4.4", "hunters_too_dear", number=number, price=cost, wood=wood)
