"""Cuckoo, with cards that are dealt, and open."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec.structs import replace

import parlour
from parlour import (
    ChancePhase,
    Display,
    Game,
    Move,
    NoOptions,
    OpenView,
    Outcome,
    Over,
    Seat,
    SeatPhase,
    Tell,
    Viewer,
)
from parlour.kit.table import Piece, TablePanel, row

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
    deck: tuple[int, ...] = tuple(CARDS)
    """Cards that can still be drawn, in no order that matters."""


class Dealing(ChancePhase[State, Deal], frozen=True):
    """A seat is dealt its card."""

    kind: ClassVar[str] = "card"
    seat: Seat

    def outcomes(self, state: State) -> Sequence[tuple[Deal, int]]:
        """Return every card of the deck, each as likely as the next."""
        return [(Deal(self.seat, card), 1) for card in state.deck]

    def resolve(self, state: State, outcome: Deal, tell: Tell) -> State:
        """Deal to the next seat; when all have a card, the first one chooses."""
        cards = (*state.cards, outcome.card)
        after = Dealing(self.seat + 1) if len(cards) < state.seats else Turn(0)
        return replace(state, phases=(after,), cards=cards, deck=without(state.deck, outcome.card))


class Turn(SeatPhase[State, Keep | Swap], frozen=True):
    """One seat keeps its card or swaps it."""

    def moves(self, state: State, seat: Seat) -> Sequence[Keep | Swap]:
        """Return keep and swap."""
        return (Keep(), Swap())

    def play(self, state: State, seat: Seat, move: Keep | Swap, tell: Tell) -> State:
        """Swap or keep; then it is the next seat's turn."""
        if seat == state.seats - 1:
            after = Over.ranked(state.cards) if isinstance(move, Keep) else Drawing(seat)
            return replace(state, phases=(after,))
        cards = list(state.cards)
        if isinstance(move, Swap):
            cards[seat], cards[seat + 1] = cards[seat + 1], cards[seat]
        return replace(state, phases=(Turn(seat + 1),), cards=tuple(cards))


class Drawing(ChancePhase[State, Deal], frozen=True):
    """The last seat lays its card open and draws another."""

    kind: ClassVar[str] = "card"
    seat: Seat

    def outcomes(self, state: State) -> Sequence[tuple[Deal, int]]:
        """Return every card of the deck."""
        return [(Deal(self.seat, card), 1) for card in state.deck]

    def resolve(self, state: State, outcome: Deal, tell: Tell) -> State:
        """End the match with the new card."""
        cards = (*state.cards[:-1], outcome.card)
        return replace(
            state,
            phases=(Over.ranked(cards),),
            cards=cards,
            out=state.cards[-1:],
            deck=without(state.deck, outcome.card),
        )


def without(deck: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return a deck without one card."""
    return tuple(other for other in deck if other != card)


class Rules(parlour.OpenRules[State]):
    """The highest card wins."""

    def start(self, seats: int, options: NoOptions) -> State:
        """Begin with the deal."""
        return State((Dealing(0),), seats)

    def census(self, state: State) -> dict[str, int]:
        """Count the cards, wherever they are."""
        return {"cards": len(state.deck) + len(state.cards) + len(state.out)}


def lay_table(view: OpenView[State], viewer: Viewer) -> Sequence[TablePanel]:
    """Say what lies on the table: each seat's card, the deck, and the card that lies open."""
    state = view.state
    seats = zip(viewer.names, state.cards, strict=False)
    rows = [row(name, held(card), seat=seat) for seat, (name, card) in enumerate(seats)]
    deck = Piece(shape="back", number=len(state.deck))
    rows.append(row("Deck", deck, *map(held, state.out)))
    return [TablePanel(name="cards", title="Cards", rows=rows)]


def held(card: int) -> Piece:
    """Return a card."""
    return Piece(shape="card", name=str(card))


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    """Bring Cuckoo."""
    yield Game(
        id="cuckoo",
        title="Cuckoo",
        seats=range(2, 7),
        rules=Rules(),
        state=State,
        view=OpenView[State],
        moves=Keep | Swap,
        outcomes=Deal,
        display=Display(table=lay_table),
    )
