"""The events, and what each seat is told of them."""

from parlour import Event, Seat


class Swapped(Event, frozen=True):
    """Two neighbours have swapped cards; they alone see them."""

    reveals = True
    seat: Seat
    gave: int | None
    got: int | None

    def seen_by(self, seat: Seat) -> "Swapped":
        """Leave the cards out for everybody else."""
        return self if seat in {self.seat, self.seat + 1} else Swapped(self.seat, None, None)


class Shown(Event, frozen=True):
    """Everybody shows their card."""

    reveals = True
    cards: tuple[int, ...]
