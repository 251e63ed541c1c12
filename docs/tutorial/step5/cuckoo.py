"""Cuckoo, with sentences, and a winner that one sees."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

import parlour
from parlour import (
    ChancePhase,
    Display,
    Event,
    Game,
    Move,
    NoOptions,
    Outcome,
    Over,
    Refusal,
    Seat,
    SeatPhase,
    Tell,
    Viewer,
    Words,
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
    """A card for one seat, which alone sees it."""

    form = "deal {card} to {seat}"
    public_form = "deal a card to {seat}"
    seat: Seat
    card: int

    def shown_to(self, seat: Seat) -> bool:
        """Show the card to whom it is dealt."""
        return seat == self.seat


class Swapped(Event, frozen=True):
    """Two neighbours have swapped cards; they alone see them."""

    reveals = True
    seat: Seat
    gave: int | None
    got: int | None

    def seen_by(self, seat: Seat) -> "Swapped":
        """Leave the cards out for everybody else."""
        return self if seat in {self.seat, self.seat + 1} else Swapped(self.seat, None, None)


class Shown(Event, frozen=True):
    """Everybody shows their card."""

    reveals = True
    cards: tuple[int, ...]


class State(parlour.State, frozen=True):
    """The cards that the seats hold."""

    phases: tuple["Dealing | Turn | Drawing | Over", ...]
    seats: int
    cards: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    """For each card the seats that have seen it: a bit for each seat."""
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
        known = (*state.known, 1 << self.seat)
        after = Dealing(self.seat + 1) if len(cards) < state.seats else Turn(0)
        deck = without(state.deck, outcome.card)
        return replace(state, phases=(after,), cards=cards, known=known, deck=deck)


class Turn(SeatPhase[State, Keep | Swap], frozen=True):
    """One seat keeps its card or swaps it."""

    rule: ClassVar[str] = "2"
    given: bool = False
    """Whether its card has just come by a swap."""

    def moves(self, state: State, seat: Seat) -> Sequence[Keep | Swap]:
        """Return keep, and swap unless the card has just come by a swap (rule 2.3)."""
        return (Keep(),) if self.given else (Keep(), Swap())

    def why_not(self, state: State, seat: Seat, move: Move) -> Refusal:
        """Say that a card is not passed on."""
        return Refusal.of("2.3", "just_swapped")

    def play(self, state: State, seat: Seat, move: Keep | Swap, tell: Tell) -> State:
        """Swap or keep; then it is the next seat's turn."""
        if seat == state.seats - 1:
            if isinstance(move, Keep):
                return ended(state, tell)
            return replace(state, phases=(Drawing(seat),))
        cards, known = list(state.cards), list(state.known)
        if isinstance(move, Swap):
            other, both = seat + 1, 1 << seat | 1 << seat + 1
            if tell:
                tell(Swapped(seat, gave=cards[seat], got=cards[other]))
            cards[seat], cards[other] = cards[other], cards[seat]
            known[seat], known[other] = known[other] | both, known[seat] | both
        following = Turn(seat + 1, given=isinstance(move, Swap))
        return replace(state, phases=(following,), cards=tuple(cards), known=tuple(known))


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
        known = (*state.known[:-1], 1 << self.seat)
        deck = without(state.deck, outcome.card)
        after = replace(state, cards=cards, known=known, out=state.cards[-1:], deck=deck)
        return ended(after, tell)


def ended(state: State, tell: Tell) -> State:
    """Show all cards; the highest wins."""
    if tell:
        tell(Shown(state.cards))
    everybody = (1 << state.seats) - 1
    known = (everybody,) * state.seats
    return replace(state, phases=(Over.ranked(state.cards),), known=known)


def without(deck: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return a deck without one card."""
    return tuple(other for other in deck if other != card)


class View(Struct, frozen=True):
    """A match as a seat knows it."""

    seat: Seat
    phases: tuple[Dealing | Turn | Drawing | Over, ...]
    seats: int
    cards: tuple[int | None, ...]
    """As in the state; None for a card the seat has not seen."""
    known: tuple[int, ...]
    out: tuple[int, ...]


class Rules(parlour.Rules[State, View]):
    """The highest card wins."""

    def start(self, seats: int, options: NoOptions) -> State:
        """Begin with the deal."""
        return State((Dealing(0),), seats)

    def view(self, state: State, seat: Seat) -> View:
        """Show a seat the cards it has seen, wherever they are now."""
        cards = tuple(
            card if known >> seat & 1 else None
            for card, known in zip(state.cards, state.known, strict=True)
        )
        return View(seat, state.phases, state.seats, cards, state.known, state.out)

    def determinize(self, view: View, rng: Random) -> State:
        """Deal the cards that the seat has not seen."""
        unseen = [card for card in CARDS if card not in view.cards and card not in view.out]
        rng.shuffle(unseen)
        cards = tuple(unseen.pop() if card is None else card for card in view.cards)
        return State(view.phases, view.seats, cards, view.known, view.out, tuple(unseen))

    def census(self, state: State) -> dict[str, int]:
        """Count the cards, wherever they are."""
        return {"cards": len(state.deck) + len(state.cards) + len(state.out)}


def lay_table(view: View, viewer: Viewer) -> Sequence[TablePanel]:
    """Say what lies on the table: each seat's card, the deck, and the card that lies open."""
    end = view.phases[-1]
    best = max(end.scores) if isinstance(end, Over) else 0
    seats = enumerate(zip(viewer.names, view.cards, strict=False))
    rows = [row(name, held(card, wins=card == best), seat=seat) for seat, (name, card) in seats]
    deck = Piece(shape="back", number=len(CARDS) - len(view.cards) - len(view.out))
    rows.append(row("Deck", deck, *map(held, view.out)))
    return [TablePanel(name="cards", title="Cards", rows=rows)]


def held(card: int | None, *, wins: bool = False) -> Piece:
    """Return a card, face down if the seat has not seen it."""
    if card is None:
        return Piece(shape="back")
    if wins:
        return Piece(shape="card", name=str(card), ink="accent", note="wins")
    return Piece(shape="card", name=str(card))


def describe_event(event: Event, viewer: Viewer) -> str | None:
    """Tell an event in a sentence; None leaves it out."""
    match event:
        case Swapped(seat=seat, gave=int(gave), got=int(got)):
            giver, other = viewer.does(seat, "gives"), viewer.inside(seat + 1)
            return f"{giver} {other} the {gave} for the {got}."
        case Swapped(seat=seat):
            return f"{viewer.name(seat)} and {viewer.inside(seat + 1)} swap cards."
        case Shown(cards=cards):
            shown = (f"{name} {card}" for name, card in zip(viewer.names, cards, strict=True))
            return f"All show their cards: {', '.join(shown)}."
        case _:
            return None


REFUSALS = {"just_swapped": "who has just got a card by a swap keeps it"}
"""Why a move is refused, by the code of the refusal."""


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    """Bring Cuckoo."""
    yield Game(
        id="cuckoo",
        title="Cuckoo",
        seats=range(2, 7),
        rules=Rules(),
        state=State,
        view=View,
        moves=Keep | Swap,
        outcomes=Deal,
        events=Swapped | Shown,
        summary="Keep your card or pass it on; the highest wins.",
        display=Display(table=lay_table),
        words=Words(describe_event=describe_event, refusals=REFUSALS),
    )
