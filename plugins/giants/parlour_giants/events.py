"""What happens beyond the moves themselves, as each seat is told."""

from typing import ClassVar, TypeAlias

from parlour import Event, Seat
from parlour_giants.components import Size
from parlour_giants.moves import Bid


class RoundBegan(Event, frozen=True):
    """A round begins (rule 1.6)."""

    round: int
    start: Seat


class QuarryOpened(Event, frozen=True):
    """These moais can be carved this round (rule 2.2)."""

    sizes: tuple[Size, ...]


class BidsOpened(Event, frozen=True):
    """All bids are open; ``order`` is who picks before whom (rule 3.2)."""

    reveals: ClassVar[bool] = True

    bids: tuple[Bid, ...]
    order: tuple[Seat, ...]


class Uncarved(Event, frozen=True):
    """Nobody carves these moais (rule 3.5)."""

    sizes: tuple[Size, ...]
    removed: bool


class StoodDown(Event, frozen=True):
    """A seat could do nothing but pass, and so has passed (rules 4.12 and 5.12)."""

    seat: Seat


class Earned(Event, frozen=True):
    """A seat gains points on the track (rules 5.6 and 7.3)."""

    seat: Seat
    points: int


class LaidAside(Event, frozen=True):
    """A piece that was not moved goes to its quarry unmarked (rule 5.13)."""

    seat: Seat
    size: Size


class MarkersTaken(Event, frozen=True):
    """What each seat took its markers back from (rule 6.3)."""

    reveals: ClassVar[bool] = True

    pieces: tuple[tuple[tuple[Size, str], ...], ...]


class Peeked(Event, frozen=True, tag="Looked"):
    """A seat has looked under a moai (rule 8.1). Messages call it ``Looked``."""

    reveals: ClassVar[bool] = True

    seat: Seat
    ahu: str
    owner: Seat | None
    """Whose base it is; None to everybody but the one who paid."""

    def seen_by(self, seat: Seat) -> "Peeked":
        """Tell the colour to the one who paid."""
        return self if seat == self.seat else Peeked(self.seat, self.ahu, None)


class Counted(Event, frozen=True):
    """What a seat's points at the end are made of (rule 7.2)."""

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
    | StoodDown
    | Earned
    | LaidAside
    | MarkersTaken
    | Peeked
    | Counted
)
