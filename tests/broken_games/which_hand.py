"""A sound game with a hidden deal and hidden moves; most broken games are variants of it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace as changed
from pathlib import Path
from random import Random
from typing import Annotated, Any

from msgspec import Struct

import parlour
from parlour import (
    ChancePhase,
    DecisionPhase,
    Display,
    Event,
    Game,
    Move,
    Outcome,
    Over,
    Refusal,
    Seat,
    Spelling,
    State,
    Tell,
    Viewer,
    await_seat,
)

HANDS = ("left", "right")
Hand = Annotated[int, Spelling(HANDS.__getitem__, HANDS.index)]


class Hide(Move, frozen=True):
    form = "hide {hand}"
    public_form = "hide"
    hand: Hand


class Guess(Move, frozen=True):
    form = "guess {hand}"
    hand: Hand


class Deal(Outcome, frozen=True):
    form = "deal {card} to {seat}"
    public_form = "deal to {seat}"
    seat: Seat
    card: int

    def shown_to(self, seat: Seat) -> bool:
        return seat == self.seat


class Opened(Event, frozen=True):
    reveals = True
    right: bool


class Coins(State, frozen=True):
    phases: tuple["Dealing | Hiding | Guessing | Over", ...]
    deck: int = 0b1111
    cards: tuple[int, ...] = ()
    coins: tuple[int, ...] = ()
    right: tuple[bool, ...] = ()


class Dealing(ChancePhase[Coins, Deal], frozen=True):
    seat: Seat

    def outcomes(self, state: Coins) -> Sequence[tuple[Deal, int]]:
        return [(Deal(self.seat, card), 1) for card in range(4) if state.deck >> card & 1]

    def resolve(self, state: Coins, outcome: Deal, tell: Tell) -> Coins:
        after = Hiding(0) if self.seat else Dealing(1)
        deck = state.deck & ~(1 << outcome.card)
        return Coins((after,), deck, (*state.cards, outcome.card))


class Hiding(DecisionPhase[Coins, Hide], frozen=True):
    rule = "2"
    seat: Seat

    def awaited(self, state: Coins) -> parlour.Decide:
        return await_seat(self.seat)

    def moves(self, state: Coins, seat: Seat) -> Sequence[Hide]:
        return (Hide(0), Hide(1))

    def play(self, state: Coins, seat: Seat, move: Hide, tell: Tell) -> Coins:
        after = Guessing(0) if seat else Hiding(1)
        return Coins((after,), state.deck, state.cards, (*state.coins, move.hand))


class Guessing(DecisionPhase[Coins, Guess], frozen=True):
    rule = "3"
    seat: Seat

    def awaited(self, state: Coins) -> parlour.Decide:
        return await_seat(self.seat)

    def moves(self, state: Coins, seat: Seat) -> Sequence[Guess]:
        return (Guess(0), Guess(1))

    def why_not(self, state: Coins, seat: Seat, move: Move) -> Refusal:
        return Refusal("3", "now one can only guess")

    def play(self, state: Coins, seat: Seat, move: Guess, tell: Tell) -> Coins:
        right = (*state.right, state.coins[1 - seat] == move.hand)
        if tell:
            tell(Opened(right[-1]))
        points = [card * hit for card, hit in zip(state.cards, right, strict=False)]
        after = Over.ranked(points) if seat else Guessing(1)
        return Coins((after,), state.deck, state.cards, state.coins, right)


class Seen(Struct, frozen=True):
    seat: Seat
    phases: tuple[Dealing | Hiding | Guessing | Over, ...]
    cards: tuple[int | None, ...]
    coins: tuple[int | None, ...]
    right: tuple[bool, ...]


class Rules(parlour.Rules[Coins, Seen]):
    def start(self, seats: int, options: Any) -> Coins:
        return Coins((Dealing(0),))

    def view(self, state: Coins, seat: Seat) -> Seen:
        done = isinstance(state.phases[-1], Over)
        cards = tuple(c if done or owner == seat else None for owner, c in enumerate(state.cards))
        coins = tuple(
            coin if owner == seat or len(state.right) > 1 - owner else None
            for owner, coin in enumerate(state.coins)
        )
        return Seen(seat, state.phases, cards, coins, state.right)

    def determinize(self, view: Seen, rng: Random) -> Coins:
        free = [card for card in range(4) if card not in view.cards]
        rng.shuffle(free)
        cards = tuple(free.pop() if card is None else card for card in view.cards)
        coins = tuple(rng.randrange(2) if coin is None else coin for coin in view.coins)
        deck = sum(1 << card for card in range(4) if card not in cards)
        return Coins(view.phases, deck, cards, coins, view.right)

    def census(self, state: Coins) -> dict[str, int]:
        return {"cards": state.deck.bit_count() + len(state.cards)}


def describe(view: Seen, viewer: Viewer) -> Iterable[str]:
    yield f"{viewer.names[view.seat]} sees {view.cards} and {view.coins}"


GAME = Game(
    id="which_hand",
    title="Which hand",
    seats=range(2, 3),
    rules=Rules(),
    state=Coins,
    view=Seen,
    moves=Hide | Guess,
    outcomes=Deal,
    events=Opened,
    rulebook=Path(__file__).with_suffix(".md"),
    display=Display(describe=describe),
)


def variant(rules: Rules | None = None, **changes: Any) -> Game:
    """Return the game with other rules, or with something else changed."""
    return changed(GAME, rules=rules or GAME.rules, **changes)
