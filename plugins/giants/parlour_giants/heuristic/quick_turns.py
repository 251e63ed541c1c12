"""A quick turn for bots: the rest of a movement, on the cheapest way to its best end.

Rollouts would have to try every crew into every hex. Among sixty ends they find none that is
three hexes away, and put a moai up on the nearest ahu instead.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from parlour import Seat
from parlour_giants.board import members
from parlour_giants.components import HEADDRESS
from parlour_giants.heuristic.state_values import (
    DAWDLING,
    MARKED,
    SPOKEN,
    Resting,
    is_last_transport,
    may_finish,
    prospect,
)
from parlour_giants.heuristic.transport_costs import BASE, FEE, NEVER, POINT
from parlour_giants.heuristic.ways import Ways
from parlour_giants.moves import Crown, Erect, GiantsMove, Haul
from parlour_giants.phases import Moving, State
from parlour_giants.phases.moving import LEAVE, MARK, can_mark, goals, sites
from parlour_giants.scoring import totals
from parlour_giants.state import Crew, crews, fees

End: TypeAlias = tuple[float, int, GiantsMove]
"""The worth of an end in hundredths of a point, its hex, and the move that ends there."""


def quick_turn(state: State, seat: Seat) -> Sequence[GiantsMove]:
    """Return the steps and the end of the movement in hand; nothing where others count too."""
    phase = state.phases[-1]
    if not isinstance(phase, Moving) or may_finish(state, seat):
        return ()
    is_last = is_last_transport(state)
    ways = Ways(state, seat, phase.size, phase.hex, phase.been | phase.before)
    fee = POINT if is_last else FEE
    ends = [*_raisings(state, phase, 0 if is_last else BASE)]
    if not is_last:
        ends += _markings(state, phase)
    best, goal, end = 0.0 if is_last else -DAWDLING, -1, LEAVE
    for worth, here, move in ends:
        cost = ways.cost(here)
        net = worth - cost // POINT * fee - cost % POINT
        if cost < NEVER and net > best:
            best, goal, end = net, here, move
    if goal < 0:
        return ()
    hexes, points = state.board.hexes, totals(state)
    return (*(Haul(hexes[to], _crew(state, phase, to, points)) for to in ways.to(goal)), end)


def _raisings(state: State, phase: Moving, base: int) -> Iterator[End]:
    """Yield the best end on an ahu of each hex."""
    seat, size, ahus = phase.seat, phase.size, state.board.ahus
    own = state.erected[seat] if size == HEADDRESS else -1
    for here in members(goals(state, seat, size, phase.claim)):
        for ahu in members(sites(state, seat, size, here, phase.claim) & own):
            one = ahus[ahu]
            if size == HEADDRESS:
                yield POINT * one.crown, here, Crown(one.name)
            else:
                yield POINT * size * one.value - base * (state.free >> ahu & 1), here, Erect(one.name)


def _markings(state: State, phase: Moving) -> Iterator[End]:
    """Yield the end with a marker on each hex: the piece can be moved on in the next round."""
    if phase.claim != "marked" and not can_mark(state, phase.seat, phase.claim):
        return
    has_moved = phase.been.bit_count() > 1
    for here in range(len(state.board.hexes)):
        if phase.claim == "marked" and here == phase.hex and not has_moved:
            continue
        hope = prospect(state, phase.seat, Resting(phase.size, here, MARKED))
        yield POINT * hope - SPOKEN, here, LEAVE if phase.claim == "marked" else MARK


def _crew(state: State, phase: Moving, here: int, points: Sequence[int]) -> Crew:
    """Return the carriers who earn others least, and of these the ones of who is behind."""

    def price(crew: Crew) -> tuple[int, int, int]:
        paid = fees(crew, phase.seat, phase.size)
        return sum(fee for _, fee in paid), sum(fee * points[to] for to, fee in paid), len(crew)

    return min(crews(state.camps[here], phase.size), key=price)
