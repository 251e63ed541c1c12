"""Skull, for three to six: lay cards, bid how many roses you flip, and flip them."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

import parlour
from parlour import (
    ChancePhase,
    Display,
    Event,
    Game,
    Move,
    Outcome,
    Over,
    SealedPhase,
    Seat,
    SeatPhase,
    Tell,
    Viewer,
    Words,
    masked,
    replaced,
    swapped,
    unmasked,
)
from parlour.kit.table import Piece, TablePanel, row

Card: TypeAlias = Literal["rose", "skull"]
ROSES = 3
GOAL = 2


class Lay(Move, frozen=True):
    """Lay a card on one's pile, face down."""

    form = "lay {card}"
    public_form = "lay a card"
    card: Card


class Bid(Move, frozen=True):
    """Say how many roses one flips."""

    form = "bid {number}"
    number: int


class Pass(Move, frozen=True):
    """Leave the bid to others."""

    form = "pass"


class Flip(Move, frozen=True):
    """Flip the top card of a pile."""

    form = "flip {target}"
    target: Seat


class Discard(Move, frozen=True):
    """Give up a card of one's own choice."""

    form = "discard {card}"
    public_form = "discard a card"
    card: Card


class Lose(Outcome, frozen=True):
    """A card that another seat takes at random; only its owner learns which it was."""

    form = "{seat} loses {card}"
    public_form = "{seat} loses a card"
    seat: Seat
    card: Card

    def shown_to(self, seat: Seat) -> bool:
        """Show it to its owner."""
        return seat == self.seat


class Flipped(Event, frozen=True):
    """A card of a seat lies open."""

    reveals = True
    seat: Seat
    card: Card


class Table(parlour.State, frozen=True):
    """The cards of each seat."""

    phases: tuple["Laying | Turn | Raising | Flipping | Discarding | Losing | Over", ...]
    counts: tuple[int, ...]
    """Number of cards that each seat still has."""
    skulls: tuple[bool | None, ...]
    """Whether each still has its skull; None if the one who looks does not know."""
    possible: tuple[tuple[bool, ...], ...]
    """For each seat, whether it may have no skull or a skull, as all know it."""
    piles: tuple[tuple[Card | None, ...], ...]
    """The cards laid, the first at the bottom."""
    flipped: tuple[int, ...]
    """Number of cards that are flipped of each pile, from the top."""
    wins: tuple[int, ...]

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """Return the kinds of cards that a seat can lay."""
        pile = self.piles[seat]
        roses = self.counts[seat] - bool(self.skulls[seat]) - pile.count("rose")
        kinds: list[Card] = ["rose"] if roses else []
        return (*kinds, "skull") if self.skulls[seat] and "skull" not in pile else tuple(kinds)

    def next(self, seat: Seat) -> Seat:
        """Return the next seat that still has cards."""
        seats = len(self.counts)
        return next(s % seats for s in range(seat + 1, seat + seats + 1) if self.counts[s % seats])


class Laying(SealedPhase[Table, Lay], frozen=True, kw_only=True):
    """All lay their first card together."""

    rule: ClassVar[str] = "1"
    answers: tuple[Lay | None, ...]
    first: Seat

    def moves(self, state: Table, seat: Seat) -> Sequence[Lay]:
        """Lay any card."""
        return tuple(map(Lay, state.hand(seat)))

    def opened(self, state: Table, answers: tuple[Lay | None, ...], tell: Tell) -> Table:
        """Let the first seat go on."""
        piles = tuple((lay.card,) if lay else () for lay in answers)
        return swapped(replace(state, piles=piles), Turn(self.first))


class Turn(SeatPhase[Table, Lay | Bid], frozen=True):
    """One seat lays another card or opens the bids."""

    rule: ClassVar[str] = "2"

    def moves(self, state: Table, seat: Seat) -> Sequence[Lay | Bid]:
        """Lay a card of the hand, or bid as many as lie there."""
        return (*map(Lay, state.hand(seat)), *map(Bid, range(1, laid(state) + 1)))

    def play(self, state: Table, seat: Seat, move: Lay | Bid, tell: Tell) -> Table:
        """Lay it, or hear whether others bid more."""
        if isinstance(move, Lay):
            piles = replaced(state.piles, seat, (*state.piles[seat], move.card))
            return swapped(replace(state, piles=piles), Turn(state.next(seat)))
        return bid(state, seat, move.number, (), tell)


class Raising(SeatPhase[Table, Bid | Pass], frozen=True):
    """One seat bids more or passes."""

    rule: ClassVar[str] = "3"
    bidder: Seat
    number: int
    passed: tuple[Seat, ...] = ()

    def moves(self, state: Table, seat: Seat) -> Sequence[Bid | Pass]:
        """Bid more, or pass."""
        return (*map(Bid, range(self.number + 1, laid(state) + 1)), Pass())

    def play(self, state: Table, seat: Seat, move: Bid | Pass, tell: Tell) -> Table:
        """Go on until all others have passed."""
        if isinstance(move, Bid):
            return bid(state, seat, move.number, self.passed, tell)
        return raised(state, seat, replace(self, passed=(*self.passed, seat)), tell)


class Flipping(SeatPhase[Table, Flip], frozen=True):
    """The bidder flips cards of others."""

    rule: ClassVar[str] = "4"
    number: int

    def moves(self, state: Table, seat: Seat) -> Sequence[Flip]:
        """Flip the top card of any pile."""
        seats = range(len(state.counts))
        return tuple(Flip(s) for s in seats if s != seat and state.flipped[s] < len(state.piles[s]))

    def play(self, state: Table, seat: Seat, move: Flip, tell: Tell) -> Table:
        """Flip it; a skull costs a card."""
        state, card = flip(state, move.target, tell)
        if card == "skull":
            return swapped(state, Losing(seat))
        return won(state, seat) if sum(state.flipped) == self.number else state


class Discarding(SeatPhase[Table, Discard], frozen=True):
    """A seat that has flipped its own skull gives up a card."""

    rule: ClassVar[str] = "5"

    def moves(self, state: Table, seat: Seat) -> Sequence[Discard]:
        """Choose any card."""
        return tuple(map(Discard, replace(state, piles=((),) * len(state.piles)).hand(seat)))

    def play(self, state: Table, seat: Seat, move: Discard, tell: Tell) -> Table:
        """Give it up."""
        return lost(state, seat, move.card)


class Losing(ChancePhase[Table, Lose], frozen=True):
    """A seat loses a card at random."""

    kind: ClassVar[str] = "loss"
    seat: Seat

    def outcomes(self, state: Table) -> Sequence[tuple[Lose, int]]:
        """Return the cards, each as likely as the next."""
        skulls = int(bool(state.skulls[self.seat]))
        weights: list[tuple[Card, int]] = [
            ("rose", state.counts[self.seat] - skulls),
            ("skull", skulls),
        ]
        return [(Lose(self.seat, card), weight) for card, weight in weights if weight]

    def resolve(self, state: Table, outcome: Lose, tell: Tell) -> Table:
        """Take it away."""
        return lost(state, self.seat, outcome.card)


def laid(state: Table) -> int:
    """Return the number of cards that lie on the table."""
    return sum(map(len, state.piles))


def bid(state: Table, seat: Seat, number: int, passed: tuple[Seat, ...], tell: Tell) -> Table:
    """Return the state after a bid."""
    return raised(state, seat, Raising(seat, seat, number, passed), tell)


def raised(state: Table, seat: Seat, phase: Raising, tell: Tell) -> Table:
    """Ask the next seat that has not passed; if none is left, flip."""
    after = state.next(seat)
    while after in phase.passed:
        after = state.next(after)
    if after != phase.bidder and phase.number < laid(state):
        return swapped(state, replace(phase, seat=after))
    bidder = phase.bidder
    while state.flipped[bidder] < len(state.piles[bidder]):
        state, card = flip(state, bidder, tell)
        if card == "skull":
            return swapped(state, Discarding(bidder))
        if sum(state.flipped) == phase.number:
            return won(state, bidder)
    return swapped(state, Flipping(bidder, phase.number))


def flip(state: Table, seat: Seat, tell: Tell) -> tuple[Table, Card]:
    """Flip the top card of a pile that is not flipped."""
    number = state.flipped[seat] + 1
    card = state.piles[seat][-number]
    if card is None:
        raise ValueError("expected a card that is known")
    if tell:
        tell(Flipped(seat, card))
    none, some = state.possible[seat]
    possible = (False, some) if card == "skull" else (none, some and number < state.counts[seat])
    return replace(
        state,
        flipped=replaced(state.flipped, seat, number),
        possible=replaced(state.possible, seat, possible),
    ), card


def won(state: Table, seat: Seat) -> Table:
    """Count a success; the second one wins."""
    state = replace(state, wins=replaced(state.wins, seat, state.wins[seat] + 1))
    return ended(state, seat) if state.wins[seat] == GOAL else again(state, seat)


def lost(state: Table, seat: Seat, card: Card) -> Table:
    """Take a card away; the last seat with cards wins."""
    left = state.counts[seat] - 1
    none, some = state.possible[seat]
    state = replace(
        state,
        counts=replaced(state.counts, seat, left),
        skulls=replaced(state.skulls, seat, state.skulls[seat] and card == "rose"),
        possible=replaced(state.possible, seat, (none or some, some and left > 0)),
    )
    with_cards = [other for other, count in enumerate(state.counts) if count]
    if len(with_cards) == 1:
        return ended(state, with_cards[0])
    return again(state, seat if left else state.next(seat))


def again(state: Table, first: Seat) -> Table:
    """Begin another round."""
    seats = len(state.counts)
    asked = tuple(seat for seat in range(seats) if state.counts[seat])
    cleared = replace(state, piles=((),) * seats, flipped=(0,) * seats)
    return swapped(cleared, Laying(answers=(None,) * seats, asked=asked, first=first))


def ended(state: Table, winner: Seat) -> Table:
    """End the match."""
    seats = len(state.counts)
    cleared = replace(state, piles=((),) * seats, flipped=(0,) * seats)
    return swapped(cleared, Over.ranked([int(seat == winner) for seat in range(seats)]))


class Seen(Struct, frozen=True):
    """The table as a seat may know it."""

    seat: Seat
    table: Table


class Rules(parlour.Rules[Table, Seen]):
    """Rules of Skull."""

    def start(self, seats: int, options: Struct) -> Table:
        """Give each seat three roses and a skull."""
        empty = Table(
            (Over((), ()),),
            counts=(ROSES + 1,) * seats,
            skulls=(True,) * seats,
            possible=((False, True),) * seats,
            piles=((),) * seats,
            flipped=(0,) * seats,
            wins=(0,) * seats,
        )
        return again(empty, 0)

    def view(self, state: Table, seat: Seat) -> Seen:
        """Cover what others hold, and what lies face down."""
        seats = range(len(state.counts))
        piles = tuple(
            pile if s == seat else covered(pile, state.flipped[s])
            for s, pile in enumerate(state.piles)
        )
        skulls = tuple(state.skulls[s] if s == seat else None for s in seats)
        phases = masked(state.phases, seat)
        return Seen(seat, replace(state, piles=piles, skulls=skulls, phases=phases))

    def spectator_view(self, state: Table) -> Seen:
        """Cover all."""
        return self.view(state, -1)

    def determinize(self, view: Seen, rng: Random) -> Table:
        """Guess whether each other seat has its skull, and where it lies."""
        table = view.table
        for seat, pile in enumerate(table.piles):
            if seat != view.seat:
                choices = [has for has, may in enumerate(table.possible[seat]) if may]
                has_skull = bool(rng.choice(choices))
                hidden = table.counts[seat] - table.flipped[seat]
                place = rng.randrange(hidden) if has_skull and "skull" not in pile else hidden
                cards = tuple(
                    ("skull" if at == place else "rose") if card is None else card
                    for at, card in enumerate(pile)
                )
                skulls = replaced(table.skulls, seat, has_skull)
                table = replace(table, piles=replaced(table.piles, seat, cards), skulls=skulls)
        return unmasked(table, rng)

    def census(self, state: Table) -> dict[str, int]:
        """Count nothing: cards leave the game."""
        return {}


def covered(pile: tuple[Card | None, ...], flipped: int) -> tuple[Card | None, ...]:
    """Return a pile with the cards covered that are not flipped."""
    hidden = len(pile) - flipped
    return (*(None,) * hidden, *pile[hidden:])


def lay_table(view: Seen, viewer: Viewer) -> Sequence[TablePanel]:
    """Lay the pile of each seat, and the hand of the one who looks."""
    table = view.table
    rows = []
    for seat, name in enumerate(viewer.names):
        pile = [
            (
                Piece(shape="card", name=card)
                if card
                else Piece(shape="back", at=(f"target={seat}",))
            )
            for card in table.piles[seat]
        ]
        won = Piece(shape="chip", name="won", number=table.wins[seat], of=GOAL)
        held = Piece(shape="chip", name="cards", number=table.counts[seat])
        rows.append(row(name, *pile, held, won, seat=seat))
    panels = [TablePanel(name="table", title="Table", rows=rows)]
    if view.seat >= 0 and (hand := table.hand(view.seat)):
        cards = [Piece(shape="card", name=card, at=(f"card={card}",)) for card in hand]
        hand_panel = TablePanel(name="hand", title="Hand", rows=[row("Hand", *cards)])
        panels.append(hand_panel)
    return panels


def describe_event(event: Event, viewer: Viewer) -> str | None:
    """Say what is flipped."""
    return f"{viewer.name(event.seat)}: a {event.card}" if isinstance(event, Flipped) else None


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    """Bring Skull."""
    yield Game(
        id="skull",
        title="Skull",
        summary="Bid how many roses you flip, for three to six",
        seats=range(3, 7),
        rules=Rules(),
        state=Table,
        view=Seen,
        moves=Lay | Bid | Pass | Flip | Discard,
        outcomes=Lose,
        events=Flipped,
        display=Display(table=lay_table),
        words=Words(describe_event=describe_event),
    )
