"""The state with its phases: what a match of Rapa Nui is at any moment."""

from parlour_rapa_nui.phases import AnyPhase, Refilling, StartPlayer
from parlour_rapa_nui.pieces import BOX, CARDS, SORTS, STACK, START_HANDS, START_LYING, Tally, added
from parlour_rapa_nui.state import BaseState, Tribe


class State(BaseState, frozen=True):
    """A whole situation of a match."""

    phases: tuple[AnyPhase, ...]


def start(seats: int) -> State:
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


def _absent(seats: int) -> Tally:
    """Return the start cards of the colours that nobody plays (rule 1.3)."""
    none = (0,) * len(CARDS)
    absent = START_HANDS[seats:]
    return added(none, *absent, *([START_LYING] * len(absent)))
