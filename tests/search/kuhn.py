"""Kuhn poker: three cards, one chip each, one bet; its equilibria are known (Kuhn 1950)."""

from collections.abc import Mapping, Sequence
from itertools import permutations, product
from random import Random
from statistics import fmean
from typing import Any, TypeAlias

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
        if view.card is None or view.said is None:
            raise NotImplementedError
        other = rng.choice([card for card in range(3) if card != view.card])
        cards = (view.card, other) if view.seat == 0 else (other, view.card)
        return Deck((Betting(len(view.said) % 2, view.said),), cards)

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


Bets: TypeAlias = Mapping[tuple[Seat, int, str], float]
"""How often each seat bets, 0 … 1, by its card and what has been said."""

SETS = [
    (seat, card, said)
    for seat, told in ((0, ("", "pb")), (1, ("p", "b")))
    for card in range(3)
    for said in told
]
"""The decisions of both seats."""


def exploitability(bets: Bets) -> float:
    """Return the chips a hand that a best response wins, in the mean of both seats."""
    return (_best_response(bets, 0) + _best_response(bets, 1)) / 2


def _best_response(bets: Bets, seat: Seat) -> float:
    """Return the chips a hand that the best of all ways to play a seat wins."""
    own = [key for key in SETS if key[0] == seat]
    sign = 1 if seat == 0 else -1
    ways = product((0.0, 1.0), repeat=len(own))
    tried = [{**bets, **dict(zip(own, way, strict=True))} for way in ways]
    return max(sign * fmean(_points(cards, "", way) for cards in DEALT) for way in tried)


def _points(cards: tuple[int, ...], said: str, bets: Bets) -> float:
    """Return the chips that seat 0 wins on the average, from what has been said on."""
    if said in ENDS:
        folded, stake = ENDS[said]
        won = folded == 1 if folded is not None else cards[0] > cards[1]
        return stake if won else -stake
    share = bets[len(said) % 2, cards[len(said) % 2], said]
    return share * _points(cards, said + "b", bets) + (1 - share) * _points(cards, said + "p", bets)


DEALT = list(permutations(range(3), 2))
"""The cards of both seats."""
ENDS: Mapping[str, tuple[Seat | None, int]] = {
    "pp": (None, 1),
    "bb": (None, 2),
    "pbb": (None, 2),
    "bp": (1, 1),
    "pbp": (0, 1),
}
"""Who has folded, or None at a showdown, and the chips at stake."""
