"""A quick turn for bots: the rest of a movement, on the cheapest way to its best end.

Rollouts would have to try every crew into every hex. Among sixty ends they find none that is
three hexes away, and put a moai up on the nearest ahu instead.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from parlour import Seat
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
from parlour_giants.heuristic.ways import Ways, points_on, raisings
from parlour_giants.moves import Crown, Erect, GiantsMove, Haul
from parlour_giants.phases import Moving, State
from parlour_giants.phases.moving import LEAVE, MARK, can_mark
from parlour_giants.scoring import totals
from parlour_giants.state import Crew, crews, fees

End: TypeAlias = tuple[float, int, GiantsMove]
"""The worth of an end in hundredths of a point, its hex, and the move that ends there."""


def quick_turn(state: State, seat: Seat) -> Sequence[GiantsMove]:
    """Return the steps and the end of the movement in hand; none if it may end the match."""
    phase = state.phases[-1]
    if not isinstance(phase, Moving) or may_finish(state, seat):
        return ()
    is_last, closed = is_last_transport(state), phase.closed(state.options.edition_rules)
    ways = Ways(state, seat, phase.size, phase.hex, closed)
    fee, least = (POINT, 0) if is_last else (FEE, -DAWDLING)
    found = [
        (net, here, end)
        for worth, here, end in _ends(state, phase, is_last=is_last)
        if (cost := ways.cost(here)) < NEVER
        and (net := worth - cost // POINT * fee - cost % POINT) > least
    ]
    if not found:
        return ()
    _, goal, end = max(found, key=lambda one: one[0])
    hexes, points = state.board.hexes, totals(state)
    return (*(Haul(hexes[to], _crew(state, phase, to, points)) for to in ways.to(goal)), end)


def _ends(state: State, phase: Moving, *, is_last: bool) -> Iterator[End]:
    """Yield the ends that bring something, whether the piece gets there or not."""
    size, marked, ahus = phase.size, phase.claim == "marked", state.board.ahus
    rules = state.options.edition_rules
    for here, ahu in raisings(state, phase):
        base = BASE if size != HEADDRESS and state.free >> ahu & 1 and not is_last else 0
        end = Erect if size else Crown
        yield POINT * points_on(state, size, ahu) - base, here, end(ahus[ahu].name)
    if is_last or not (marked or can_mark(state, phase.seat, phase.claim)):
        return
    for here in range(len(state.board.hexes)):
        # A piece with a marker is left, and so not where it was taken up (rules 5.4 and 5.15).
        if not marked or phase.may_be_left(rules, here):
            hope = prospect(state, phase.seat, Resting(size, here, MARKED))
            yield POINT * hope - SPOKEN, here, LEAVE if marked else MARK


def _crew(state: State, phase: Moving, here: int, points: Sequence[int]) -> Crew:
    """Return the carriers that earn others least; of equal ones, the seat behind's."""

    def price(crew: Crew) -> tuple[int, int, int]:
        paid = fees(crew, phase.seat, phase.size)
        return sum(fee for _, fee in paid), sum(fee * points[to] for to, fee in paid), len(crew)

    return min(crews(state.camps[here], phase.size), key=price)
