"""The course of a match: the deal, the turns, and the last seat's draw (rules 1 to 3)."""

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from parlour import (
    ChancePhase,
    Move,
    Over,
    Refusal,
    Seat,
    SeatPhase,
    Tell,
    swapped,
)
from parlour_cuckoo.events import Shown, Swapped
from parlour_cuckoo.moves import Keep, Swap
from parlour_cuckoo.outcomes import Deal
from parlour_cuckoo.state import BaseState, without


class Dealing(ChancePhase[BaseState, Deal], frozen=True):
    """Rule 1: a seat is dealt its card."""

    kind: ClassVar[str] = "card"
    seat: Seat

    def outcomes(self, state: BaseState) -> Sequence[tuple[Deal, int]]:
        """Rule 1: every card of the deck, each as likely as the next."""
        return [(Deal(self.seat, card), 1) for card in state.deck]

    def resolve(self, state: BaseState, outcome: Deal, tell: Tell) -> BaseState:
        """Rules 1 and 2: deal to the next seat; when all have a card, the first one chooses."""
        cards = (*state.cards, outcome.card)
        known = (*state.known, 1 << self.seat)
        after = Dealing(self.seat + 1) if len(cards) < state.seats else Turn(0)
        deck = without(state.deck, outcome.card)
        return swapped(replace(state, cards=cards, known=known, deck=deck), after)


class Turn(SeatPhase[BaseState, Keep | Swap], frozen=True):
    """Rule 2: one seat keeps its card or swaps it."""

    rule: ClassVar[str] = "2"
    given: bool = False
    """Whether its card has just come by a swap (rule 2.3)."""

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Keep | Swap]:
        """Rules 2 and 2.3: keep, and swap unless the card has just come by a swap."""
        return (Keep(),) if self.given else (Keep(), Swap())

    def why_not(self, state: BaseState, seat: Seat, move: Move) -> Refusal:
        """Say that a card is not passed on twice (rule 2.3)."""
        return Refusal.of("2.3", "just_swapped")

    def play(self, state: BaseState, seat: Seat, move: Keep | Swap, tell: Tell) -> BaseState:
        """Rules 2.1 and 2.2: swap or keep; then it is the next seat's turn."""
        if seat == state.seats - 1:
            if isinstance(move, Keep):
                return ended(state, tell)
            return swapped(state, Drawing(seat))
        cards, known = list(state.cards), list(state.known)
        if isinstance(move, Swap):
            other, both = seat + 1, 1 << seat | 1 << seat + 1
            if tell:
                tell(Swapped(seat, gave=cards[seat], got=cards[other]))
            cards[seat], cards[other] = cards[other], cards[seat]
            known[seat], known[other] = known[other] | both, known[seat] | both
        following = Turn(seat + 1, given=isinstance(move, Swap))
        return swapped(replace(state, cards=tuple(cards), known=tuple(known)), following)


class Drawing(ChancePhase[BaseState, Deal], frozen=True):
    """Rule 2.2: the last seat lays its card open and draws another."""

    kind: ClassVar[str] = "card"
    seat: Seat

    def outcomes(self, state: BaseState) -> Sequence[tuple[Deal, int]]:
        """Rule 2.2: every card of the deck."""
        return [(Deal(self.seat, card), 1) for card in state.deck]

    def resolve(self, state: BaseState, outcome: Deal, tell: Tell) -> BaseState:
        """Rule 2.2: the new card ends the match."""
        cards = (*state.cards[:-1], outcome.card)
        known = (*state.known[:-1], 1 << self.seat)
        deck = without(state.deck, outcome.card)
        after = replace(state, cards=cards, known=known, out=state.cards[-1:], deck=deck)
        return ended(after, tell)


def ended(state: BaseState, tell: Tell) -> BaseState:
    """Show all cards; the highest wins (rule 3)."""
    if tell:
        tell(Shown(state.cards))
    everybody = (1 << state.seats) - 1
    known = (everybody,) * state.seats
    return swapped(replace(state, known=known), Over.ranked(state.cards))


AnyPhase: TypeAlias = Dealing | Turn | Drawing | Over


class State(BaseState, frozen=True, kw_only=True):
    """A whole situation, with the phases it can be in."""

    phases: tuple[AnyPhase, ...]
