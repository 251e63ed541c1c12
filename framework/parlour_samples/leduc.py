"""Leduc poker: six cards, two rounds of betting, one card in secret each."""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from itertools import product
from random import Random
from typing import Annotated, TypeAlias

from msgspec import Struct

import parlour
from parlour import (
    BotHints,
    ChancePhase,
    Display,
    Event,
    Game,
    Move,
    Outcome,
    Over,
    Refusal,
    Seat,
    SeatPhase,
    Spelling,
    State,
    Tell,
    Viewer,
    Words,
)
from parlour.kit.table import Piece, TablePanel, row

RANKS = ("jack", "queen", "king")
COPIES = 2
RAISES = (2, 4)
"""Chips that a raise adds, by round."""

Card = Annotated[int, Spelling(RANKS.__getitem__, RANKS.index)]
Cards: TypeAlias = tuple[int, ...]
SeenCards: TypeAlias = tuple[int | None, ...]


class Fold(Move, frozen=True):
    """Leave the chips to the other."""

    form = "fold"


class Call(Move, frozen=True):
    """Pay what the other has paid; nothing, if that is so already."""

    form = "call"


class Raise(Move, frozen=True):
    """Call, and pay more."""

    form = "raise"


class Deal(Outcome, frozen=True):
    """A card for one seat, which alone sees it."""

    form = "deal {card} to {seat}"
    public_form = "deal a card to {seat}"
    seat: Seat
    card: Card

    def shown_to(self, seat: Seat) -> bool:
        """Show the card to whom it is dealt."""
        return seat == self.seat


class Turn(Outcome, frozen=True):
    """The card turned for both."""

    form = "turn {card}"
    card: Card


class Shown(Event, frozen=True):
    """Both show their cards."""

    reveals = True
    cards: tuple[Card, Card]


class Hand(State, frozen=True):
    """A hand of Leduc poker."""

    phases: tuple["Dealing | Turning | Betting | Over", ...]
    cards: Cards
    """Those dealt so far: the first seat's, the second seat's, the turned one."""
    paid: tuple[int, int]
    """The chips each seat has put in."""
    raisers: tuple[Seat, ...]
    """The seats that have raised, in order; with the chips they tell all that was said."""


class Dealing(ChancePhase[Hand, Deal], frozen=True):
    """A seat is dealt its card."""

    kind = "card"
    seat: Seat

    def outcomes(self, state: Hand) -> Sequence[tuple[Deal, int]]:
        """Return the cards that are left."""
        return [(DEALS[self.seat][card], left) for card, left in LEFT[state.cards]]

    def draw(self, state: Hand, rng: Random) -> Deal:
        """Draw one of the cards that are left."""
        deck = DECK[state.cards]
        return DEALS[self.seat][deck[int(rng.random() * len(deck))]]

    def resolve(self, state: Hand, outcome: Deal, tell: Tell) -> Hand:
        """Deal to the other seat next, then bet."""
        after = BETTING[0][0][0] if self.seat else DEALING[1]
        return Hand(after, (*state.cards, outcome.card), state.paid, state.raisers)


class Turning(ChancePhase[Hand, Turn], frozen=True):
    """A card is turned for both."""

    kind = "card"

    def outcomes(self, state: Hand) -> Sequence[tuple[Turn, int]]:
        """Return the cards that are left."""
        return [(TURNS[card], left) for card, left in LEFT[state.cards]]

    def draw(self, state: Hand, rng: Random) -> Turn:
        """Draw one of the cards that are left."""
        deck = DECK[state.cards]
        return TURNS[deck[int(rng.random() * len(deck))]]

    def resolve(self, state: Hand, outcome: Turn, tell: Tell) -> Hand:
        """Open the second round."""
        return Hand(BETTING[1][0][0], (*state.cards, outcome.card), state.paid, state.raisers)


class Betting(SeatPhase[Hand, Fold | Call | Raise], frozen=True):
    """A round of betting, at the turn of one seat."""

    rule = "3"
    number: int
    """0 for the first round, 1 for the second."""
    raises: int
    """The number of raises in this round."""

    def moves(self, state: Hand, seat: Seat) -> Sequence[Fold | Call | Raise]:
        """Return what may be done after so many raises."""
        return CHOICES[self.raises]

    def why_not(self, state: Hand, seat: Seat, move: Move) -> Refusal:
        """Say why one cannot fold or raise."""
        if isinstance(move, Fold):
            return Refusal.of("3.3", "nothing_to_call")
        return Refusal.of("3.2", "two_raises")

    def play(self, state: Hand, seat: Seat, move: Fold | Call | Raise, tell: Tell) -> Hand:
        """Fold, call or raise."""
        cards, raisers, (first, second) = state.cards, state.raisers, state.paid
        if move is FOLD or move == FOLD:
            return Hand(WON[-first if seat == 0 else second], cards, state.paid, raisers)
        stake = first if seat else second
        if move is RAISE or move == RAISE:
            stake += RAISES[self.number]
            after = BETTING[self.number][1 - seat][self.raises + 1]
            paid = (first, stake) if seat else (stake, second)
            return Hand(after, cards, paid, (*raisers, seat))
        if self.raises == 0 and seat == 0:
            return Hand(BETTING[self.number][1][0], cards, state.paid, raisers)
        if self.number == 0:
            return Hand(TURNING, cards, (stake, stake), raisers)
        if tell:
            tell(Shown((cards[0], cards[1])))
        return Hand(WON[stake * STRONGER[cards]], cards, (stake, stake), raisers)


def _left(cards: Cards) -> tuple[tuple[int, int], ...]:
    counts = [(card, COPIES - cards.count(card)) for card in range(len(RANKS))]
    return tuple((card, count) for card, count in counts if count)


def _stronger(cards: Cards) -> int:
    """Return 1 where the first seat's card is stronger, -1 where the second's is, 0 if equal."""
    first, second = ((card == cards[2], card) for card in cards[:2])
    return (first > second) - (first < second)


def _seen(cards: Cards, seat: Seat) -> SeenCards:
    """Cover the card of the other seat."""
    return tuple(None if owner == 1 - seat else card for owner, card in enumerate(cards))


def _dealt(seen: SeenCards) -> tuple[Cards, ...]:
    """Return how the cards may lie, as often as they may lie so."""
    known = tuple(card for card in seen if card is not None)
    if known == seen:
        return (known,)
    return tuple(tuple(dealt if card is None else card for card in seen) for dealt in DECK[known])


FOLD, CALL, RAISE = Fold(), Call(), Raise()
CHOICES = ((CALL, RAISE), (FOLD, CALL, RAISE), (FOLD, CALL))
DEALS = tuple(tuple(Deal(seat, card) for card in range(3)) for seat in range(2))
TURNS = tuple(map(Turn, range(3)))
LEFT = {cards: _left(cards) for n in range(4) for cards in product(range(3), repeat=n)}
DECK = {cards: tuple(c for c, n in left for _ in range(n)) for cards, left in LEFT.items()}
SEEN = tuple({cards: _seen(cards, seat) for cards in LEFT} for seat in range(2))
DEALT = {seen: _dealt(seen) for seen in {*LEFT, *SEEN[0].values(), *SEEN[1].values()}}
STRONGER = {cards: _stronger(cards) for cards in product(range(3), repeat=3)}
DEALING = ((Dealing(0),), (Dealing(1),))
TURNING = (Turning(),)
BETTING = tuple(
    tuple(tuple((Betting(seat, number, raises),) for raises in range(3)) for seat in range(2))
    for number in range(2)
)
WON = {chips: (Over.ranked((chips, -chips)),) for chips in range(-13, 14)}


class Seen(Struct, frozen=True, gc=False):
    """A hand as a seat may know it."""

    seat: Seat
    phases: tuple[Dealing | Turning | Betting | Over, ...]
    cards: SeenCards
    """As in the state, None for a card not seen."""
    paid: tuple[int, int]
    raisers: tuple[Seat, ...]


class Rules(parlour.Rules[Hand, Seen]):
    """One hand, each seat with one chip in."""

    def start(self, seats: int, options: object) -> Hand:
        """Put in a chip each."""
        return Hand(DEALING[0], (), (1, 1), ())

    def view(self, state: Hand, seat: Seat) -> Seen:
        """Show a seat its own card, the turned one, and at a showdown both."""
        cards = state.cards if _is_showdown(state) else SEEN[seat][state.cards]
        return Seen(seat, state.phases, cards, state.paid, state.raisers)

    def spectator_view(self, state: Hand) -> Seen:
        """Show somebody who sits at no seat the turned card, and at a showdown all."""
        hidden = (None,) * len(state.cards[:2])
        cards = state.cards if _is_showdown(state) else (*hidden, *state.cards[2:])
        return Seen(0, state.phases, cards, state.paid, state.raisers)

    def determinize(self, view: Seen, rng: Random) -> Hand:
        """Deal the unseen card again from those that the seat does not see."""
        ways = DEALT[view.cards]
        return Hand(view.phases, ways[int(rng.random() * len(ways))], view.paid, view.raisers)

    def census(self, state: Hand) -> dict[str, int]:
        """Count the cards on the table, and those that the phase says are left in the deck."""
        return {"cards": len(state.cards) + len(RANKS) * COPIES - _drawn(state)}


def _drawn(state: Hand) -> int:
    """Return how many cards have been dealt by now."""
    match state.phases[-1]:
        case Dealing(seat=seat):
            return seat
        case Turning():
            return 2
        case Betting(number=number):
            return 2 + number
        case _:
            return len(state.cards)


def _is_showdown(state: Hand) -> bool:
    """Tell whether the match ended by a call: then both have paid the same."""
    return isinstance(state.phases[-1], Over) and state.paid[0] == state.paid[1]


def lay_table(view: Seen, viewer: Viewer) -> Sequence[TablePanel]:
    """Say what lies on the table: the turned card, and each seat's card and chips."""
    turned = _card(view.cards[2]) if len(view.cards) > 2 else SLOT
    deck = Piece(shape="back", number=len(RANKS) * COPIES - len(view.cards))
    rows = [row("Turned", turned, deck)]
    for seat, name in enumerate(viewer.names):
        card = _card(view.cards[seat]) if len(view.cards) > seat else SLOT
        paid = Piece(shape="chip", name="paid", number=view.paid[seat], ink=f"seat-{seat}")
        rows.append(row(name, card, paid, seat=seat))
    return [TablePanel(name="table", title="Table", rows=rows)]


def _card(card: int | None) -> Piece:
    return Piece(shape="back") if card is None else Piece(shape="card", name=RANKS[card])


SLOT = Piece(shape="card", number=0)

REFUSALS = {
    "nothing_to_call": "there is nothing to call, so nobody need fold",
    "two_raises": "there have been two raises in this round",
}


@parlour.hookimpl
def parlour_games() -> Iterable[Game[Hand, Seen, Fold | Call | Raise]]:
    """Bring Leduc poker."""
    yield Game(
        id="leduc",
        title="Leduc poker",
        summary="Poker with six cards and two rounds, for two",
        minutes=5,
        weight="light",
        seats=range(2, 3),
        objective="points",
        rules=Rules(),
        state=Hand,
        view=Seen,
        moves=Fold | Call | Raise,
        outcomes=Deal | Turn,
        events=Shown,
        rulebook=files("parlour_samples") / "leduc.md",
        display=Display(table=lay_table),
        words=Words(refusals=REFUSALS),
        bots=BotHints(best="regret:seconds=1"),
    )
