"""Four sound games of one deck, each of which has something to keep in mind.

``passing``: hands go round, and who passed one on knows it. ``clues``: a clue touches all cards of
a colour, and says of the others that they have another. ``suits``: who does not follow suit has
none. ``asking``: who asks for a rank has it, and who is asked has it or not.
"""

from collections.abc import Sequence
from dataclasses import replace as changed
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

import parlour
from parlour import (
    ChancePhase,
    Event,
    Game,
    Move,
    Over,
    SealedPhase,
    Seat,
    SeatPhase,
    State,
    Tell,
    masked,
    popped,
    replaced,
    swapped,
    unmasked,
)
from parlour.kit.cards import adjusted, counted, difference, held, without
from parlour.kit.dealing import Hand, deal
from tests.broken_games.hints import Lay
from tests.broken_games.which_hand import Deal

SIZE, SUITS, TURNS = 3, 3, 8


class DealAway(Deal, frozen=True):
    form = "deal {card} away from {seat}"

    def shown_to(self, seat: Seat) -> bool:
        return seat != self.seat


class Take(Move, frozen=True):
    form = "take {card}"
    card: int


class Clue(Move, frozen=True):
    form = "clue {colour}"
    colour: int


class Ask(Move, frozen=True):
    form = "ask {seat} {rank}"
    seat: Seat
    rank: int


class Shown(Event, frozen=True):
    reveals = True
    cards: tuple[int, ...]


class Cards(State, frozen=True):
    phases: tuple["Dealing | Picking | Cluing | Following | Asking | Over", ...]
    deck: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    open: tuple[tuple[int, ...], ...]
    """Cards that lie open before each seat."""
    marks: tuple[tuple[int, ...], ...] = ()
    """What all know of each hand."""


class Dealing(ChancePhase[Cards, Deal], frozen=True):
    seat: Seat
    away: bool

    def outcomes(self, state: Cards) -> Sequence[tuple[Deal, int]]:
        kind = DealAway if self.away else Deal
        return [(kind(self.seat, card), state.deck[card]) for card in held(state.deck)]

    def resolve(self, state: Cards, outcome: Deal, tell: Tell) -> Cards:
        hand = tuple(sorted((*state.hands[self.seat], outcome.card)))
        if self.away:
            hand = (*state.hands[self.seat], outcome.card)
        hands = replaced(state.hands, self.seat, hand)
        state = replace(state, deck=adjusted(state.deck, outcome.card, -1), hands=hands)
        after = (self.seat + 1) % len(hands)
        done = all(len(hand) == SIZE for hand in hands)
        return popped(state) if done else swapped(state, Dealing(after, self.away))


def show(tell: Tell, *cards: int) -> None:
    if tell:
        tell(Shown(cards))


class Picking(SealedPhase[Cards, Take], frozen=True):
    """Each seat takes a card in secret; then all hands go to the left."""

    answers: tuple[Take | None, ...]

    def moves(self, state: Cards, seat: Seat) -> Sequence[Take]:
        return [Take(card) for card in state.hands[seat]]

    def opened(self, state: Cards, answers: tuple[Take | None, ...], tell: Tell) -> Cards:
        cards = [take.card for take in answers if take]
        show(tell, *cards)
        hands = [without(hand, card) for hand, card in zip(state.hands, cards, strict=True)]
        open_ = tuple((*row, card) for row, card in zip(state.open, cards, strict=True))
        over = Over.ranked([sum(row) for row in open_])
        after = replace(self, answers=(None,) * len(cards)) if hands[0] else over
        return Cards((after,), state.deck, (hands[-1], *hands[:-1]), open_)


class Cluing(SeatPhase[Cards, Clue | Lay], frozen=True):
    """A seat says which cards of the other have a colour, or lays one of its own."""

    left: int

    def moves(self, state: Cards, seat: Seat) -> Sequence[Clue | Lay]:
        colours = sorted(set(state.hands[1 - seat]))
        return (*map(Clue, colours), *map(Lay, range(len(state.hands[seat]))))

    def play(self, state: Cards, seat: Seat, move: Clue | Lay, tell: Tell) -> Cards:
        over = Over.shared(len(state.open[0]), 2)
        goes_on = self.left > 1 and sum(map(len, state.hands)) > 1
        state = swapped(state, Cluing(1 - seat, self.left - 1) if goes_on else over)
        hand = state.hands[1 - seat]
        if isinstance(move, Clue):
            touched = tuple(card == move.colour for card in hand)
            show(tell, *map(int, touched))
            marks = self.clued(state.marks[1 - seat], move.colour, touched)
            return replace(state, marks=replaced(state.marks, 1 - seat, marks))
        return self.laid(state, seat, move.slot, tell)

    def clued(
        self, marks: tuple[int, ...], colour: int, touched: tuple[bool, ...]
    ) -> tuple[int, ...]:
        bit = 1 << colour
        pairs = zip(marks, touched, strict=True)
        return tuple(may & (bit if touch else ~bit) for may, touch in pairs)

    def laid(self, state: Cards, seat: Seat, slot: int, tell: Tell) -> Cards:
        hand, marks = state.hands[seat], state.marks[seat]
        show(tell, hand[slot])
        return replace(
            state,
            hands=replaced(state.hands, seat, hand[:slot] + hand[slot + 1 :]),
            marks=replaced(state.marks, seat, marks[:slot] + marks[slot + 1 :]),
            open=replaced(state.open, seat, (*state.open[seat], hand[slot])),
        )


class Following(SeatPhase[Cards, Take], frozen=True):
    """A trick: who can must follow the suit that was led."""

    trick: tuple[int, ...] = ()

    def moves(self, state: Cards, seat: Seat) -> Sequence[Take]:
        hand = state.hands[seat]
        same = [card for card in hand if self.trick and card % SUITS == self.trick[0] % SUITS]
        return [Take(card) for card in same or hand]

    def play(self, state: Cards, seat: Seat, move: Take, tell: Tell) -> Cards:
        seats, trick = len(state.hands), (*self.trick, move.card)
        show(tell, move.card)
        hands = replaced(state.hands, seat, without(state.hands[seat], move.card))
        row = (*state.open[seat], move.card)
        state = replace(state, hands=hands, open=replaced(state.open, seat, row))
        if move.card % SUITS != trick[0] % SUITS:
            may = state.marks[seat][0] & ~(1 << trick[0] % SUITS)
            state = replace(state, marks=replaced(state.marks, seat, (may,)))
        after: Following | Over = Following((seat + 1) % seats, trick)
        if len(trick) == seats:
            best = max(card for card in trick if card % SUITS == trick[0] % SUITS)
            winner = (seat + 1 + trick.index(best)) % seats
            after = Following(winner) if any(hands) else Over.ranked([*map(sum, state.open)])
        return swapped(state, after)


RANKS = 4


class Asking(SeatPhase[Cards, Ask], frozen=True):
    """A seat asks another for a card of a rank that it has itself.

    The marks are the least and the most cards of each rank that a hand may hold.
    """

    left: int

    def moves(self, state: Cards, seat: Seat) -> Sequence[Ask]:
        others = [other for other in range(len(state.hands)) if other != seat]
        ranks = sorted(set(state.hands[seat])) or range(RANKS)
        return [Ask(other, rank) for other in others for rank in ranks]

    def play(self, state: Cards, seat: Seat, move: Ask, tell: Tell) -> Cards:
        other, rank, seats = move.seat, move.rank, len(state.hands)
        after = Asking((seat + 1) % seats, self.left - 1)
        over = Over.ranked([len(hand) for hand in state.hands])
        marks = [list(row) for row in state.marks]
        marks[seat][rank] = max(marks[seat][rank], int(bool(state.hands[seat])))
        hands = state.hands
        if rank in hands[other]:
            hands = replaced(hands, other, without(hands[other], rank))
            hands = replaced(hands, seat, tuple(sorted((*hands[seat], rank))))
            marks[other][rank] = max(0, marks[other][rank] - 1)
            marks[other][RANKS + rank] -= 1
            marks[seat][rank] += 1
            marks[seat][RANKS + rank] = min(3, marks[seat][RANKS + rank] + 1)
            show(tell, 1)
        else:
            marks[other][RANKS + rank] = 0
            show(tell, 0)
        state = replace(state, hands=hands, marks=tuple(map(tuple, marks)))
        return swapped(state, after if self.left > 1 else over)


class Seen(Struct, frozen=True):
    seat: Seat
    phases: tuple[Dealing | Picking | Cluing | Following | Asking | Over, ...]
    hands: tuple[tuple[int, ...] | None, ...]
    sizes: tuple[int, ...]
    open: tuple[tuple[int, ...], ...]
    marks: tuple[tuple[int, ...], ...]


class Rules(parlour.Rules[Cards, Seen]):
    kinds, copies = 12, 1
    mark: tuple[int, ...] = ()
    """Number of kinds, of cards of each, and what is known of a hand at the start."""

    def first(self, seats: int) -> Any:
        raise NotImplementedError

    def start(self, seats: int, options: Any) -> Cards:
        none = ((),) * seats
        deck, marks = (self.copies,) * self.kinds, (self.mark,) * seats
        phases = (self.first(seats), Dealing(0, isinstance(self, Clues)))
        return Cards(phases, deck, none, none, marks)

    def sees(self, state: Cards, seat: Seat, hand: int) -> bool:
        return seat == hand

    def view(self, state: Cards, seat: Seat) -> Seen:
        hands = tuple(
            hand if self.sees(state, seat, place) else None
            for place, hand in enumerate(state.hands)
        )
        sizes = tuple(map(len, state.hands))
        return Seen(seat, masked(state.phases, seat), hands, sizes, state.open, state.marks)

    def slots(self, view: Seen, place: int) -> list[Hand]:
        """Return a hand to deal as parts that hold cards of some kinds."""
        return [Hand(view.sizes[place])]

    def determinize(self, view: Seen, rng: Random) -> Cards:
        seen = [hand for hand in (*view.hands, *view.open) if hand]
        counts = [counted(hand, self.kinds) for hand in seen]
        free = difference((self.copies,) * self.kinds, *counts)
        hands, taken = list(view.hands), []
        hidden = [place for place, hand in enumerate(hands) if hand is None]
        slots = [self.slots(view, place) for place in hidden]
        dealt = iter(deal(free, [slot for hand in slots for slot in hand], rng))
        for place, hand in zip(hidden, slots, strict=True):
            cards = tuple(card for _ in hand for card in next(dealt))
            hands[place] = cards if isinstance(self, Clues) else tuple(sorted(cards))
            taken.append(counted(cards, self.kinds))
        whole = tuple(hand or () for hand in hands)
        state = Cards(view.phases, difference(free, *taken), whole, view.open, view.marks)
        return unmasked(state, rng)

    def census(self, state: Cards) -> dict[str, int]:
        return {"cards": sum(state.deck) + sum(map(len, (*state.hands, *state.open)))}


class Passing(Rules):
    def first(self, seats: int) -> Picking:
        return Picking(answers=(None,) * seats)

    def sees(self, state: Cards, seat: Seat, hand: int) -> bool:
        """Return whether a seat holds a hand, or has held it in an earlier round."""
        return (hand - seat) % len(state.hands) <= len(state.open[0])


class Clues(Rules):
    kinds, copies = 3, 4
    mark = (0b111,) * SIZE

    def first(self, seats: int) -> Cluing:
        return Cluing(0, TURNS)

    def sees(self, state: Cards, seat: Seat, hand: int) -> bool:
        return seat != hand

    def slots(self, view: Seen, place: int) -> list[Hand]:
        return [Hand(1, kinds) for kinds in view.marks[place][: view.sizes[place]]]


class Suits(Rules):
    mark = (0b111,)

    def first(self, seats: int) -> Following:
        return Following(0)

    def slots(self, view: Seen, place: int) -> list[Hand]:
        may = view.marks[place][0]
        return [Hand(view.sizes[place], sum(1 << c for c in range(12) if may >> c % SUITS & 1))]


class Askings(Rules):
    kinds, copies = RANKS, 3
    mark = (0,) * RANKS + (3,) * RANKS

    def first(self, seats: int) -> Asking:
        return Asking(0, TURNS)

    def determinize(self, view: Seen, rng: Random) -> Cards:
        while True:
            world = super().determinize(view, rng)
            rows = zip(world.hands, view.marks, strict=True)
            if all(
                self.least(marks, rank) <= hand.count(rank) <= self.most(marks, rank)
                for hand, marks in rows
                for rank in range(RANKS)
            ):
                return world

    def least(self, marks: tuple[int, ...], rank: int) -> int:
        return marks[rank]

    def most(self, marks: tuple[int, ...], rank: int) -> int:
        return marks[RANKS + rank]

    def slots(self, view: Seen, place: int) -> list[Hand]:
        marks, ranks = view.marks[place], range(RANKS)
        sure = [Hand(1, 1 << rank) for rank in ranks for _ in range(self.least(marks, rank))]
        may = sum(1 << rank for rank in ranks if self.most(marks, rank) > self.least(marks, rank))
        left = view.sizes[place] - len(sure)
        return [*sure, Hand(left, may)] if left else sure


def variant(rules: Rules, seats: int = 3) -> Game:
    """Return the game of some rules."""
    name = type(rules).__name__.lower()
    return changed(GAME, id=name, title=name, rules=rules, seats=range(seats, seats + 1))


GAME = Game(
    id="passing",
    title="Passing",
    seats=range(3, 4),
    rules=Passing(),
    state=Cards,
    view=Seen,
    moves=Take | Clue | Lay | Ask,
    outcomes=Deal | DealAway,
    events=Shown,
)
GAMES = (GAME, variant(Clues(), 2), variant(Suits()), variant(Askings()))
