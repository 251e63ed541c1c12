"""A sound game that shows each card to its owner, and to the other only as odd or even."""

from random import Random

from msgspec.structs import asdict

from parlour import Event, Seat, Tell
from tests.broken_games import which_hand
from tests.broken_games.which_hand import Coins, Deal, Opened, variant


class Dealt(Event, frozen=True):
    reveals = True
    seat: Seat
    odd: bool
    card: int | None

    def seen_by(self, seat: Seat) -> "Dealt":
        return self if seat == self.seat else Dealt(self.seat, self.odd, None)


class Seen(which_hand.Seen, frozen=True):
    odd: tuple[bool, ...]


class Rules(which_hand.Rules):
    def resolve(self, state: Coins, outcome: Deal, tell: Tell = None) -> Coins:  # type: ignore[override]  # no other
        if tell:
            tell(Dealt(outcome.seat, bool(outcome.card % 2), outcome.card))
        return super().resolve(state, outcome, tell)

    def view(self, state: Coins, seat: Seat) -> Seen:
        odd = tuple(bool(card % 2) for card in state.cards)
        return Seen(**asdict(super().view(state, seat)), odd=odd)

    def determinize(self, view: Seen, rng: Random) -> Coins:  # type: ignore[override]  # its own view
        world = super().determinize(view, rng)
        while [bool(card % 2) for card in world.cards] != list(view.odd):
            world = super().determinize(view, rng)
        return world


GAME = variant(Rules(), id="half_shown", view=Seen, events=Opened | Dealt)
