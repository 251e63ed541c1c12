"""A sound game in which one of the others bids in secret too; for the rest nothing is bid."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

import parlour
from parlour import Event, Game, Move, Over, SealedPhase, Seat, SeatPhase, State, Tell, swapped

NOTHING = 0


class Ask(Move, frozen=True):
    form = "ask {seat}"
    seat: Seat


class Bid(Move, frozen=True):
    form = "bid {coins}"
    coins: int


class Bids(Event, frozen=True):
    reveals = True
    coins: tuple[int, ...]


class Auction(State, frozen=True):
    phases: tuple["Asking | Bidding | Over", ...]


class Asking(SeatPhase[Auction, Ask], frozen=True):
    seats: int

    def moves(self, state: Auction, seat: Seat) -> Sequence[Ask]:
        return tuple(map(Ask, range(1, self.seats)))

    def play(self, state: Auction, seat: Seat, move: Ask, tell: Tell) -> Auction:
        asked = {0, move.seat}
        answers = tuple(None if each in asked else Bid(NOTHING) for each in range(self.seats))
        return swapped(state, Bidding(answers, move.seat))


class Bidding(SealedPhase[Auction, Bid], frozen=True):
    answers: tuple[Bid | None, ...]
    asked: Seat

    def moves(self, state: Auction, seat: Seat) -> Sequence[Bid]:
        return tuple(map(Bid, range(4)))

    def opened(self, state: Auction, answers: tuple[Bid, ...], tell: Tell) -> Auction:
        coins = tuple(answer.coins for answer in answers)
        if tell:
            tell(Bids(coins))
        return swapped(state, Over.ranked(coins))


class Seen(Struct, frozen=True):
    seat: Seat
    phase: Asking | Bidding | Over
    """The phase without the answers of others: an empty bid stands for each that is given."""


class Rules(parlour.Rules[Auction, Seen]):
    def start(self, seats: int, options: Any) -> Auction:
        return Auction((Asking(0, seats),))

    def view(self, state: Auction, seat: Seat) -> Seen:
        phase = state.phases[-1]
        if isinstance(phase, Bidding):
            answers = [
                answer if answer is None or other == seat else Bid(NOTHING)
                for other, answer in enumerate(phase.answers)
            ]
            phase = Bidding(tuple(answers), phase.asked)
        return Seen(seat, phase)

    def determinize(self, view: Seen, rng: Random) -> Auction:
        phase = view.phase
        if isinstance(phase, Bidding):
            answers = [
                self.guessed(phase, other, rng) if answer and other != view.seat else answer
                for other, answer in enumerate(phase.answers)
            ]
            phase = Bidding(tuple(answers), phase.asked)
        return Auction((phase,))

    def guessed(self, phase: Bidding, seat: Seat, rng: Random) -> Bid:
        """Guess a bid of a seat that was asked; for the others nothing is bid."""
        return Bid(rng.randrange(4) if seat in {0, phase.asked} else NOTHING)

    def census(self, state: Auction) -> dict[str, int]:
        return {}


GAME = Game(
    id="one_asked",
    title="One asked",
    seats=range(3, 5),
    rules=Rules(),
    state=Auction,
    view=Seen,
    moves=Ask | Bid,
    events=Bids,
)
