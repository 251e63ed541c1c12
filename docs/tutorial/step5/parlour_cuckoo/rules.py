"""The rules as Parlour calls them."""

from random import Random
from typing import Any

import parlour
from parlour import Seat
from parlour_cuckoo import match
from parlour_cuckoo import view as views
from parlour_cuckoo.match import Match
from parlour_cuckoo.state import deck
from parlour_cuckoo.view import View


class Rules(parlour.Rules[Match, View]):
    """The highest card wins."""

    def start(self, seats: int, options: Any) -> Match:
        """Begin with the deal."""
        return match.start(seats)

    def view(self, state: Match, seat: Seat) -> View:
        """Build what ``seat`` may know."""
        return views.view(state, seat)

    def determinize(self, view: View, rng: Random) -> Match:
        """Sample a match that fits a view."""
        return views.determinize(view, rng)

    def census(self, state: Match) -> dict[str, int]:
        """Count the cards, wherever they are."""
        return {"cards": len(deck(state)) + len(state.cards) + len(state.out)}
