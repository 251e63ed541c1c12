"""Whose turn comes next where turns go round until all have passed."""

from collections.abc import Callable
from typing import Protocol

from parlour import Seat, Tell, clockwise
from parlour_giants.events import StoodDown
from parlour_giants.state import BaseState


class Turns(Protocol):
    """A phase in which turns go round, as a decision within a turn sees it."""

    def next_turn(self, state: BaseState, tell: Tell) -> BaseState:
        """Give the turn to the left."""


def next_up(
    state: BaseState, first: Seat, passed: int, able: Callable[[BaseState, Seat], bool], tell: Tell
) -> tuple[Seat | None, int]:
    """Return who is next from ``first`` on, and who has passed by then.

    A seat that could do nothing but pass has passed (rules 4.12 and 5.12). None: all have.
    """
    for seat in clockwise(first, state.seats):
        if passed >> seat & 1:
            continue
        if able(state, seat):
            return seat, passed
        passed |= 1 << seat
        if tell:
            tell(StoodDown(seat))
    return None, passed
