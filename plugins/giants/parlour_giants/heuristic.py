"""How well a seat stands, for bots."""

from parlour import Seat
from parlour_giants.scoring import score
from parlour_giants.state import State


def heuristic(state: State, seat: Seat) -> float:
    """Guess."""
    return float(score(state, seat).total)
