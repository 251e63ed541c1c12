"""Sound games: all seats answer at once, in secret, or the first seat and one of the others.

In ``one_asked`` the first seat chooses who bids against it; the rest bid nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from msgspec import Struct

import parlour
from parlour import (
    Checks,
    Event,
    Game,
    Move,
    Over,
    Refusal,
    SealedPhase,
    Seat,
    SeatPhase,
    State,
    Tell,
    masked,
    swapped,
    unmasked,
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    coins: int = 3


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
        return swapped(state, Bidding((None,) * self.seats, 3, asked=(0, move.seat)))


class Bidding(SealedPhase[Auction, Bid], frozen=True):
    rule = "1"
    answers: tuple[Bid | None, ...]
    most: int

    def moves(self, state: Auction, seat: Seat) -> Sequence[Bid]:
        return tuple(map(Bid, range(self.most + 1)))

    def why_not(self, state: Auction, seat: Seat, move: Bid) -> Refusal:
        return Refusal("1", f"nobody has more than {self.most} coins")

    def opened(self, state: Auction, answers: tuple[Bid | None, ...], tell: Tell) -> Auction:
        coins = tuple(bid.coins if bid else 0 for bid in answers)
        if tell:
            tell(Bids(coins))
        return swapped(state, Over.ranked([number == max(coins) for number in coins]))


class Seen(Struct, frozen=True):
    seat: Seat
    phases: tuple[Asking | Bidding | Over, ...]


class Rules(parlour.Rules[Auction, Seen]):
    def start(self, seats: int, options: Options) -> Auction:
        return Auction((Bidding((None,) * seats, options.coins),))

    def setup_fault(self, seats: int, options: Options) -> str | None:
        return "there are not so many coins" if seats * options.coins > 18 else None

    def view(self, state: Auction, seat: Seat) -> Seen:
        return Seen(seat, masked(state.phases, seat))

    def determinize(self, view: Seen, rng: Random) -> Auction:
        return unmasked(Auction(view.phases), rng)

    def census(self, state: Auction) -> dict[str, int]:
        return {}


class RulesOfOne(Rules):
    def start(self, seats: int, options: Options) -> Auction:
        return Auction((Asking(0, seats),))


GAME = Game(
    id="sealed_bid",
    title="Sealed bid",
    seats=range(2, 5),
    rules=Rules(),
    state=Auction,
    view=Seen,
    moves=Bid,
    events=Bids,
    options=Options,
    checks=Checks(presets={"rich": {"coins": 6}}),
)
ONE_ASKED = replace(
    GAME,
    id="one_asked",
    title="One asked",
    seats=range(3, 5),
    rules=RulesOfOne(),
    moves=Ask | Bid,
    checks=Checks(),
)
