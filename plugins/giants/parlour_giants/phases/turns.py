"""Turns that go round until all have passed, as in placing and transport."""

from collections.abc import Callable
from typing import Protocol

from parlour import Seat, Tell, clockwise
from parlour_giants.events import StoodDown
from parlour_giants.state import BaseState


class Turns(Protocol):
    """A phase in which turns go round: all that a decision inside a turn knows of it."""

    def next_turn(self, state: BaseState, tell: Tell) -> BaseState:
        """Give the turn to the next seat to the left that has not passed."""


def next_up(
    state: BaseState, first: Seat, passed: int, able: Callable[[BaseState, Seat], bool], tell: Tell
) -> tuple[Seat | None, int]:
    """Return the next seat from ``first`` on, and the set of seats that have passed by then.

    A seat that could only pass has passed (rules 4.12 and 5.12). The seat is None when all have.
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
