"""Ways of a piece: who carries it into a hex most cheaply, and the cheapest way to a hex."""

from heapq import heappop, heappush

from parlour import Seat
from parlour_giants.board import members
from parlour_giants.components import Size
from parlour_giants.moves import Haul
from parlour_giants.phases import Moving, State
from parlour_giants.state import Crew, crews, fees, passable


def cheapest_crew(state: State, seat: Seat, size: Size, here: int) -> Crew:
    """Return the carriers into a hex who earn others least, and of these the fewest."""

    def price(crew: Crew) -> tuple[int, int]:
        return _points(crew, seat, size), len(crew)

    return min(crews(state.camps[here], size), key=price, default=())


def cheapest_way(state: State, piece: Moving, goal: int) -> list[Haul] | None:
    """Return the steps to a hex that earn others least, and of these ways the shortest.

    None where no way leads there.
    """
    seat, size = piece.seat, piece.size
    open_hexes = passable(state.camps, size) & ~(piece.been | piece.before)
    waiting: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, (piece.hex,))]
    closed = 0
    while waiting:
        points, steps, way = heappop(waiting)
        here = way[-1]
        if here == goal:
            hexes = state.board.hexes
            return [Haul(hexes[n], cheapest_crew(state, seat, size, n)) for n in way[1:]]
        if closed >> here & 1:
            continue
        closed |= 1 << here
        for near in members(state.board.around[here] & open_hexes & ~closed):
            fee = _points(cheapest_crew(state, seat, size, near), seat, size)
            heappush(waiting, (points + fee, steps + 1, (*way, near)))
    return None


def _points(crew: Crew, seat: Seat, size: Size) -> int:
    return sum(points for _, points in fees(crew, seat, size))
