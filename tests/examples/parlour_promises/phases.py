"""State and phases of Promises: the deal, the promises, the tricks."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar, TypeAlias

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
from parlour.kit.tricks import cards_of, drawn
from parlour_promises.moves import (
    DEALS,
    MOST,
    PACK,
    PLAYS,
    PROMISES,
    SUITS,
    TURNS,
    Deal,
    Laid,
    Play,
    Promise,
    Taken,
    Turn,
)

KEPT = 10
"""Points for a promise kept."""


class Table(State, frozen=True):
    """A match of Promises. Sets of cards are bits, the first card being bit 0."""

    phases: tuple["Dealing | Turning | Promising | Playing | Over", ...]
    cards: int
    """Cards that each seat is dealt, and tricks."""
    deck: int
    """The cards that are left, as a set."""
    hands: tuple[int, ...]
    """The cards of each seat, as a set."""
    can: tuple[int, ...]
    """The cards that each seat may hold, as a set: not those of a suit it has not followed."""
    gone: int
    """The cards played, as a set."""
    trump: int
    """The card turned; -1 before that."""
    promises: tuple[int, ...]
    """The tricks promised so far, the first seat's first."""
    won: tuple[int, ...]
    """The tricks that each seat has taken."""


class Dealing(ChancePhase[Table, Deal], frozen=True):
    """A seat is dealt a card."""

    kind: ClassVar[str] = "card"
    seat: Seat

    def outcomes(self, state: Table) -> Sequence[tuple[Deal, int]]:
        """Return the cards of the deck."""
        return [(DEALS[self.seat][card], 1) for card in cards_of(state.deck)]

    def draw(self, state: Table, rng: Random) -> Deal:
        """Draw a card of the deck."""
        return DEALS[self.seat][drawn(state.deck, rng)]

    def resolve(self, state: Table, outcome: Deal, tell: Tell) -> Table:
        """Take the card; the next seat is dealt one, until all have theirs."""
        seat, card = self.seat, 1 << outcome.card
        hands = replaced(state.hands, seat, state.hands[seat] | card)
        complete = seat == len(hands) - 1 and hands[seat].bit_count() == state.cards
        after = TURNING if complete else DEALING[left_of(seat, len(hands))]
        return replace(state, phases=after, deck=state.deck ^ card, hands=hands)


class Turning(ChancePhase[Table, Turn], frozen=True):
    """A card is turned for trumps."""

    kind: ClassVar[str] = "card"

    def outcomes(self, state: Table) -> Sequence[tuple[Turn, int]]:
        """Return the cards of the deck."""
        return [(TURNS[card], 1) for card in cards_of(state.deck)]

    def draw(self, state: Table, rng: Random) -> Turn:
        """Draw a card of the deck."""
        return TURNS[drawn(state.deck, rng)]

    def resolve(self, state: Table, outcome: Turn, tell: Tell) -> Table:
        """Begin with the promises."""
        deck = state.deck ^ 1 << outcome.card
        return replace(state, phases=PROMISING[0], deck=deck, trump=outcome.card)


class Promising(SeatPhase[Table, Promise], frozen=True):
    """Each seat promises in turn, the first seat first."""

    def moves(self, state: Table, seat: Seat) -> Sequence[Promise]:
        """Return all numbers of tricks; for the last seat, but the one that would fit."""
        some = PROMISES[: state.cards + 1]
        rest = state.cards - sum(state.promises)
        if seat == len(state.hands) - 1 and 0 <= rest <= state.cards:
            return some[:rest] + some[rest + 1 :]
        return some

    def why_not(self, state: Table, seat: Seat, move: Move) -> Refusal:
        """Say that promises must not add up."""
        return Refusal.of("", "adds_up" if isinstance(move, Promise) else "promise_first")

    def play(self, state: Table, seat: Seat, move: Promise, tell: Tell) -> Table:
        """Note the promise; after the last, the first seat leads."""
        promises = (*state.promises, move.tricks)
        after = LEADING[0] if len(promises) == len(state.hands) else PROMISING[seat + 1]
        return replace(state, phases=after, promises=promises)


class Playing(SeatPhase[Table, Play], frozen=True):
    """A seat plays a card to a trick."""

    trick: tuple[int, ...]
    """The cards on the table, the leader's first."""

    def moves(self, state: Table, seat: Seat) -> Sequence[Play]:
        """Return the cards that follow suit, or all of the hand if none does."""
        led = self.trick[0] if self.trick else None
        return [PLAYS[card] for card in cards_of(PACK.legal(state.hands[seat], led))]

    def why_not(self, state: Table, seat: Seat, move: Move) -> Refusal:
        """Say that suit must be followed, or that the card is not there."""
        if isinstance(move, Play) and state.hands[seat] >> move.card & 1:
            return Refusal.of("", "follow_suit")
        return Refusal.of("", "not_held")

    def play(self, state: Table, seat: Seat, move: Play, tell: Tell) -> Table:
        """Lay the card; the last one of a trick decides who takes it."""
        card, trick, can = move.card, (*self.trick, move.card), state.can
        if tell:
            tell(Laid(seat, card))
        led = SUITS[trick[0]]
        if SUITS[card] != led:
            can = replaced(can, seat, can[seat] & ~PACK.of_suit(led))
        hands = replaced(state.hands, seat, state.hands[seat] ^ 1 << card)
        gone, left = state.gone | 1 << card, left_of(seat, len(hands))
        after = (Playing(left, trick),)
        state = replace(state, phases=after, hands=hands, can=can, gone=gone)
        return state if len(trick) < len(hands) else taken(state, left, trick, tell)


def taken(state: Table, leader: Seat, trick: tuple[int, ...], tell: Tell) -> Table:
    """Give a trick to the highest card, and go on with the next or end the match."""
    seat = (leader + PACK.winner(trick, SUITS[state.trump])) % len(trick)
    if tell:
        tell(Taken(seat))
    won = replaced(state.won, seat, state.won[seat] + 1)
    if any(state.hands):
        return replace(state, phases=LEADING[seat], won=won)
    pairs = zip(won, state.promises, strict=True)
    end = Over.ranked([n + KEPT * (n == promised) for n, promised in pairs])
    return replace(state, phases=(end,), won=won)


AnyPhase: TypeAlias = Dealing | Turning | Promising | Playing | Over

DEALING = tuple((Dealing(seat),) for seat in range(MOST))
TURNING = (Turning(),)
PROMISING = tuple((Promising(seat),) for seat in range(MOST))
LEADING = tuple((Playing(seat, ()),) for seat in range(MOST))
"""Stacks of phases, made once."""
