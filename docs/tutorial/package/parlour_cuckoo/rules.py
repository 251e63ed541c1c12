"""The rules of Cuckoo as the framework calls them."""

from random import Random

import parlour
from parlour import NoOptions, Seat
from parlour_cuckoo import view as views
from parlour_cuckoo.phases import Dealing, State
from parlour_cuckoo.view import View


class Rules(parlour.Rules[State, View]):
    """The highest card wins."""

    def start(self, seats: int, options: NoOptions) -> State:
        """Begin with the deal (rule 1)."""
        return State(phases=(Dealing(0),), seats=seats)

    def view(self, state: State, seat: Seat) -> View:
        """Build what ``seat`` may know."""
        return views.view(state, seat)

    def determinize(self, view: View, rng: Random) -> State:
        """Sample a state that fits a view."""
        return views.determinize(view, rng)

    def census(self, state: State) -> dict[str, int]:
        """Count the cards, wherever they are."""
        return {"cards": len(state.deck) + len(state.cards) + len(state.out)}
