"""A small game whose moves name seats, as records, faces and readers of any language meet them."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

import parlour
from parlour import Game, Move, Over, Seat, SeatPhase, State, Tell, swapped


class Bid(Move, frozen=True):
    """A number of cards."""

    form = "bid {cards}"
    cards: int


class Flip(Move, frozen=True):
    """Turn over a card of a seat."""

    form = "flip {target}"
    target: Seat


class Give(Move, frozen=True):
    """Give a seat cards, one if no number is written."""

    form = "give {target}[ {cards} cards]"
    chosen_first: ClassVar[tuple[str, ...]] = ("target",)
    target: Seat
    cards: int = 1


class OpeningBids(SeatPhase["Table", Bid], frozen=True):
    """The first seat says how many cards are flipped."""

    seats: int

    def moves(self, state: "Table", seat: Seat) -> Sequence[Bid]:
        """Bid one to three cards."""
        return tuple(map(Bid, (1, 2, 3)))

    def play(self, state: "Table", seat: Seat, move: Bid, tell: Tell) -> "Table":
        """Begin to flip."""
        return swapped(state, Flipping(0, self.seats, move.cards))


class Flipping(SeatPhase["Table", Flip | Give], frozen=True):
    """One seat after another flips a card of a neighbour, or gives cards."""

    seats: int
    left: int

    def moves(self, state: "Table", seat: Seat) -> Sequence[Flip | Give]:
        """Name any seat but one's own."""
        others = [other for other in range(self.seats) if other != seat]
        gifts = [Give(other, cards) for other in others for cards in (1, 2)]
        return (*map(Flip, others), *gifts)

    def play(self, state: "Table", seat: Seat, move: Flip | Give, tell: Tell) -> "Table":
        """Go on with the next seat."""
        if self.left == 1:
            return swapped(state, Over.ranked([0] * self.seats))
        return swapped(state, replace(self, seat=(seat + 1) % self.seats, left=self.left - 1))


class Table(State, frozen=True):
    """The whole situation."""

    phases: tuple[OpeningBids | Flipping | Over, ...]


class Rules(parlour.OpenRules[Table]):
    """Rules without secrets."""

    def start(self, seats: int, options: Struct) -> Table:
        """Begin with the bids."""
        return Table((OpeningBids(0, seats),))

    def census(self, state: Table) -> dict[str, int]:
        """Count nothing."""
        return {}


GAME = Game(
    id="flips",
    title="Flips",
    seats=range(2, 6),
    rules=Rules(),
    state=Table,
    view=parlour.OpenView[Table],
    moves=Bid | Flip | Give,
)
