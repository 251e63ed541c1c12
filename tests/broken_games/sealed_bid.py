"""A sound game: all seats answer at once, in secret."""

from collections.abc import Sequence
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
    State,
    Tell,
    masked,
    swapped,
    unmasked,
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    coins: int = 3


class Bid(Move, frozen=True):
    form = "bid {coins}"
    coins: int


class Bids(Event, frozen=True):
    reveals = True
    coins: tuple[int, ...]


class Auction(State, frozen=True):
    phases: tuple["Bidding | Over", ...]


class Bidding(SealedPhase[Auction, Bid], frozen=True):
    rule = "1"
    answers: tuple[Bid | None, ...]
    most: int

    def moves(self, state: Auction, seat: Seat) -> Sequence[Bid]:
        return tuple(map(Bid, range(self.most + 1)))

    def why_not(self, state: Auction, seat: Seat, move: Bid) -> Refusal:
        return Refusal("1", f"nobody has more than {self.most} coins")

    def opened(self, state: Auction, answers: tuple[Bid, ...], tell: Tell) -> Auction:
        coins = tuple(bid.coins for bid in answers)
        if tell:
            tell(Bids(coins))
        return swapped(state, Over.ranked([number == max(coins) for number in coins]))


class Seen(Struct, frozen=True):
    seat: Seat
    phases: tuple[Bidding | Over, ...]


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
