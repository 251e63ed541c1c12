"""The second step of a turn: cards are laid (chapter 4)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

import parlour
from parlour import Decide, DecisionPhase, Refusal, Seat, Tell, await_seat, popped
from parlour_rapa_nui.events import Discarded, Laid
from parlour_rapa_nui.moves import DISCARD, Buy, Discard, Lay
from parlour_rapa_nui.phases.buying import no_sale
from parlour_rapa_nui.phases.refusals import not_now
from parlour_rapa_nui.phases.sacrifice import sacrifice_round
from parlour_rapa_nui.pieces import BOX, CARDS, MOAI, SORTS, Tally, changed
from parlour_rapa_nui.state import BaseState, with_tribe

DEAREST = max(BOX.wood.moai, *BOX.wood.hunters)
"""More wood than this makes no difference to what can be laid."""


class Laying(DecisionPhase[BaseState, Lay | Discard], frozen=True):
    """A seat must lay one card, or several hunters of a sort (rule 4.1)."""

    rule: ClassVar[str] = "4.1"
    seat: Seat

    def awaited(self, state: BaseState) -> Decide:
        """Await the seat whose turn it is."""
        return await_seat(self.seat)

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Lay | Discard]:
        """Return what the hand has and the wood pays for."""
        tribe = state.tribes[seat]
        return layings(tribe.hand, min(tribe.wood, DEAREST))

    def why_not(self, state: BaseState, seat: Seat, move: parlour.Move) -> Refusal | None:
        """Say what is lacking: the cards, the wood, or the need to discard."""
        tribe = state.tribes[seat]
        if isinstance(move, Lay):
            return _cannot_lay(tribe.hand, tribe.wood, move)
        if isinstance(move, Discard) and tribe.hand[MOAI] == BOX.display.hand:
            return Refusal("4.5", f"you have {tribe.wood} wood, enough to build a moai")
        if isinstance(move, Buy) and (refusal := no_sale(state, seat, move.sort)):
            return refusal
        return not_now(move)

    def play(self, state: BaseState, seat: Seat, move: Lay | Discard, tell: Tell) -> BaseState:
        """Pay and lay; a moai that was built calls for a sacrifice round (rule 5.1)."""
        if isinstance(move, Discard):
            return _discarded(popped(state), seat, tell)
        tribe = state.tribes[seat]
        card, number = move.card, move.number
        cost = price(card, number)
        laid = replace(
            tribe,
            hand=changed(tribe.hand, card, -number),
            lying=changed(tribe.lying, card, number),
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
    """Return what can be laid from a hand, cheapest kinds first; else a moai goes (rule 4.5)."""
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
    after = with_tribe(state, seat, replace(tribe, hand=changed(tribe.hand, MOAI, -1)))
    return replace(after, box=changed(state.box, MOAI))


def _cannot_lay(hand: Tally, wood: int, move: Lay) -> Refusal:
    card, number, name = move.card, move.number, CARDS[move.card]
    if not 1 <= number <= len(BOX.wood.hunters):
        return Refusal("4.4", "one, two or three hunters of a sort can be laid at once")
    if number > 1 and card >= len(SORTS):
        return Refusal("4.1", f"only hunters can be laid several at once, and a {name} is none")
    if hand[card] < number:
        have = f"{hand[card]} {name}" if hand[card] else f"no {name}"
        return Refusal("4.1", f"you have {have} in hand")
    if hand[MOAI] == BOX.display.hand:
        return Refusal(
            "4.5", f"a moai costs {BOX.wood.moai} wood and you have {wood}: discard one of three"
        )
    rule = "4.3" if card == MOAI else "4.4"
    what = "a moai" if card == MOAI else f"{number} hunters at once"
    cost = price(card, number)
    return Refusal(rule, f"laying {what} costs {cost} wood, and you have {wood}")
