"""Two phases that follow on each other and await nobody."""

from parlour import AutomaticPhase, Outcome, State, Tell, swapped
from tests.broken_games.which_hand import Coins, Rules, variant


class Tick(AutomaticPhase[State], frozen=True):
    def advance(self, state: State, tell: Tell) -> State:
        return swapped(state, Tock())


class Tock(AutomaticPhase[State], frozen=True):
    def advance(self, state: State, tell: Tell) -> State:
        return swapped(state, Tick())


class Broken(Rules):
    def resolve(self, state: Coins, outcome: Outcome, tell: Tell = None) -> Coins:
        return self.run_automatic(swapped(state, Tick()), tell)


GAME = variant(Broken())
