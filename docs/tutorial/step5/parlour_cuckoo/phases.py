"""The course of a match: the deal, the turns, and the last seat's draw (rules 1 to 3)."""

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from parlour import (
    ChancePhase,
    Decide,
    DecisionPhase,
    Move,
    Over,
    Refusal,
    Seat,
    Tell,
    await_seat,
    swapped,
)
from parlour_cuckoo.events import Shown, Swapped
from parlour_cuckoo.moves import Keep, Swap
from parlour_cuckoo.outcomes import Deal
from parlour_cuckoo.state import Cards, deck


class Dealing(ChancePhase[Cards, Deal], frozen=True):
    """A seat is dealt its card."""

    kind: ClassVar[str] = "card"
    seat: Seat

    def outcomes(self, state: Cards) -> Sequence[tuple[Deal, int]]:
        """Return every card of the deck, each as likely as the next."""
        return [(Deal(self.seat, card), 1) for card in deck(state)]

    def resolve(self, state: Cards, outcome: Deal, tell: Tell) -> Cards:
        """Deal to the next seat; when all have a card, the first one chooses."""
        cards = (*state.cards, outcome.card)
        known = (*state.known, 1 << self.seat)
        after = Dealing(self.seat + 1) if len(cards) < state.seats else Turn(0)
        return swapped(replace(state, cards=cards, known=known), after)


class Turn(DecisionPhase[Cards, Keep | Swap], frozen=True):
    """One seat keeps its card or swaps it."""

    rule: ClassVar[str] = "2"
    seat: Seat
    given: bool = False
    """Whether its card has just come by a swap."""

    def awaited(self, state: Cards) -> Decide:
        """Await the seat whose turn it is."""
        return await_seat(self.seat)

    def moves(self, state: Cards, seat: Seat) -> Sequence[Keep | Swap]:
        """Return what it may do."""
        return (Keep(),) if self.given else (Keep(), Swap())

    def why_not(self, state: Cards, seat: Seat, move: Move) -> Refusal:
        """Say that a card is not passed on."""
        return Refusal("2.3", "who has just got a card by a swap keeps it")

    def play(self, state: Cards, seat: Seat, move: Keep | Swap, tell: Tell) -> Cards:
        """Swap or keep; then it is the next seat's turn."""
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


class Drawing(ChancePhase[Cards, Deal], frozen=True):
    """The last seat lays its card open and draws another."""

    kind: ClassVar[str] = "card"
    seat: Seat

    def outcomes(self, state: Cards) -> Sequence[tuple[Deal, int]]:
        """Return every card of the deck."""
        return [(Deal(self.seat, card), 1) for card in deck(state)]

    def resolve(self, state: Cards, outcome: Deal, tell: Tell) -> Cards:
        """End the match with the new card."""
        cards = (*state.cards[:-1], outcome.card)
        known = (*state.known[:-1], 1 << self.seat)
        return ended(replace(state, cards=cards, known=known, out=state.cards[-1:]), tell)


def ended(state: Cards, tell: Tell) -> Cards:
    """Show all cards; the highest wins."""
    if tell:
        tell(Shown(state.cards))
    everybody = (1 << state.seats) - 1
    known = (everybody,) * state.seats
    return swapped(replace(state, known=known), Over.ranked(state.cards))


AnyPhase: TypeAlias = Dealing | Turn | Drawing | Over
