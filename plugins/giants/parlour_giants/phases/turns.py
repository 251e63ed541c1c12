"""Turns that go round until all have passed, as in placing and transport."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from parlour import Seat, Tell, clockwise
from parlour_giants.events import Skipped, StoodDown
from parlour_giants.state import BaseState


class Turns(Protocol):
    """A phase whose turns go round: all that a decision inside a turn knows of it."""

    def next_turn(self, state: BaseState, tell: Tell) -> BaseState:
        """Give the turn to the next seat to the left that has not passed."""


class Idle(Struct, frozen=True, gc=False):
    """The seats that are passed over when a turn goes round, as sets of seats."""

    passed: int
    """The seats that have passed."""
    stuck: int
    """The seats that have not passed, and could do nothing when it was last their turn."""


def next_up(
    state: BaseState,
    first: Seat,
    idle: Idle,
    able: Callable[[BaseState, Seat], bool],
    tell: Tell,
) -> tuple[Seat | None, Idle]:
    """Return the next seat from ``first`` on that can do something, and the idle ones by then.

    A seat that could only pass is skipped, and asked again when it can do something (rules 4.13
    and 5.14). The seat is None when all have passed, or the others can do nothing.
    """
    passed, stuck = idle.passed, idle.stuck
    for seat in clockwise(first, state.seats):
        bit = 1 << seat
        if passed & bit:
            continue
        if able(state, seat):
            return seat, Idle(passed, stuck & ~bit)
        if state.options.rulings == "first":  # 7.7
            passed |= bit
            if tell:
                tell(StoodDown(seat))
            continue
        if tell and not stuck & bit:
            tell(Skipped(seat))
        stuck |= bit
    return None, Idle(passed, stuck)
