"""State and phases of Court: deeds, claims, and what others may answer to them."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from parlour import (
    AutomaticPhase,
    ChancePhase,
    Move,
    Over,
    Refusal,
    Seat,
    SeatPhase,
    State,
    Tell,
    clockwise,
    left_of,
    popped,
    replaced,
    swapped,
    unwound,
)
from parlour.kit.cards import Counts, adjusted, drawn, held, removed
from parlour.kit.responses import ResponseWindow
from parlour_court.moves import (
    COURTIERS,
    HEALER,
    POISONER,
    STEWARD,
    THIEF,
    Beg,
    Courtier,
    Doubt,
    Draw,
    Exile,
    Pass,
    Poison,
    Prevent,
    Steal,
    Tax,
    Turn,
    Turned,
    Work,
)

POISON, EXILE, MUST_EXILE = 3, 7, 10
"""Prices in coins; with as many as the last, a seat must exile another."""
DOUBTS = (Doubt(), Pass())
PREVENTIONS = (Prevent(), Pass())
TURNS = tuple(map(Turn, range(len(COURTIERS))))


class Court(State, frozen=True):
    """A match of Court."""

    phases: tuple["AnyPhase", ...]
    deck: Counts
    hands: tuple[Counts, ...]
    shown: Counts
    """Cards face up, of all seats."""
    coins: tuple[int, ...]

    def is_in(self, seat: Seat) -> bool:
        """Return whether a seat still holds a card."""
        return any(self.hands[seat])

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the others that still hold a card, clockwise."""
        seats = len(self.hands)
        around = clockwise(left_of(seat, seats), seats)
        return tuple(other for other in around if other != seat and self.is_in(other))


class Dealing(ChancePhase[Court, Draw], frozen=True):
    """A seat draws a card."""

    kind = "card"
    seat: Seat

    def outcomes(self, state: Court) -> Sequence[tuple[Draw, int]]:
        """Return the cards in the deck."""
        return [(Draw(self.seat, card), state.deck[card]) for card in held(state.deck)]

    def draw(self, state: Court, rng: Random) -> Draw:
        """Draw a card of the deck."""
        return Draw(self.seat, drawn(state.deck, rng))

    def resolve(self, state: Court, outcome: Draw, tell: Tell) -> Court:
        """Take the card, and deal on until all have two."""
        state = with_card(state, outcome)
        following = next((s for s, hand in enumerate(state.hands) if sum(hand) < 2), None)
        after = Rounds(len(state.hands) - 1) if following is None else Dealing(following)
        return swapped(state, after)


class Drawing(Dealing, frozen=True):
    """A seat draws a card for the one that proved its claim."""

    def resolve(self, state: Court, outcome: Draw, tell: Tell) -> Court:
        """Take the card."""
        return popped(with_card(state, outcome))


class Rounds(AutomaticPhase[Court], frozen=True):
    """The seats act in turn, until one alone has cards."""

    last: Seat
    """The seat that acted last."""

    def advance(self, state: Court, tell: Tell) -> Court:
        """Let the next seat act, or end the match."""
        following = state.others(self.last)
        if not following or (len(following) == 1 and not state.is_in(self.last)):
            return swapped(state, Over.ranked([any(hand) for hand in state.hands]))
        return swapped(state, Rounds(following[0]), Acting(following[0]))


class Acting(SeatPhase[Court, Move], frozen=True):
    """A seat acts; most deeds can be answered."""

    def moves(self, state: Court, seat: Seat) -> Sequence[Move]:
        """Return the deeds that a seat can pay."""
        others, coins = state.others(seat), state.coins[seat]
        exiles = [Exile(other) for other in others]
        if coins >= MUST_EXILE:
            return exiles
        steals = [Steal(other) for other in others if state.coins[other]]
        poisons = [Poison(other) for other in others] if coins >= POISON else []
        return [Work(), Beg(), Tax(), *steals, *poisons, *(exiles if coins >= EXILE else [])]

    def why_not(self, state: Court, seat: Seat, move: Move) -> Refusal:
        """Say what is missing for a deed."""
        if state.coins[seat] >= MUST_EXILE:
            return Refusal.of("", "must_exile")
        return Refusal.of("", "not_possible")

    def play(self, state: Court, seat: Seat, move: Move, tell: Tell) -> Court:
        """Announce a deed: its effect lies below the answers to it."""
        others, deed = state.others(seat), Effect(seat, move)  # type: ignore[arg-type]  # a deed
        level = len(state.phases) - 1
        match move:
            case Work():
                return swapped(state, deed)
            case Exile():
                return swapped(paid(state, seat, EXILE), deed)
            case Beg():
                return swapped(state, deed, Offered(others, STEWARD))
            case Tax():
                return swapped(state, deed, Doubting(others, seat, STEWARD, level))
            case Steal(seat=victim):
                claim = Doubting(others, seat, THIEF, level)
                return swapped(state, deed, Offered((victim,), THIEF), claim)
            case Poison(seat=victim):
                claim = Doubting(others, seat, POISONER, level)
                return swapped(paid(state, seat, POISON), deed, Offered((victim,), HEALER), claim)
        raise AssertionError(move)


class Doubting(ResponseWindow[Court, Doubt | Pass], frozen=True):
    """The others may doubt a claim, in turn."""

    passing: ClassVar[type[Move]] = Pass
    claimant: Seat
    card: Courtier
    level: int
    """The level of the stack that is left if the claim is false."""

    def moves(self, state: Court, seat: Seat) -> Sequence[Doubt | Pass]:
        """Return doubt and pass."""
        return DOUBTS

    def responded(self, state: Court, seat: Seat, move: Move, tell: Tell) -> Court:
        """Ask the claimant for the proof."""
        return swapped(state, Proving(self.claimant, seat, self.card, self.level))


class Offered(AutomaticPhase[Court], frozen=True):
    """A deed may be prevented by those who still hold a card."""

    seats: tuple[Seat, ...]
    card: Courtier

    def advance(self, state: Court, tell: Tell) -> Court:
        """Ask them, if there are any."""
        asked = tuple(seat for seat in self.seats if state.is_in(seat))
        return swapped(state, Preventing(asked, self.card)) if asked else popped(state)


class Preventing(ResponseWindow[Court, Prevent | Pass], frozen=True):
    """Those whom a deed concerns may prevent it; the first to speak does."""

    passing: ClassVar[type[Move]] = Pass
    at_once: ClassVar[bool] = True
    card: Courtier

    def moves(self, state: Court, seat: Seat) -> Sequence[Prevent | Pass]:
        """Return prevent and pass."""
        return PREVENTIONS

    def responded(self, state: Court, seat: Seat, move: Move, tell: Tell) -> Court:
        """Prevent the deed, which is a claim of its own; found false, the deed takes effect."""
        level = len(state.phases) - 1
        claim = Doubting(state.others(seat), seat, self.card, level)
        return swapped(state, Prevented(level - 1), claim)


class Prevented(AutomaticPhase[Court], frozen=True):
    """A deed does not take effect."""

    level: int

    def advance(self, state: Court, tell: Tell) -> Court:
        """Unwind the stack to what lay below the deed."""
        return unwound(state, self.level)


class Effect(AutomaticPhase[Court], frozen=True):
    """A deed takes effect, since nobody has stopped it."""

    seat: Seat
    deed: Work | Beg | Tax | Steal | Poison | Exile

    def advance(self, state: Court, tell: Tell) -> Court:
        """Move coins, or take a card."""
        match self.deed:
            case Work():
                return popped(paid(state, self.seat, -1))
            case Beg():
                return popped(paid(state, self.seat, -2))
            case Tax():
                return popped(paid(state, self.seat, -3))
            case Steal(seat=victim):
                taken = min(2, state.coins[victim])
                return popped(paid(paid(state, victim, taken), self.seat, -taken))
            case Poison(seat=victim) | Exile(seat=victim):
                return swapped(state, Losing(victim)) if state.is_in(victim) else popped(state)


class Turning(SeatPhase[Court, Turn], frozen=True):
    """A seat turns one of its cards face up."""

    def moves(self, state: Court, seat: Seat) -> Sequence[Turn]:
        """Return the cards of the hand."""
        return [TURNS[card] for card in held(state.hands[seat])]

    def why_not(self, state: Court, seat: Seat, move: Move) -> Refusal:
        """Say that the card is not there."""
        return Refusal.of("", "not_held" if isinstance(move, Turn) else "not_possible")


class Losing(Turning, frozen=True):
    """A seat loses a card of its choice."""

    def play(self, state: Court, seat: Seat, move: Turn, tell: Tell) -> Court:
        """Turn it face up."""
        return popped(turned(state, seat, move.card, tell, proof=False))


class Proving(Turning, frozen=True):
    """A seat that was doubted turns a card: the one it claimed, or one that it loses."""

    doubter: Seat
    card: Courtier
    level: int

    def play(self, state: Court, seat: Seat, move: Turn, tell: Tell) -> Court:
        """Draw a card for the proof, and the doubter loses one; or the claim fails."""
        proof = move.card == self.card
        state = turned(state, seat, move.card, tell, proof=proof)
        if proof:
            return swapped(state, Losing(self.doubter), Drawing(seat))
        return unwound(state, self.level)


def paid(state: Court, seat: Seat, coins: int) -> Court:
    """Return the state after a seat has paid coins, or got them if less than 0."""
    return replace(state, coins=replaced(state.coins, seat, state.coins[seat] - coins))


def with_card(state: Court, draw: Draw) -> Court:
    """Return the state after a draw."""
    hand = adjusted(state.hands[draw.seat], draw.card)
    hands = replaced(state.hands, draw.seat, hand)
    return replace(state, deck=removed(state.deck, draw.card), hands=hands)


def turned(state: Court, seat: Seat, card: int, tell: Tell, *, proof: bool) -> Court:
    """Return the state after a seat has turned a card face up; it lies beside the table."""
    if tell:
        tell(Turned(seat, card, proof))
    hands = replaced(state.hands, seat, removed(state.hands[seat], card))
    return replace(state, hands=hands, shown=adjusted(state.shown, card))


AnyPhase: TypeAlias = (
    Dealing | Rounds | Acting | Doubting | Preventing | Offered | Effect | Prevented | Proving
    | Losing | Drawing | Over
)  # fmt: skip
