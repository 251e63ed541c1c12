"""State and phases of Lanterns: a seat tells, hangs or drops, and draws a card."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from operator import and_
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from parlour import (
    ChancePhase,
    Move,
    Over,
    Refusal,
    Seat,
    SeatPhase,
    State,
    Tell,
    left_of,
    replaced,
)
from parlour.kit.cards import Counts, adjusted
from parlour_lanterns.moves import (
    ABOUT,
    ALL,
    CANDLES,
    COLOURS,
    COMPLETE,
    EVERY,
    LIT,
    MISTAKES,
    NUMBERS,
    OF_COLOUR,
    OF_NUMBER,
    Draw,
    Drop,
    Dropped,
    Hang,
    Hung,
    Number,
    Show,
    Slot,
    Told,
)

Hands: TypeAlias = tuple[tuple[int, ...], ...]
"""A number for each card of each seat, the oldest card first."""


class Garden(State, frozen=True):
    """A match of Lanterns."""

    phases: tuple["Drawing | Turn | Over", ...]
    deck: tuple[int, ...]
    """The kind of each card that is left, in rising order."""
    hands: Hands
    """The kind of each card."""
    can: Hands
    """The set of kinds that each card can be, by what was told about it."""
    hung: tuple[int, ...]
    """The highest number of each colour."""
    gone: Counts
    """Cards dropped, and hung by mistake."""
    candles: int
    mistakes: int
    last: int
    """Turns left once the deck is empty; before that, one for each seat."""


class Drawing(ChancePhase[Garden, Draw], frozen=True):
    """A seat draws a card, at the beginning and after each that it hangs or drops.

    The next turn lies below it, and at the beginning all other draws.
    """

    kind = "card"
    seat: Seat

    def outcomes(self, state: Garden) -> Sequence[tuple[Draw, int]]:
        """Return the kinds in the deck, by the number of cards."""
        return [(DRAWS[self.seat][kind], number) for kind, number in Counter(state.deck).items()]

    def draw(self, state: Garden, rng: Random) -> Draw:
        """Draw a card of the deck."""
        return DRAWS[self.seat][state.deck[int(rng.random() * len(state.deck))]]

    def resolve(self, state: Garden, outcome: Draw, tell: Tell) -> Garden:
        """Take the card."""
        seat, card = self.seat, outcome.card
        hands, can, deck = list(state.hands), list(state.can), list(state.deck)
        hands[seat] += (card,)
        can[seat] += (EVERY,)
        del deck[bisect_left(deck, card)]
        below, left = state.phases[:-1], tuple(deck)
        return replace(state, phases=below, deck=left, hands=tuple(hands), can=tuple(can))


class Turn(SeatPhase[Garden, Move], frozen=True):
    """A seat tells, hangs or drops."""

    def moves(self, state: Garden, seat: Seat) -> Sequence[Move]:
        """Return what can be hung, dropped for a candle, and told for one."""
        slots = len(state.hands[seat])
        found: tuple[Move, ...] = HANGS[:slots]
        if state.candles < CANDLES:
            found += DROPS[:slots]
        if state.candles:
            for other, hand in enumerate(state.hands):
                if other != seat:
                    touched = 0
                    for card in hand:
                        touched |= ABOUT[card]
                    found += hints(other, touched)
        return found

    def why_not(self, state: Garden, seat: Seat, move: Move) -> Refusal | None:
        """Say why a card cannot be dropped or told about."""
        if isinstance(move, Drop) and state.candles == CANDLES:
            return Refusal.of("", "candles_lit")
        if isinstance(move, Show | Number):
            return Refusal.of("", "no_candle" if not state.candles else "touches_nothing")
        return Refusal.of("", "no_such_slot")

    def play(self, state: Garden, seat: Seat, move: Move, tell: Tell) -> Garden:
        """Tell, hang or drop, and draw a card."""
        if isinstance(move, Show):
            return told(state, seat, move.seat, OF_COLOUR[move.colour], tell)
        if isinstance(move, Number):
            return told(state, seat, move.seat, OF_NUMBER[move.number - 1], tell)
        if isinstance(move, Hang):
            return hang(state, seat, move.slot, tell)
        assert isinstance(move, Drop)
        return drop(state, seat, move.slot, tell)


def told(state: Garden, seat: Seat, other: Seat, kinds: int, tell: Tell) -> Garden:
    """Tell a seat which of its cards are of some kinds; of the others it learns that too."""
    hand, known = state.hands[other], state.can[other]
    if tell:
        slots = (slot for slot, card in enumerate(hand, 1) if kinds >> card & 1)
        tell(Told(other, tuple(slots)))
    now = tuple(map(and_, known, map(CAN_BE[kinds].__getitem__, hand)))
    can = replaced(state.can, other, now)
    return next_turn(replace(state, candles=state.candles - 1), seat, state.hands, can)


def hang(state: Garden, seat: Seat, slot: Slot, tell: Tell) -> Garden:
    """Hang a lantern, or make a mistake. A colour that is complete lights a candle."""
    card = state.hands[seat][slot - 1]
    colour, number = divmod(card, NUMBERS)
    fits = state.hung[colour] == number
    if tell:
        tell(Hung(seat, slot, card, fits))
    if fits:
        candles = LIT.moved(state.candles) if number + 1 == NUMBERS else state.candles
        hung = replaced(state.hung, colour, number + 1)
        state = replace(state, hung=hung, candles=candles)
    else:
        state = replace(state, gone=adjusted(state.gone, card), mistakes=state.mistakes + 1)
    return with_a_new_card(state, seat, slot)


def drop(state: Garden, seat: Seat, slot: Slot, tell: Tell) -> Garden:
    """Drop a card, and light a candle."""
    card = state.hands[seat][slot - 1]
    if tell:
        tell(Dropped(seat, slot, card))
    state = replace(state, gone=adjusted(state.gone, card), candles=state.candles + 1)
    return with_a_new_card(state, seat, slot)


def with_a_new_card(state: Garden, seat: Seat, slot: Slot) -> Garden:
    """Close the gap of a slot, and draw a card if there is one."""
    hand, can = state.hands[seat], state.can[seat]
    hands = replaced(state.hands, seat, hand[: slot - 1] + hand[slot:])
    known = replaced(state.can, seat, can[: slot - 1] + can[slot:])
    draw = DRAWINGS[seat] if state.deck else ()
    return next_turn(state, seat, hands, known, draw)


def next_turn(
    state: Garden, seat: Seat, hands: Hands, can: Hands, draw: tuple[Drawing, ...] = ()
) -> Garden:
    """Let the next seat move after a draw, if there is one, or end the match."""
    seats, last = len(hands), state.last - (not state.deck)
    phases: tuple[Drawing | Turn | Over, ...] = TURNS[left_of(seat, seats)] + draw
    if state.mistakes == MISTAKES or state.hung == COMPLETE or not last:
        phases = (Over.shared(sum(state.hung), seats),)
    return replace(state, phases=phases, hands=hands, can=can, last=last)


def hand_size(seats: int) -> int:
    """Return the cards of a hand."""
    return 5 if seats < 4 else 4


@lru_cache(maxsize=65536)
def hints(seat: Seat, touched: int) -> tuple[Move, ...]:
    """Return what can be told to a seat, given the set of colours and numbers in its hand."""
    colours, numbers = range(len(COLOURS)), range(NUMBERS)
    every = (*(Show(seat, c) for c in colours), *(Number(seat, n + 1) for n in numbers))
    return tuple(hint for bit, hint in enumerate(every) if touched >> bit & 1)


CAN_BE = {
    kinds: tuple(kinds if kinds >> card & 1 else EVERY ^ kinds for card in range(len(ALL)))
    for kinds in OF_COLOUR + OF_NUMBER
}
"""What a card of each kind can be after a hint about some kinds."""
HANGS = tuple(Hang(slot) for slot in range(1, 6))
DROPS = tuple(Drop(slot) for slot in range(1, 6))
TURNS = tuple((Turn(seat),) for seat in range(5))
DRAWINGS = tuple((Drawing(seat),) for seat in range(5))
DRAWS = tuple(tuple(Draw(seat, kind) for kind in range(len(ALL))) for seat in range(5))
