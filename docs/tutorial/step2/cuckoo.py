"""Cuckoo, with cards that are dealt, and open."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

import parlour
from parlour import (
    ChancePhase,
    Game,
    Move,
    NoOptions,
    Outcome,
    Over,
    Seat,
    SeatPhase,
    Tell,
)

CARDS = range(1, 14)


class Keep(Move, frozen=True):
    """Keep the card."""

    form = "keep"


class Swap(Move, frozen=True):
    """Swap cards with the left neighbour; the last seat swaps with the deck."""

    form = "swap"


class Deal(Outcome, frozen=True):
    """A card for one seat."""

    form = "deal {card} to {seat}"
    seat: Seat
    card: int


class State(parlour.State, frozen=True):
    """The cards that the seats hold."""

    phases: tuple["Dealing | Turn | Drawing | Over", ...]
    seats: int
    cards: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    """Cards that lie open, out of the game."""


class Dealing(ChancePhase[State, Deal], frozen=True):
    """A seat is dealt its card."""

    kind: ClassVar[str] = "card"
    seat: Seat

    def outcomes(self, state: State) -> Sequence[tuple[Deal, int]]:
        """Return every card of the deck, each as likely as the next."""
        return [(Deal(self.seat, card), 1) for card in deck(state)]

    def resolve(self, state: State, outcome: Deal, tell: Tell) -> State:
        """Deal to the next seat; when all have a card, the first one chooses."""
        cards = (*state.cards, outcome.card)
        after = Dealing(self.seat + 1) if len(cards) < state.seats else Turn(0)
        return State((after,), state.seats, cards)


class Turn(SeatPhase[State, Keep | Swap], frozen=True):
    """One seat keeps its card or swaps it."""

    def moves(self, state: State, seat: Seat) -> Sequence[Keep | Swap]:
        """Return keep and swap."""
        return (Keep(), Swap())

    def play(self, state: State, seat: Seat, move: Keep | Swap, tell: Tell) -> State:
        """Swap or keep; then it is the next seat's turn."""
        if seat == state.seats - 1:
            after = Over.ranked(state.cards) if isinstance(move, Keep) else Drawing(seat)
            return State((after,), state.seats, state.cards)
        cards = list(state.cards)
        if isinstance(move, Swap):
            cards[seat], cards[seat + 1] = cards[seat + 1], cards[seat]
        return State((Turn(seat + 1),), state.seats, tuple(cards))


class Drawing(ChancePhase[State, Deal], frozen=True):
    """The last seat lays its card open and draws another."""

    kind: ClassVar[str] = "card"
    seat: Seat

    def outcomes(self, state: State) -> Sequence[tuple[Deal, int]]:
        """Return every card of the deck."""
        return [(Deal(self.seat, card), 1) for card in deck(state)]

    def resolve(self, state: State, outcome: Deal, tell: Tell) -> State:
        """End the match with the new card."""
        cards = (*state.cards[:-1], outcome.card)
        return State((Over.ranked(cards),), state.seats, cards, state.cards[-1:])


def deck(state: State) -> list[int]:
    """Return the cards that nobody has, in no order."""
    return [card for card in CARDS if card not in state.cards and card not in state.out]


class Rules(parlour.OpenRules[State]):
    """The highest card wins."""

    def start(self, seats: int, options: NoOptions) -> State:
        """Begin with the deal."""
        return State((Dealing(0),), seats)

    def census(self, state: State) -> dict[str, int]:
        """Count the cards, wherever they are."""
        return {"cards": len(deck(state)) + len(state.cards) + len(state.out)}


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    """Bring Cuckoo."""
    yield Game(
        id="cuckoo",
        title="Cuckoo",
        seats=range(2, 7),
        rules=Rules(),
        state=State,
        view=parlour.OpenView[State],
        moves=Keep | Swap,
        outcomes=Deal,
    )
