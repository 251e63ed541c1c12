"""A view that shows a card to all, where only its owner is told of an event that reveals it."""

from parlour import Event, Outcome, Seat, Tell
from tests.broken_games.which_hand import Coins, Deal, Opened, Rules, Seen, variant


class Received(Event, frozen=True):
    reveals = True
    seat: Seat
    card: int | None

    def seen_by(self, seat: Seat) -> "Received":
        return self if seat == self.seat else Received(self.seat, None)


class Broken(Rules):
    def resolve(self, state: Coins, outcome: Outcome, tell: Tell = None) -> Coins:
        if tell and isinstance(outcome, Deal):
            tell(Received(outcome.seat, outcome.card))
        return super().resolve(state, outcome, tell)

    def view(self, state: Coins, seat: Seat) -> Seen:
        seen = super().view(state, seat)
        return Seen(seat, seen.phases, state.cards, seen.coins, seen.right)


GAME = variant(Broken(), events=Opened | Received)
