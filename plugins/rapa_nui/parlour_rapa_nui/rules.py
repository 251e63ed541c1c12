"""The rules of Rapa Nui as the framework calls them."""

from collections.abc import Sequence
from random import Random

import parlour
from parlour import NoOptions, Over, Seat, TurnPlan
from parlour.kit.cards import combined
from parlour.kit.markets import shown
from parlour_rapa_nui import heuristic
from parlour_rapa_nui import view as views
from parlour_rapa_nui.components import BOX, CARDS, SORTS, STACK, START_HANDS, START_LYING, Tally
from parlour_rapa_nui.phases import Refilling, StartPlayer, State, Turn
from parlour_rapa_nui.scoring import sacrificed
from parlour_rapa_nui.state import Tribe, holdings
from parlour_rapa_nui.view import View


class Rules(parlour.Rules[State, View]):
    """Only the cards face down on the stone are secret (chapter 8)."""

    def start(self, seats: int, options: NoOptions) -> State:
        """Set the table up: start cards, piles, and a display still to be laid (chapter 1)."""
        dealt = BOX.offerings.dealt
        tribes = tuple(
            Tribe(lying=START_LYING, hand=START_HANDS[seat], wood=0, fame=0, traced=(dealt,) * 4)
            for seat in range(seats)
        )
        columns = reversed(range(BOX.display.columns))
        return State(
            phases=(StartPlayer(), *(Refilling(column) for column in columns)),
            tribes=tribes,
            columns=((),) * BOX.display.columns,
            stack=STACK,
            piles=(BOX.offerings.each - dealt * seats,) * len(SORTS),
            stone=(),
            box=_absent(seats),
        )

    def view(self, state: State, seat: Seat) -> View:
        """Build what ``seat`` may know."""
        return views.view(state, seat)

    def spectator_view(self, state: State) -> View:
        """Build what a spectator may see: no card that lies face down."""
        return views.view(state, views.SPECTATOR)

    def determinize(self, view: View, rng: Random) -> State:
        """Sample a state that fits a view."""
        return views.determinize(view, rng)

    def plans(self, view: View) -> Sequence[TurnPlan]:
        """Propose what to buy, to lay and to draw."""
        from parlour_rapa_nui.words.plans import plans  # noqa: PLC0415  bots never ask

        return plans(view, self)

    def heuristic(self, state: State, seat: Seat) -> float:
        """Say by how many points ``seat`` will probably be ahead."""
        return heuristic.lead(state, seat)

    def expected_points(self, state: State) -> tuple[float, ...]:
        """Say with how many points each seat will probably end."""
        return heuristic.expected(state)

    def turn_of(self, state: State) -> Seat | None:
        """Say whose turn it is: under its steps lies the turn of the left neighbour (rule 2.1)."""
        following = state.phases[0]
        if isinstance(following, Turn):
            return (following.seat - 1) % len(state.tribes)
        return super().turn_of(state)

    def census(self, state: State) -> dict[str, int]:
        """Count tribes, cards, offerings and stray phases; wood and fame are without end."""
        of_tribes = [tally for tribe in state.tribes for tally in (tribe.lying, tribe.hand)]
        display = shown(state.columns, len(CARDS))
        counts = dict(
            zip(CARDS, combined(state.stack, state.box, display, *of_tribes), strict=True)
        )
        on_stone = sacrificed(state.stone)
        held = [holdings(tribe, state.stone, s) for s, tribe in enumerate(state.tribes)]
        for sort, name in enumerate(SORTS):
            tallied = sum(tally[sort] for tally in (state.piles, on_stone, *held))
            counts[f"{name} offering"] = tallied
        stray = int(not isinstance(state.phases[0], StartPlayer | Turn | Over))
        return {"tribes": len(held), **counts, "stray phases": stray}


def _absent(seats: int) -> Tally:
    """Return the start cards of the colours that nobody plays (rule 1.3)."""
    none = (0,) * len(CARDS)
    absent = START_HANDS[seats:]
    return combined(none, *absent, *([START_LYING] * len(absent)))
