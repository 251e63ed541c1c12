"""The events of Giants: the consequences of moves and dice, as each seat sees it."""

from typing import ClassVar, TypeAlias

from parlour import Event, Seat
from parlour_giants.components import Size
from parlour_giants.moves import Bid


class RoundBegan(Event, frozen=True):
    """A round begins (rule 1.6)."""

    round: int
    start: Seat


class QuarryOpened(Event, frozen=True):
    """Moais of these sizes can be carved this round (rule 2.2)."""

    sizes: tuple[Size, ...]


class BidsOpened(Event, frozen=True):
    """All bids are open (rule 3.2)."""

    reveals: ClassVar[bool] = True

    bids: tuple[Bid, ...]
    """The bid of each seat."""
    order: tuple[Seat, ...]
    """The seats in picking order."""


class Uncarved(Event, frozen=True):
    """Nobody carves moais of these sizes (rule 3.5)."""

    sizes: tuple[Size, ...]
    removed: bool
    """Whether they leave the game; else they go back into the box."""


class Skipped(Event, frozen=True):
    """A seat that has not passed can do nothing, and is skipped (rules 4.13 and 5.14)."""

    seat: Seat


class StoodDown(Event, frozen=True):
    """A seat could do nothing but pass, and so has passed by the first rulings (rule 7.7)."""

    seat: Seat


class LastRoundSet(Event, frozen=True):
    """No moai is left to erect: one more round is played (rule 7.5)."""


class Earned(Event, frozen=True):
    """A seat gains points on the track (rules 5.6 and 7.3)."""

    seat: Seat
    points: int


class LaidAside(Event, frozen=True):
    """A piece that was not moved goes to its quarry unmarked (rule 5.13)."""

    seat: Seat
    size: Size


class MarkersTaken(Event, frozen=True):
    """Seats took markers back (rule 6.3)."""

    reveals: ClassVar[bool] = True

    pieces: tuple[tuple[tuple[Size, str], ...], ...]
    """For each seat, the size and the hex of each piece that lost its marker."""


class Peeked(Event, frozen=True, tag="Looked"):
    """A seat has peeked under a moai (rule 8.1). Messages call it ``Looked``."""

    reveals: ClassVar[bool] = True

    seat: Seat
    ahu: str
    owner: Seat | None
    """The seat whose base it is, or None for every seat but the one that paid."""

    def seen_by(self, seat: Seat) -> "Peeked":
        """Tell the owner of the base to the seat that paid."""
        return self if seat == self.seat else Peeked(self.seat, self.ahu, None)


class Counted(Event, frozen=True):
    """A seat's points at the end, by their sources (rule 7.2)."""

    seat: Seat
    track: int
    moais: int
    headdresses: int
    tablets: int


GiantsEvent: TypeAlias = (
    RoundBegan
    | QuarryOpened
    | BidsOpened
    | Uncarved
    | Skipped
    | StoodDown
    | Earned
    | LaidAside
    | MarkersTaken
    | LastRoundSet
    | Peeked
    | Counted
)
