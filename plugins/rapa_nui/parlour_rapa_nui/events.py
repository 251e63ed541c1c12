"""The events. Every seat is told all of them whole, but for a sacrifice face down.

Which cards came to a hand, to offerings or on the stone can be seen when it happens, and is
covered later: then it can no longer be looked up (rule 8.3).
"""

from typing import TypeAlias

from parlour import Event, Seat
from parlour_rapa_nui.components import SORTS, Tally


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
    sort: int | None
    price: int

    def looked_up(self) -> "Bought":
        """Rule 8.3: the sort is hidden among the seat's offerings."""
        return Bought(self.seat, None, self.price)


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
    sort: int | None

    def looked_up(self) -> "Sacrificed":
        """Rule 8.3: the card lies in the stone."""
        return Sacrificed(self.seat, None)


class Buried(Event, frozen=True):
    """A seat sacrificed an offering face down; the others are not told the sort."""

    seat: Seat
    sort: int | None

    def seen_by(self, seat: Seat) -> "Buried":
        """Tell the sort to nobody but its owner."""
        return self if seat == self.seat else Buried(self.seat, None)

    def looked_up(self) -> "Buried":
        """Rule 8.3: the card lies in the stone, covered for its owner too."""
        return Buried(self.seat, None)


class Added(Event, frozen=True):
    """The builder of a moai sacrificed a card from a pile."""

    seat: Seat
    sort: int | None

    def looked_up(self) -> "Added":
        """Rule 8.3: the card lies in the stone."""
        return Added(self.seat, None)


class Drawn(Event, frozen=True):
    """A seat took the front card of a column."""

    seat: Seat
    column: int
    card: int | None

    def looked_up(self) -> "Drawn":
        """Rule 8.3: the card is in a hand, or was."""
        return Drawn(self.seat, self.column, None)


class Scored(Event, frozen=True):
    """A kind of card is scored, for so many each: wood, fame, moais' yield or offerings."""

    card: int | None
    """The kind of card; None for hunters of a sort that cannot be looked up."""
    amounts: Tally

    def looked_up(self) -> "Scored":
        """Rule 8.3: which hunters were scored would tell what offerings everybody holds."""
        hunters = self.card is None or self.card < len(SORTS)
        return Scored(None, self.amounts) if hunters else self


class Yielded(Event, frozen=True):
    """A seat's moais brought it wood or fame."""

    seat: Seat
    amount: int
    fame: bool


class Received(Event, frozen=True):
    """A seat took offerings from a pile in a scoring."""

    seat: Seat
    sort: int | None
    number: int

    def looked_up(self) -> "Received":
        """Rule 8.3: the sort is hidden among the seat's offerings."""
        return Received(self.seat, None, self.number)


class Declined(Event, frozen=True):
    """A seat took no other offering for one that is no more to be had."""

    seat: Seat


class Opened(Event, frozen=True):
    """The stone is opened: how often each sort was sacrificed, and the worth of one."""

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
