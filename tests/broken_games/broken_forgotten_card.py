"""An event that shows each card to everybody, and a view that keeps it for its owner alone."""

from parlour import Event, Outcome, Tell
from tests.broken_games.which_hand import Coins, Deal, Opened, Rules, variant


class Flashed(Event, frozen=True):
    reveals = True
    card: int


class Broken(Rules):
    def resolve(self, state: Coins, outcome: Outcome, tell: Tell = None) -> Coins:
        if tell and isinstance(outcome, Deal):
            tell(Flashed(outcome.card))
        return super().resolve(state, outcome, tell)


GAME = variant(Broken(), events=Opened | Flashed)
