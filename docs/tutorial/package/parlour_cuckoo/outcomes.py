"""The outcomes of chance."""

from parlour import Outcome, Seat


class Deal(Outcome, frozen=True):
    """A card for one seat, which alone sees it."""

    form = "deal {card} to {seat}"
    public_form = "deal a card to {seat}"
    seat: Seat
    card: int

    def shown_to(self, seat: Seat) -> bool:
        """Show the card to whom it is dealt."""
        return seat == self.seat
