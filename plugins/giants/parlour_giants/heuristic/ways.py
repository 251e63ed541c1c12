"""The cheapest ways of a piece: the fewest points for others, and of these ways the shortest.

Plans and typed transports go them; bots weigh ways by ``transport_costs`` alone.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from parlour import Seat
from parlour_giants.board import members
from parlour_giants.components import HEADDRESS, Size
from parlour_giants.heuristic.transport_costs import MISSING, NEVER, POINT, spread
from parlour_giants.phases.moving import Moving, goals, sites
from parlour_giants.phases.placing import camp_with
from parlour_giants.state import BaseState, Camp, Crew, crews, fees


class Entry(NamedTuple):
    """The carriers of a piece into a hex."""

    crew: Crew
    """The carriers that earn others least, and of these the fewest."""
    points: int
    """Points that they earn others."""
    missing: int
    """Number of workers of the seat among them that are not there yet."""


@lru_cache(maxsize=1 << 13)
def entry(camp: Camp, seat: Seat, size: Size) -> Entry:
    """Return the cheapest carriers of a seat's piece into a hex with a camp."""
    missing = 0
    while not (able := crews(camp, size)):
        camp, missing = camp_with(camp, seat, "worker", 0), missing + 1

    def price(crew: Crew) -> tuple[int, int]:
        return sum(points for _, points in fees(crew, seat, size)), len(crew)

    crew = min(able, key=price)
    return Entry(crew, price(crew)[0], missing)


class Ways:
    """The cheapest ways of a piece from the hex where it is."""

    def __init__(
        self,
        state: BaseState,
        seat: Seat,
        size: Size,
        start: int,
        closed: int = 0,
        *,
        building: bool = False,
    ) -> None:
        """Find them without the set of hexes ``closed``.

        While ``building``, hexes count that lack figures, for what these are worth to bots.
        """
        self.entries = [entry(camp, seat, size) for camp in state.camps]
        """The carriers into each hex."""
        self._start = start
        self._around = state.board.neighbours
        # A hex costs 1 itself, so that of ways that pay others the same the shortest is found.
        self._enter = tuple(
            NEVER
            if closed >> here & 1 or (one.missing and not building)
            else POINT * one.points + MISSING * one.missing + 1
            for here, one in enumerate(self.entries)
        )
        self._near = spread(state.board, self._enter, {start: -self._enter[start]})

    def cost(self, goal: int) -> int:
        """Return the cost of a way in hundredths of a point; ``NEVER`` or more without a way."""
        return 0 if goal == self._start else self._near[goal] + self._enter[goal]

    def to(self, goal: int) -> list[int]:
        """Return the hexes of a way that there is, without the first."""
        way: list[int] = []
        while goal != self._start:
            way.insert(0, goal)
            goal = next(n for n in self._around[goal] if self.cost(n) == self._near[goal])
        return way


def raisings(state: BaseState, phase: Moving) -> Iterator[tuple[int, int]]:
    """Yield each hex where the piece on the move can be raised, and the best ahu for it there.

    A headdress counts on moais of the mover's own.
    """
    seat, size = phase.seat, phase.size
    own = state.erected[seat] if size == HEADDRESS else -1
    for here in members(goals(state, seat, size, phase.claim)):
        ahu = best_ahu(state, size, sites(state, seat, size, here, phase.claim) & own)
        if ahu is not None:
            yield here, ahu


def best_ahu(state: BaseState, size: Size, ahus: int) -> int | None:
    """Return the ahu of a set where a piece brings most, or None for an empty set."""
    return max(members(ahus), key=lambda ahu: points_on(state, size, ahu), default=None)


def points_on(state: BaseState, size: Size, ahu: int) -> int:
    """Return what a piece brings on an ahu (rule 7.2)."""
    one = state.board.ahus[ahu]
    return one.value * size if size else one.crown
