"""A sound game: the first seat and one of the others bid in secret; the rest bid nothing."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

import parlour
from parlour import (
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
    swapped,
    unmasked,
)


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
        return swapped(state, Bidding((None,) * self.seats, asked=(0, move.seat)))


class Bidding(SealedPhase[Auction, Bid], frozen=True):
    answers: tuple[Bid | None, ...]

    def moves(self, state: Auction, seat: Seat) -> Sequence[Bid]:
        return tuple(map(Bid, range(4)))

    def opened(self, state: Auction, answers: tuple[Bid | None, ...], tell: Tell) -> Auction:
        coins = tuple(answer.coins if answer else 0 for answer in answers)
        if tell:
            tell(Bids(coins))
        return swapped(state, Over.ranked(coins))


class Seen(Struct, frozen=True):
    seat: Seat
    phases: tuple[Asking | Bidding | Over, ...]
    """The phase without the answers of others, with the seats that have given one."""


class Rules(parlour.Rules[Auction, Seen]):
    def start(self, seats: int, options: Any) -> Auction:
        return Auction((Asking(0, seats),))

    def view(self, state: Auction, seat: Seat) -> Seen:
        return Seen(seat, masked(state.phases, seat))

    def determinize(self, view: Seen, rng: Random) -> Auction:
        return unmasked(Auction(view.phases), rng)

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
