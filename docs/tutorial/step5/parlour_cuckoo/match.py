"""The state with its phases: what a match is at any moment."""

from parlour_cuckoo.phases import AnyPhase, Dealing
from parlour_cuckoo.state import Cards


class Match(Cards, frozen=True, kw_only=True):
    """A whole situation of a match."""

    phases: tuple[AnyPhase, ...]


def start(seats: int) -> Match:
    """Begin with the deal (rule 1)."""
    return Match(phases=(Dealing(0),), seats=seats)
