"""The best end of a piece's way: the worth of an ahu, less the cost of bringing the piece there.

Costs and worths are whole numbers, in hundredths of a prestige point. So a sum does not depend on
the order of its terms, and a sum by differences equals the full sum.
"""

from functools import lru_cache
from heapq import heappop, heappush
from typing import TypeAlias

from parlour import Seat, clockwise
from parlour_giants.board import Board, board, members
from parlour_giants.components import HEADDRESS, Size, burden
from parlour_giants.phases import Placing, Reading
from parlour_giants.state import NO_CAMP, BaseState, Camp, passable, present

POINT = 100
"""A prestige point."""
STEP, FEE, MISSING, STRANGER = 20, 60, 140, 120
"""The cost of a way: each hex, each foreign carrier, each missing one, and no figure at its end."""
BASE = 120
"""The worth of a base while no moai stands on it."""
NEVER = 1000 * POINT
"""The cost of a way that cannot be taken."""

Camps: TypeAlias = tuple[Camp, ...]
"""The figures and logs on each hex; empty for an island that nobody is on."""
DESERTED: Camps = ()

_BITS = 10
"""Number of bits of a hex in an entry of a heap; the cost stands in the bits above them."""
_HEX = (1 << _BITS) - 1
"""The mask that leaves the hex of an entry."""


def targets(state: BaseState, seat: Seat, size: Size) -> tuple[int, int]:
    """Return the ahus that a seat keeps for a piece of a size, and the free ones it can take."""
    if size == HEADDRESS:
        return state.erected[seat] & ~state.crowned, 0
    free = state.free & ~taken_before(state, seat) if state.clans[seat].bases else 0
    return state.reserved[seat], free


def taken_before(state: BaseState, seat: Seat) -> int:
    """Return the free ahus that seats before this one will take in the transport to come.

    Each of their moais goes to the best ahu beside a figure of theirs, if it is known.
    """
    phase = state.phases[-1]
    if not isinstance(phase, Placing | Reading):
        return 0
    taken, free, worker = 0, state.free, workers_raise(state, 1)
    for other in clockwise(state.start, state.seats):
        if other == seat:
            break
        if (clan := state.clans[other]).moais and clan.bases:
            standing = present(state.camps, other, workers_only=worker)
            for _ in clan.moais:
                taken |= _best_beside(state.options.island, standing, free & ~taken)
    return taken


@lru_cache(maxsize=1 << 12)
def _best_beside(name: str, standing: int, ahus: int) -> int:
    """Return the best ahu of a set for a moai on the hexes ``standing``, as a set."""
    on = board(name)
    beside = [n for n in members(ahus) if standing >> on.ahus[n].hex & 1]
    best = max(beside, key=lambda number: on.ahus[number].value, default=None)
    return 0 if best is None else 1 << best


def workers_raise(state: BaseState, size: Size) -> bool:
    """Tell whether only a worker raises a piece of a size (rule 9.6)."""
    return size != HEADDRESS and state.options.edition_rules.erecting == "worker"


@lru_cache(maxsize=1 << 12)
def worths(name: str, size: Size, kept: int, free: int) -> dict[int, int]:
    """Return the hexes with an ahu for a piece, and the highest worth of the piece on each.

    On a ``free`` ahu the piece takes a base that could lie elsewhere.
    """
    ahus = board(name).ahus
    hexes = {ahus[number].hex for number in members(kept | free)}
    return {here: worth_at(name, here, size, kept, free) for here in sorted(hexes)}


@lru_cache(maxsize=1 << 14)
def worth_at(name: str, here: int, size: Size, kept: int, free: int) -> int:
    """Return the highest worth of a piece on the ahus of a hex; below any other for none."""
    on = board(name)
    best = -NEVER
    for number in members(on.ahus_at[here] & (kept | free)):
        ahu = on.ahus[number]
        points = size * ahu.value if size else ahu.crown
        # A reserved ahu has its base already; a free one takes a base that could lie elsewhere.
        best = max(best, points * POINT - BASE * (free >> number & 1))
    return best


@lru_cache(maxsize=1 << 13)
def best_ends(  # noqa: PLR0917  an end depends on all of these; cached by position
    name: str,
    camps: Camps,
    seat: Seat,
    size: Size,
    kept: int,
    free: int,
    workers_only: bool,  # noqa: FBT001  cached by position
) -> tuple[int, ...]:
    """Return, by hex, the best end of a piece that is there and can be moved in later turns."""
    values = worths(name, size, kept, free)
    standing = present(camps, seat, workers_only=workers_only)
    # The search runs backwards, from the ends: one pass gives the best end for every hex. Without
    # a figure at an end, one has to be placed there first, or nobody can raise the piece.
    costs = {
        here: (0 if standing >> here & 1 else STRANGER) - worth for here, worth in values.items()
    }
    return tuple(
        -cost for cost in spread(board(name), tolls(name, camps, seat, burden(size)), costs)
    )


@lru_cache(maxsize=1 << 12)
def approaches(name: str, camps: Camps, seat: Seat, need: int, start: int) -> tuple[int, ...]:
    """Return, by hex, the cost of bringing a piece from ``start`` next to the hex.

    The piece needs so many bearers. The entry of ``start`` itself has no meaning.
    """
    enter = tolls(name, camps, seat, need)
    # The piece stands on its start already, so the toll that spread adds there is taken off.
    return tuple(spread(board(name), enter, {start: -enter[start]}))


def spread(on: Board, enter: tuple[int, ...], costs: dict[int, int]) -> list[int]:
    """Return the lowest cost by hex, where a neighbour of a hex costs the toll of the hex more.

    ``costs`` are the costs of the hexes where it begins. The heap is ordered by the cost of the
    steps after a hex, so that the first to reach another reaches it by the cheapest way.
    """
    lowest = [NEVER] * len(enter)
    # Dijkstra's algorithm. An entry is one int, cost and hex, since ints compare faster than
    # tuples; a negative cost keeps its sign under the shift.
    edge: list[int] = []
    for here, cost in costs.items():
        lowest[here] = cost
        heappush(edge, cost + enter[here] << _BITS | here)
    neighbours = on.neighbours
    while edge:
        entry = heappop(edge)
        cost = entry >> _BITS
        for near in neighbours[entry & _HEX]:
            if cost < lowest[near]:
                lowest[near] = cost
                heappush(edge, cost + enter[near] << _BITS | near)
    return lowest


@lru_cache(maxsize=1 << 13)
def best_end_in_hand(  # noqa: PLR0917  an end depends on all of these; cached by position
    name: str,
    camps: Camps,
    seat: Seat,
    size: Size,
    start: int,
    closed: int,
    kept: int,
    free: int,
    workers_only: bool,  # noqa: FBT001  cached by position
    step: int = STEP,
    fee: int = FEE,
) -> int:
    """Return the best end of a piece on the move: no figure can be placed for it any more.

    It cannot go into the set of hexes ``closed``. A ``step`` and a ``fee`` may cost otherwise.
    """
    standing = present(camps, seat, workers_only=workers_only)
    ends = worths(name, size, kept, free).items()
    # Figures are placed already, so an end without one of the seat's own is no end.
    values = {here: worth for here, worth in ends if standing >> here & 1}
    best = values.get(start, -NEVER)
    unseen = passable(camps)[size] & ~(closed | 1 << start)
    if not values or not unseen:
        return best
    around, need = board(name).around, burden(size)
    edge = [start]  # an entry with cost 0
    while edge and unseen:
        entry = heappop(edge)
        reached = around[entry & _HEX] & unseen
        # A hex costs the same toll from all sides, so the first way to reach it is the cheapest.
        unseen &= ~reached
        for near in members(reached):
            cost = (entry >> _BITS) + toll(camps[near], seat, need, step, fee)
            best = max(best, values.get(near, -NEVER) - cost)
            heappush(edge, cost << _BITS | near)
    return best


@lru_cache(maxsize=1 << 12)
def tolls(name: str, camps: Camps, seat: Seat, need: int) -> tuple[int, ...]:
    """Return the cost of entering each hex with a piece that needs so many bearers."""
    empty = toll(NO_CAMP, seat, need)
    if not camps:
        return (empty,) * len(board(name).hexes)
    return tuple([empty if camp is NO_CAMP else toll(camp, seat, need) for camp in camps])


@lru_cache(maxsize=1 << 14)
def toll(camp: Camp, seat: Seat, need: int, step: int = STEP, fee: int = FEE) -> int:
    """Return the cost of entering a hex: a step, foreign carriers, and missing ones."""
    own = camp.bearers(seat)
    # Own carriers are free; logs carry only beside a figure, and a chief carries all alone (5.3).
    if camp.chiefs >> seat & 1 or (own and own + camp.logs >= need):
        return step
    strength = camp.strength
    if strength >= need:
        # With a figure of its own the seat uses all logs first, and pays only for what is missing.
        return step + fee * (need - own - (camp.logs if own else 0))
    return step + MISSING * (need - strength)
