"""The rules as the framework calls them."""

from collections import Counter
from random import Random
from typing import Any

import parlour
from parlour import Seat
from parlour_rapa_nui import heuristic, match
from parlour_rapa_nui import view as views
from parlour_rapa_nui.match import State
from parlour_rapa_nui.pieces import CARDS, SORTS
from parlour_rapa_nui.scoring import sacrificed
from parlour_rapa_nui.state import holdings
from parlour_rapa_nui.view import View


class Rules(parlour.Rules[State, View]):
    """Rapa Nui."""

    def start(self, seats: int, options: Any) -> State:
        """Set the table up."""
        return match.start(seats)

    def view(self, state: State, seat: Seat) -> View:
        """Build what ``seat`` may know."""
        return views.view(state, seat)

    def determinize(self, view: View, rng: Random) -> State:
        """Sample a match that fits a view."""
        return views.determinize(view, rng)

    def heuristic(self, state: State, seat: Seat) -> float:
        """Say by how many points ``seat`` will probably be ahead."""
        return heuristic.lead(state, seat)

    def census(self, state: State) -> dict[str, int]:
        """Count cards by kind and offerings by sort; wood and fame are without end."""
        cards = Counter({CARDS[card]: n for card, n in enumerate(state.stack)})
        for column in state.columns:
            cards.update(CARDS[card] for card in column)
        tallies = [state.box, *(t.lying for t in state.tribes), *(t.hand for t in state.tribes)]
        for tally in tallies:
            cards.update({CARDS[card]: number for card, number in enumerate(tally)})
        on_stone = sacrificed(state.stone)
        held = [holdings(tribe, state.stone, s) for s, tribe in enumerate(state.tribes)]
        for sort, name in enumerate(SORTS):
            tallied = sum(tally[sort] for tally in (state.piles, on_stone, *held))
            cards[f"{name} offering"] = tallied
        return dict(cards)
