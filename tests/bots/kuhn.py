"""Kuhn poker: three cards, one chip each, one bet; its equilibria are known (Kuhn 1950)."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

import parlour
from parlour import ChancePhase, Game, Move, Outcome, Over, Seat, SeatPhase, State, Tell

JACK, QUEEN, KING = range(3)


class Bet(Move, frozen=True):
    form = "bet"


class Pass(Move, frozen=True):
    form = "pass"


class Deal(Outcome, frozen=True):
    form = "deal {first} {second}"
    public_form = "deal"
    first: int
    second: int

    def shown_to(self, seat: Seat) -> bool:
        return False


class Deck(State, frozen=True):
    phases: tuple["Dealing | Betting | Over", ...]
    cards: tuple[int, ...] = ()


class Dealing(ChancePhase[Deck, Deal], frozen=True):
    def outcomes(self, state: Deck) -> Sequence[tuple[Deal, int]]:
        return [(Deal(a, b), 1) for a in range(3) for b in range(3) if a != b]

    def resolve(self, state: Deck, outcome: Deal, tell: Tell) -> Deck:
        return Deck((Betting(0, ""),), (outcome.first, outcome.second))


class Betting(SeatPhase[Deck, Bet | Pass], frozen=True):
    said: str
    """What has been said so far: b or p for each."""

    def moves(self, state: Deck, seat: Seat) -> Sequence[Bet | Pass]:
        return (Bet(), Pass())

    def play(self, state: Deck, seat: Seat, move: Move, tell: Tell) -> Deck:
        said = self.said + ("b" if isinstance(move, Bet) else "p")
        if said in {"b", "p", "pb"}:
            return Deck((Betting(1 - seat, said),), state.cards)
        stake = 2 if said.endswith("bb") else 1
        winner = int(state.cards[1] > state.cards[0])
        if said.endswith("bp"):
            winner = 1 - seat
        points = (stake, -stake) if winner == 0 else (-stake, stake)
        return Deck((Over.ranked(points),), state.cards)


class Hand(Struct, frozen=True):
    seat: Seat
    card: int | None
    said: str | None


class Rules(parlour.Rules[Deck, Hand]):
    def start(self, seats: int, options: Any) -> Deck:
        return Deck((Dealing(),))

    def view(self, state: Deck, seat: Seat) -> Hand:
        phase = state.phases[-1]
        card = state.cards[seat] if state.cards else None
        return Hand(seat, card, phase.said if isinstance(phase, Betting) else None)

    def determinize(self, view: Hand, rng: Random) -> Deck:
        raise NotImplementedError

    def census(self, state: Deck) -> dict[str, int]:
        return {}


GAME = Game(
    id="kuhn",
    title="Kuhn poker",
    seats=range(2, 3),
    objective="points",
    rules=Rules(),
    state=Deck,
    view=Hand,
    moves=Bet | Pass,
    outcomes=Deal,
)
