"""The events. Every seat is told all of them whole, but for a sacrifice face down."""

from typing import TypeAlias

from parlour import Event, Seat
from parlour_rapa_nui.tally import Tally


class Started(Event, frozen=True):
    """The start player is known, and wood has been given out."""

    seat: Seat
    wood: Tally


class Refilled(Event, frozen=True):
    """An empty column has new cards, from the back to the front."""

    column: int
    cards: tuple[int, ...]


class Bought(Event, frozen=True):
    """A seat bought an offering for so much wood."""

    seat: Seat
    sort: int
    price: int


class Laid(Event, frozen=True):
    """A seat laid cards of one kind for so much wood."""

    seat: Seat
    card: int
    number: int
    price: int


class Discarded(Event, frozen=True):
    """A seat put a moai into the box."""

    seat: Seat


class Sacrificed(Event, frozen=True):
    """A seat sacrificed an offering face up."""

    reveals = True
    seat: Seat
    sort: int


class Buried(Event, frozen=True):
    """A seat sacrificed an offering face down; the others are not told the sort."""

    seat: Seat
    sort: int | None

    def seen_by(self, seat: Seat) -> "Buried":
        """Tell the sort to nobody but its owner."""
        return self if seat == self.seat else Buried(self.seat, None)


class Added(Event, frozen=True):
    """The builder of a moai sacrificed a card from a pile."""

    seat: Seat
    sort: int


class Drawn(Event, frozen=True):
    """A seat took the front card of a column."""

    seat: Seat
    column: int
    card: int


class Scored(Event, frozen=True):
    """A kind of card is scored, for so many each: wood, fame, moais' yield or offerings."""

    card: int
    amounts: Tally


class Yielded(Event, frozen=True):
    """A seat's moais brought it wood or fame."""

    seat: Seat
    amount: int
    fame: bool


class Received(Event, frozen=True):
    """A seat took offerings from a pile in a scoring."""

    seat: Seat
    sort: int
    number: int


class Declined(Event, frozen=True):
    """A seat took no other offering for one that is no more to be had."""

    seat: Seat


class Opened(Event, frozen=True):
    """The stone is opened: how often each sort was sacrificed, and what one is worth."""

    reveals = True
    sacrificed: Tally
    values: Tally


class Counted(Event, frozen=True):
    """A seat's final points, by their sources."""

    seat: Seat
    fame: int
    moais: int
    wood: int
    offerings: int


RapaNuiEvent: TypeAlias = (
    Started
    | Refilled
    | Bought
    | Laid
    | Discarded
    | Sacrificed
    | Buried
    | Added
    | Drawn
    | Scored
    | Yielded
    | Received
    | Declined
    | Opened
    | Counted
)
